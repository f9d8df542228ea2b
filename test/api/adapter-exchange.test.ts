import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { safetensorsChunks } from '../../src/model/checkpoint/safetensors-bytes.ts';
import { LORA_TARGETS } from '../../src/model/lora-layout.ts';
import { pollEvents, startTestServer, type TestServer } from './test-server.ts';

// Export and import of adapters with the real compute process, on a server with LoRA settings other than the default.

const own = { r: 6, lora_alpha: 9, target_modules: ['q_proj', 'v_proj', 'down_proj'] };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    env: { DAYBREAK_LORA_RANK: '6', DAYBREAK_LORA_ALPHA: '9', DAYBREAK_LORA_TARGETS: 'v_proj,q_proj,down_proj' },
  });
});
afterAll(() => server.end());

interface Model {
  id: string;
  name: string;
}

async function newModel(name: string): Promise<Model> {
  const { body } = await server.call('POST', '/preview/models', { project: 'p', name, base_model: 'toy' });
  return { id: body.id, name: `wandb-artifact:///local/p/${name}` };
}

async function upload(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name });
  for (const [file, content] of Object.entries(files)) {
    const response = await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/${file}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body: content as BodyInit,
    });
    expect(response.status).toBe(200);
  }
  return artifact.url;
}

const uploadAdapter = ({ config, weights }: { config: string; weights: Uint8Array }) =>
  upload('adapter', { 'adapter_config.json': config, 'adapter_model.safetensors': weights });

const importInto = ({ id }: Model, body: object) => server.call('POST', `/preview/models/${id}/adapter`, body);

async function download({ id }: Model, step: number, file: string): Promise<Buffer> {
  const response = await fetch(`${server.baseUrl}/preview/models/${id}/checkpoints/${step}/files/${file}`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the log-probabilities of an answer's first tokens. They differ between any two adapters. */
async function logprobs(model: string): Promise<number[]> {
  const messages = [{ role: 'user', content: 'red' }];
  const fields = { max_tokens: 3, temperature: 0, ignore_eos: true };
  const { status, body } = await server.call('POST', '/chat/completions', { model, messages, ...fields });
  expect(status, body.error?.message).toBe(200);
  return body.choices[0].logprobs.content.map(({ logprob }: { logprob: number }) => logprob);
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, logprob] of actual.entries()) expect(logprob).toBeCloseTo(expected[i], 5);
}

async function teach({ id }: Model, answer: string): Promise<void> {
  const messages = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: answer },
  ];
  const url = await upload('lesson', { 'train.jsonl': `${JSON.stringify({ messages })}\n` });
  const config = { batch_size: 1, learning_rate: 5e-3 };
  const job = await server.call('POST', '/preview/sft-training-jobs', { model_id: id, training_data_url: url, config });
  const events = await pollEvents(server, job.body.id);
  expect(events.at(-1)?.type, JSON.stringify(events.at(-1)?.data)).toBe('training_ended');
}

test('a trained adapter has the server’s LoRA settings, and is unchanged by export and import', async () => {
  const model = await newModel('trained');
  const untrained = await server.call('GET', `/preview/models/${model.id}/checkpoints/0/files`);
  expect(untrained.body).toEqual({ object: 'list', data: [] });
  await teach(model, 'maybe');
  const config = await download(model, 1, 'adapter_config.json');
  const weights = await download(model, 1, 'adapter_model.safetensors');
  expect(JSON.parse(String(config))).toMatchObject({ ...own, base_model_name_or_path: 'toy' });
  const { body: files } = await server.call('GET', `/preview/models/${model.id}/checkpoints/1/files`);
  expect(files.data).toEqual([
    { name: 'adapter_config.json', bytes: config.length },
    { name: 'adapter_model.safetensors', bytes: weights.length },
  ]);

  const copy = await newModel('copy');
  const before = await logprobs(copy.name);
  const { status, body } = await importInto(copy, {
    artifact_url: await uploadAdapter({ config: String(config), weights }),
  });
  expect(status, body.error?.message).toBe(200);
  expect(body).toMatchObject({ step: 0, metrics: {} });
  const expected = await logprobs(`${model.name}:step1`);
  expect(expected).not.toEqual(before);
  expect(await logprobs(copy.name)).toEqual(expected);
  // The imported adapter is version 0, though it replaces an earlier one.
  for (const name of ['step0', 'v0']) expect(await logprobs(`${copy.name}:${name}`)).toEqual(expected);
  expect(await download(copy, 0, 'adapter_model.safetensors')).toEqual(weights);
});

test('training continues from an imported adapter and keeps its rank, alpha and targets', async () => {
  const lora = { rank: 12, alpha: 20, targets: LORA_TARGETS };
  const model = await newModel('continued');
  await importInto(model, { artifact_url: await uploadAdapter(toyAdapter({ lora })) });
  const start = await logprobs(model.name);
  await teach(model, 'no');
  expect(await logprobs(`${model.name}:step0`)).toEqual(start);
  const trained = await logprobs(`${model.name}:step1`);
  expect(trained).not.toEqual(start);
  expect(await logprobs(`${model.name}:v0`)).toEqual(start);
  expect(await logprobs(`${model.name}:v1`)).toEqual(trained);
  const config = JSON.parse(String(await download(model, 1, 'adapter_config.json')));
  expect(config).toMatchObject({ r: 12, lora_alpha: 20, target_modules: [...LORA_TARGETS] });
  // One step of AdamW moves no weight by more than a few learning rates.
  const moved = floats(await download(model, 1, 'adapter_model.safetensors'));
  const imported = floats(toyAdapter({ lora }).weights);
  expect(moved).toHaveLength(imported.length);
  const furthest = moved.reduce((most, value, i) => Math.max(most, Math.abs(value - imported[i])), 0);
  expect(furthest).toBeGreaterThan(0);
  expect(furthest).toBeLessThan(0.02);

  const late = await importInto(model, { artifact_url: await uploadAdapter(toyAdapter()) });
  expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
  expect(late.body.error.message).toMatch(/only before the first job/);
});

/** Returns the data of a safetensors file. Every writer here uses the same order of tensors. */
function floats(file: Buffer): Float32Array {
  const start = 8 + Number(file.readBigUInt64LE(0));
  return new Float32Array(new Uint8Array(file.subarray(start)).buffer);
}

test('a second import replaces the adapter, and chats use the new one', async () => {
  const model = await newModel('replaced');
  const answers: number[][] = [];
  for (const seed of [1, 2, 1]) {
    await importInto(model, { artifact_url: await uploadAdapter(toyAdapter({ seed })) });
    answers.push(await logprobs(model.name));
  }
  expect(answers[1]).not.toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const { body } = await server.call('GET', `/preview/models/${model.id}/checkpoints`);
  expect(body.data.map(({ step }: { step: number }) => step)).toEqual([0]);
});

describe('equivalent adapter configurations give the same log-probabilities', () => {
  const lora = { rank: 8, alpha: 16, targets: LORA_TARGETS };
  let expected: number[];
  beforeAll(async () => {
    const model = await newModel('plain');
    await importInto(model, { artifact_url: await uploadAdapter(toyAdapter({ lora })) });
    expected = await logprobs(model.name);
  });

  const plain = toyAdapter({ lora });
  const fields = (changes: object) => JSON.stringify({ ...JSON.parse(plain.config), ...changes });
  test.each([
    ['rank-stabilised', fields({ use_rslora: true, lora_alpha: 2 * Math.sqrt(8) })],
    [
      'alpha by pattern',
      fields({ lora_alpha: 1, alpha_pattern: Object.fromEntries(LORA_TARGETS.map((t) => [t, 16])) }),
    ],
    [
      'rank by pattern',
      fields({
        r: 4,
        lora_alpha: 8,
        rank_pattern: Object.fromEntries(LORA_TARGETS.map((t) => [t, 8])),
        alpha_pattern: Object.fromEntries(
          LORA_TARGETS.map((t) => [`self_attn.${t}`, 16]).concat(LORA_TARGETS.map((t) => [`mlp.${t}`, 16])),
        ),
      }),
    ],
    ['of another folder of the base', fields({ base_model_name_or_path: '/models/someone/Toy' })],
    ['of no base', fields({ base_model_name_or_path: null })],
  ])('%s', async (name, config) => {
    const model = await newModel(name);
    const { status, body } = await importInto(model, {
      artifact_url: await uploadAdapter({ config, weights: plain.weights }),
    });
    expect(status, body.error?.message).toBe(200);
    const answer = await logprobs(model.name);
    expectClose(answer, expected);
  });

  test('an adapter of another base model, accepted with any_base_model only', async () => {
    const model = await newModel('any');
    const artifact_url = await uploadAdapter(toyAdapter({ lora, baseModel: 'someone/else' }));
    const refused = await importInto(model, { artifact_url });
    expect(refused.body.error.message).toMatch(/base_model_name_or_path: "someone\/else" is not "toy"/);
    expect((await importInto(model, { artifact_url, any_base_model: true })).status).toBe(200);
    expect(await logprobs(model.name)).toEqual(expected);
  });
});

describe('importing an invalid adapter is refused with the reason', () => {
  let model: Model;
  let before: number[];
  beforeAll(async () => {
    model = await newModel('refusing');
    before = await logprobs(model.name);
  });

  const { config, weights } = toyAdapter();
  const with_ = (changes: object) => ({ config: JSON.stringify({ ...JSON.parse(config), ...changes }), weights });
  const tensors = (
    changed: (name: string, shape: number[]) => Float32Array | null,
    rename = (name: string) => name,
  ) => {
    const length = Number(weights.readBigUInt64LE(0));
    const header = JSON.parse(weights.subarray(8, 8 + length).toString());
    delete header.__metadata__;
    const all = Object.entries(header as Record<string, { shape: number[] }>).map(([name, { shape }]) => {
      const data = changed(name, shape) ?? new Float32Array(shape[0] * shape[1]);
      return { name: rename(name), shape, data };
    });
    return { config, weights: Buffer.concat([...safetensorsChunks(all, { format: 'pt' })]) };
  };

  test.each<[string, { config: string; weights: Uint8Array }, RegExp]>([
    ['DoRA', with_({ use_dora: true }), /adapter_config\.json: use_dora: true is not supported/],
    ['a bias', with_({ bias: 'all' }), /adapter_config\.json: bias: "all" is not supported; "none" is/],
    ['whole modules', with_({ modules_to_save: ['lm_head'] }), /modules_to_save: \["lm_head"\] is not supported/],
    ['PiSSA', with_({ init_lora_weights: 'pissa' }), /init_lora_weights: "pissa" is not supported; convert/],
    ['another method', with_({ peft_type: 'IA3' }), /peft_type: "IA3" is not supported; "LORA" is/],
    ['trained tokens', with_({ trainable_token_indices: { embed: [1] } }), /trainable_token_indices: /],
    [
      'a pattern of regular expressions',
      with_({ alpha_pattern: { '.*q_proj': 2 } }),
      /alpha_pattern: must map module names/,
    ],
    [
      'an alpha of 0',
      with_({ lora_alpha: 0 }),
      /adapter_config\.json: lora_alpha: must be a number other than 0, not 0/,
    ],
    [
      'an alpha of 0 in a pattern',
      with_({ alpha_pattern: { q_proj: 0 } }),
      /alpha_pattern: must map module names .* than 0/,
    ],
    [
      'a rank above the highest',
      with_({ r: 33 }),
      /r: 33 is above 32, the highest rank of this server; DAYBREAK_LORA_MAX_RANK=33/,
    ],
    [
      'a rank of a pattern',
      with_({ rank_pattern: { q_proj: 300 } }),
      /rank_pattern\.q_proj: 300 is above 32, the highest rank of this server$/,
    ],
    [
      'another rank than its tensors',
      with_({ r: 4 }),
      /tensor .*lora_A\.weight is \[8,64\]; model and rank require \[4, 64\]/,
    ],
    [
      'targets that leave a matrix out',
      with_({ target_modules: ['q_proj', 'v_proj'] }),
      /adapter_config\.json: target_modules: \["q_proj","v_proj"\] omits model\.layers\.0\.\S+_proj, which has/,
    ],
    [
      'targets that have no matrix',
      with_({ target_modules: [...JSON.parse(config).target_modules, 'lm_head'] }),
      /target_modules: .*"lm_head"\] has lm_head, which has no matrices/,
    ],
    [
      'targets in fewer layers than have matrices',
      with_({ layers_to_transform: [0] }),
      /target_modules: .* omits model\.layers\.1\./,
    ],
    ['targets that are no list', with_({ target_modules: { a: 1 } }), /target_modules: must be a list of module names/],
    ['a config that is no JSON', { config: '{', weights }, /adapter_config\.json: not readable as JSON/],
    [
      'a config that is too long',
      { config: ' '.repeat(2 ** 20 + 1), weights },
      /adapter_config\.json has 1048577 bytes/,
    ],
    [
      'a file that is no safetensors',
      { config, weights: Buffer.from('weights') },
      /adapter_model\.safetensors: not a safetensors file/,
    ],
    [
      'a header that lies about its length',
      { config, weights: Buffer.concat([Buffer.alloc(8, 0xff), weights.subarray(8)]) },
      /truncated or corrupt: a header of/,
    ],
    ['a file cut short', { config, weights: weights.subarray(0, weights.length - 4) }, /adapter_model\.safetensors: /],
    [
      'values that are not finite',
      tensors((_name, [rows, cols]) => new Float32Array(rows * cols).fill(Number.NaN)),
      /self_attn\.q_proj has values that are not finite/,
    ],
    [
      'a module that the model lacks',
      tensors(
        () => null,
        (name) => name.replace('layers.1.', 'layers.9.'),
      ),
      /the model has no model\.layers\.9\./,
    ],
    [
      'a head',
      tensors(
        () => null,
        (name) => name.replace('layers.1.mlp.down_proj', 'lm_head'),
      ),
      /tensor .*lm_head\.lora_[AB]\.weight is not a LoRA matrix/,
    ],
  ])('%s', async (_name, adapter, message) => {
    const { status, body } = await importInto(model, { artifact_url: await uploadAdapter(adapter) });
    expect([status, body.error.code, body.error.param]).toEqual([422, 'validation_failed', 'artifact_url']);
    expect(body.error.message).toMatch(message);
    expect(body.error.message).not.toContain(server.home);
  });

  test('the refused imports leave the model’s answers unchanged', async () => {
    expect(await logprobs(model.name)).toEqual(before);
  });

  test('an artifact that is unknown or lacks a file of the adapter', async () => {
    const refused = async (artifact_url: string) => (await importInto(model, { artifact_url })).body.error.message;
    expect(await refused('daybreak-artifact:///local/uploads/none:v0')).toMatch(
      /^artifact_url: the artifact does not exist/,
    );
    expect(await refused(await upload('empty', {}))).toMatch(/no adapter_config\.json; it has no files/);
    const pickled = await upload('pickled', { 'adapter_config.json': config, 'adapter_model.bin': 'x' });
    expect(await refused(pickled)).toMatch(/no adapter_model\.safetensors; it has .*adapter_model\.bin; save it with/);
  });
});

// Last, because it restarts the server.
test('a server with other LoRA settings serves stored adapters and trains them with their own settings', async () => {
  const wide = await newModel('wide');
  const old = await logprobs('wandb-artifact:///local/p/trained:step1');
  await server.close(0);
  const restarted = await startTestServer({
    home: server.home,
    // The rank of an adapter above: compiling the kernels of a new rank would take most of this test's time.
    env: { DAYBREAK_LORA_MAX_RANK: '1', DAYBREAK_LORA_RANK: '12' },
  });
  Object.assign(server, restarted);
  const again = await logprobs('wandb-artifact:///local/p/trained:step1');
  expectClose(again, old);
  const { body } = await server.call('GET', '/preview/models?limit=100');
  const { id } = body.data.find(({ name }: { name: string }) => name === 'trained');
  await teach({ id, name: '' }, 'maybe');
  expect(JSON.parse(String(await download({ id, name: '' }, 2, 'adapter_config.json')))).toMatchObject(own);
  // The highest stored rank is 12, so the server makes room for rank 12.
  const refused = await importInto(wide, {
    artifact_url: await uploadAdapter(toyAdapter({ lora: { rank: 13, alpha: 1, targets: ['o_proj'] } })),
  });
  expect(refused.body.error.message).toMatch(/r: 13 is above 12/);
  await teach(wide, 'no');
  expect(JSON.parse(String(await download(wide, 1, 'adapter_config.json')))).toMatchObject({ r: 12, lora_alpha: 16 });
});

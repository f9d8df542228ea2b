import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installLlamaCpp, LlamaCpp } from '../../bench/llama-cpp.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { ggufName, isPermuted, permutedRow } from '../../src/model/checkpoint/gguf-layout.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';
import { newModel, teach } from '../api/toy-lessons.ts';
import { environmentFor, factsOf, titled } from '../art/python-programs.ts';
import { BuiltCommand } from '../cli/daybreak.ts';
import { splitLikeLlama3 } from '../model/llama3-toy.ts';
import { maxDifference } from './comparison.ts';

const environment = await environmentFor({
  name: 'gguf',
  requirements: 'scripts/oracle/gguf-requirements.txt',
  leastMinor: 10,
  bytes: 2e8,
});
const FORMATS = ['gguf-f32', 'gguf-f16', 'gguf-bf16', 'gguf-q8_0', 'gguf-q4_1', 'gguf-q4_0'];
const TOKENS = 24;
const QUESTIONS = ['red', 'one cat and two dogs', 'what is the capital of France?'];

const MORE_QUESTIONS = [
  ...QUESTIONS,
  'yes or no?',
  'the river',
  'dogs',
  'Paris is the city',
  'my red river',
  'count to ten',
];

interface Answer {
  prompt: number[];
  ids: number[];
  /** Lead of each token over the next best, in nats. */
  leads: number[];
}

interface Place {
  top_logprobs: { logprob: number }[];
}

let home: string;
let server: TestServer;
let trained: Answer[];
const files = new Map<string, string>();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-gguf-peers-'));
  // A model that babbles: with whole words for answers, a wrong file would often give the right answer.
  server = await startTestServer({ answers: [], prepareModel: async (toy) => splitLikeLlama3(toy) });
  const model = await newModel(server, 'm');
  const before = await answersOf(server, model.name);
  const job = await teach(server, model, 'Paris is the city of my red river and Rome');
  expect((await pollEvents(server, job)).at(-1)?.type).toBe('training_ended');
  trained = await answersOf(server, model.name);
  for (const [i, { ids }] of trained.entries()) expect(ids).not.toEqual(before[i].ids);
  await using command = await BuiltCommand.build({ DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_API_KEY: server.key });
  for (const format of FORMATS) files.set(format, await exported(command, format));
});
afterAll(async () => {
  await server?.end();
  await rm(home, { recursive: true, force: true });
});

async function exported(command: BuiltCommand, format: string): Promise<string> {
  const path = join(home, `${format}.gguf`);
  const { code, stdout, stderr } = await command.run(['export', 'm', '--as', format, '-o', path]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' });
  return path;
}

async function answersOf(of: TestServer, model: string, questions = QUESTIONS): Promise<Answer[]> {
  return Promise.all(
    questions.map(async (content) => {
      const messages = [{ role: 'user', content }];
      const asked = { model, messages, temperature: 0, max_tokens: TOKENS, logprobs: true, top_logprobs: 2 };
      const { body } = await of.call('POST', '/chat/completions', asked);
      const [{ prompt_token_ids: prompt, token_ids: ids, logprobs }] = body.choices;
      const places: Place[] = logprobs.content;
      const leads = places.map(({ top_logprobs: [first, second] }) => first.logprob - second.logprob);
      return { prompt, ids, leads };
    }),
  );
}

describe('llama.cpp with a file that daybreak export wrote of a trained model', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installLlamaCpp();
  });

  test.each(['gguf-f32', 'gguf-f16', 'gguf-bf16'])('in %s, gives the greedy answers of the server', async (format) => {
    await using llama = await LlamaCpp.start(folder, files.get(format)!, 'cpu');
    const question = `<|im_start|>user\n${QUESTIONS[2]}<|im_end|>\n<|im_start|>assistant\n`;
    expect(await llama.tokenize(question)).toEqual(trained[2].prompt);
    for (const { prompt, ids } of trained) expect(await llama.greedy(prompt, TOKENS)).toEqual(ids);
  });

  /**
   * llama.cpp rounds activations to 8 bits if weights are quantised. Its logits for the same values in f32 show the
   * effect. A question counts as compared if each token of our answer leads by more.
   */
  test.each(['gguf-q8_0', 'gguf-q4_0'])(
    'in %s, gives the greedy answers of a server with that file, unless its rounding exceeds the lead',
    async (format) => {
      const path = files.get(format)!;
      const other = await startTestServer({ prepareModel: (toy) => replace(toy, path) });
      const answers = await answersOf(other, 'toy', MORE_QUESTIONS);
      await other.end();
      const plain = join(home, `${format}.plain.gguf`);
      const { chunks } = mergedModel({ path, adapter: null, type: 'f32', gguf: 'f32', name: 'plain' });
      await writeFile(plain, Buffer.concat([...chunks()]));
      await using llama = await LlamaCpp.start(folder, path, 'cpu');
      await using unrounded = await LlamaCpp.start(folder, plain, 'cpu');
      let compared = 0;
      for (const { prompt, ids, leads } of answers) {
        const places = [...prompt, ...ids.slice(0, -1)];
        const [own, exact] = [
          await llama.logits(places, { exact: false }),
          await unrounded.logits(places, { exact: true }),
        ];
        const rounding = Math.max(
          ...ids.map((_, i) => maxDifference(own.at(i - ids.length)!, exact.at(i - ids.length)!)),
        );
        const least = Math.min(...leads);
        const found = await llama.greedy(prompt, TOKENS);
        const different = ids.findIndex((id, i) => id !== found[i]);
        const at = different < 0 ? 'the same answer' : `another token, which leads by ${leads[different].toFixed(3)}`;
        console.log(`${format}: rounding ${rounding.toFixed(3)}, least lead ${least.toFixed(3)}: ${at}`);
        if (different >= 0) expect(leads[different]).toBeLessThan(2 * rounding);
        if (least > 2 * rounding) compared++;
      }
      expect(compared).toBeGreaterThanOrEqual(3);
    },
  );
});

/** Replaces a model by a folder with nothing but a GGUF file. */
async function replace(folder: string, path: string): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await copyFile(path, join(folder, 'model.gguf'));
}

interface Read {
  metadata: Record<string, unknown>;
  lengths: Record<string, number>;
  tensors: Record<string, { type: string; shape: number[]; sha256: string }>;
}

test.skipIf(environment.missing !== '')(
  titled("llama.cpp's gguf package reads the same of it", environment),
  async () => {
    const script = join(import.meta.dirname, '../../scripts/oracle/gguf-read.py');
    const read = await factsOf<Read[]>(environment.python, [script, ...files.values()], { env: {} });
    [...files.values()].forEach((path, i) => {
      const { metadata, lengths, tensors } = read[i];
      expect(metadata).toMatchObject({
        'general.architecture': 'llama',
        'general.name': expect.stringMatching(/^m-step\d+$/),
        'llama.context_length': 512,
        'llama.attention.head_count_kv': 2,
        'tokenizer.ggml.pre': 'llama-bpe',
        'tokenizer.ggml.eos_token_id': 2,
        'tokenizer.ggml.add_bos_token': false,
      });
      expect(lengths).toEqual({
        'tokenizer.ggml.tokens': 496,
        'tokenizer.ggml.token_type': 496,
        'tokenizer.ggml.merges': 11,
      });
      expect(tensors).toEqual(tensorsOf(path));
    });
  },
);

/** Returns the tensors that our own reader reads, with rows in the order of the file. */
function tensorsOf(path: string): Read['tensors'] {
  const checkpoint = openCheckpoint(path);
  const { config } = checkpoint;
  const tensors = [...checkpoint.tensors.values()].map(({ name, type, rows, cols, readRows }) => {
    const values = storedToFloat32(type, readRows(0, rows));
    const ordered = new Float32Array(values.length);
    for (let row = 0; row < rows; row++) {
      const to = isPermuted(config, name) ? permutedRow(row, config.head_dim) : row;
      ordered.set(values.subarray(row * cols, (row + 1) * cols), to * cols);
    }
    const shape = name.endsWith('norm.weight') ? [cols] : [rows, cols];
    const sha256 = createHash('sha256').update(new Uint8Array(ordered.buffer)).digest('hex');
    return [ggufName(checkpoint.config, name), { type, shape, sha256 }] as const;
  });
  checkpoint.close();
  return Object.fromEntries(tensors);
}

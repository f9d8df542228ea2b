import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLlamaCpp, LlamaCpp, sharedLlama } from '../../bench/llama-cpp.ts';
import { llamaCppConverter } from '../../scripts/llama-cpp-converter.mjs';
import { pythonEnvironment } from '../../scripts/python-environment.mjs';
import { run } from '../../scripts/run.mjs';
import type { Checkpoint } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { FileBytes } from '../../src/model/checkpoint/file-bytes.ts';
import { type GgufHeader, readGgufHeader } from '../../src/model/checkpoint/gguf-header.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { maxDifference } from './comparison.ts';
import { FAMILIES, greedyOf, PROMPT, TEXTS, TOKENS, WITH_SENTENCE_PIECE, writeFamily } from './gguf-families.ts';

const CONVERTED = ['f32', 'f16', 'q8_0'];
/** Rows are whole blocks of 256; for others llama.cpp chooses other types. */
const WIDE = { hidden_size: 256, num_attention_heads: 8, head_dim: 32, intermediate_size: 512 };
const QUANTISED = ['q4_k_m', 'q5_k_m', 'q6_k', 'q3_k_m', 'q2_k', 'q5_0', 'q5_1', 'q4_0', 'q4_1', 'iq4_nl', 'iq4_xs'];
const CASES = Object.keys(FAMILIES).flatMap((family) => CONVERTED.map((type) => [family, type] as const));

/**
 * Types whose values Daybreak keeps unchanged. It rounds others to int8 steps or to scales in f16. A file that
 * llama.cpp calls IQ4_NL contains Q5_K tensors.
 */
const KEPT = ['f32', 'f16', 'q8_0', 'q5_0', 'q4_0', 'q4_1'];
/** Largest allowed difference of logits from those that llama.cpp computes in float32 of the same values. */
const MAX_OF_KEPT = 2e-4;
/** llama.cpp computes GELU with a table of f16. */
const MAX_OF_GEMMA = 0.02;
const MAX_OF_ROUNDED = 0.8;

interface Job {
  from: string;
  to: string;
  type: string;
  head?: string;
}

let home: string;
let llamaCpp: string;

/** Returns the path of the family's file of that type; the `plain` file has the same values in f32. */
function fileOf(family: string, type: string, plain = false): string {
  return join(home, `${family.replace(/\W+/g, '-')}.${type}${plain ? '.plain' : ''}.gguf`);
}

/** Returns the path of the family's Hugging Face folder. */
function folderOf(family: string): string {
  return join(home, family.replace(/\W+/g, '-'));
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-converted-'));
  llamaCpp = await installLlamaCpp();
  const python = await pythonEnvironment('oracle', 'scripts/oracle/requirements.txt', { bytes: 8e9 });
  const jobs: Job[] = [];
  for (const [family, config] of Object.entries(FAMILIES)) {
    writeFamily(folderOf(family), config, { sentencePiece: WITH_SENTENCE_PIECE.includes(family) });
    jobs.push(...CONVERTED.map((type) => ({ from: folderOf(family), to: fileOf(family, type), type })));
  }
  writeFamily(folderOf('wide'), WIDE);
  jobs.push({ from: folderOf('wide'), to: fileOf('wide', 'f32'), type: 'f32' });
  for (const type of QUANTISED) {
    // By default llama.cpp quantises the head to Q6_K, which Daybreak rounds.
    const head = KEPT.includes(type) ? { head: 'q8_0' } : {};
    jobs.push({ from: fileOf('wide', 'f32'), to: fileOf('wide', type), type, ...head });
  }
  const read = [...CASES, ...QUANTISED.map((type) => ['wide', type] as const)];
  jobs.push(
    ...read.map(([family, type]) => ({ from: fileOf(family, type), to: fileOf(family, type, true), type: 'plain' })),
  );
  const script = join(import.meta.dirname, '../../scripts/oracle/llama-cpp-files.py');
  const args = [script, await llamaCppConverter(), await sharedLlama(llamaCpp)];
  await run(python, args, { input: JSON.stringify(jobs) });
});
afterAll(() => {
  if (home) rmSync(home, { recursive: true, force: true });
});

/** Returns the largest difference of logits [T, V] at each position. */
function differences(found: ArrayLike<number>[], wanted: ArrayLike<number>[]): number[] {
  expect(found).toHaveLength(wanted.length);
  return found.map((row, t) => maxDifference(row, wanted[t]));
}

function mostOf(family: string, type: string): number {
  if (!KEPT.includes(type)) return MAX_OF_ROUNDED;
  return family.startsWith('gemma') ? MAX_OF_GEMMA : MAX_OF_KEPT;
}

/** Returns llama.cpp's logits at the positions of an answer. */
async function scored(path: string, ids: readonly number[], { exact }: { exact: boolean }): Promise<number[][]> {
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  return (await llama.logits([...PROMPT, ...ids.slice(0, -1)], { exact })).slice(PROMPT.length - 1);
}

/**
 * llama.cpp also rounds activations to f16 or 8 bits when it multiplies by f16 or quantised weights; Daybreak does not.
 * So logits are compared with those that llama.cpp computes in float32 of the same values. Greedy answers are compared
 * with the original file, up to the first of our tokens whose lead is within llama.cpp's rounding.
 */
async function compareAnswers(family: string, type: string): Promise<void> {
  const [path, plain] = [fileOf(family, type), fileOf(family, type, true)];
  const { ids, leads, logits } = await greedyOf(path);
  expect(new Set(ids).size).toBeGreaterThan(3);
  const exact = await scored(plain, ids, { exact: true });
  const difference = differences(logits, exact);
  const furthest = Math.max(...difference);
  expect(furthest).toBeLessThan(mostOf(family, type));
  const own = await scored(path, ids, { exact: false });
  const rounding = differences(own, exact);
  const isClear = leads.map((lead, t) => lead > 2 * (rounding[t] + difference[t]));
  const clear = isClear.filter(Boolean).length;
  const same = ids.filter((id, t) => own[t].indexOf(Math.max(...own[t])) === id).length;
  console.log(
    `${family}, ${type}: logits to ${furthest.toExponential(1)}, llama.cpp's rounding moves them by ` +
      `${Math.max(...rounding).toExponential(1)}; ${clear} of ${TOKENS} tokens lead by more, ${same} are the same`,
  );
  expect(clear).toBeGreaterThanOrEqual(TOKENS / 8);
  await compareGreedy(path, ids, isClear);
}

/** Asserts that llama.cpp's greedy answer is ours up to the first position that is not clear. */
async function compareGreedy(path: string, ids: readonly number[], isClear: readonly boolean[]): Promise<void> {
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  const found = await llama.greedy(PROMPT, TOKENS);
  const different = ids.slice(0, found.length).findIndex((id, t) => id !== found[t]);
  if (different >= 0) expect(isClear[different]).toBe(false);
  else expect(found.length).toBeGreaterThan(3);
}

test.each(CASES)(
  "the file that llama.cpp converts of %s to %s gives llama.cpp's greedy answer, but for near ties",
  compareAnswers,
);

test.each(QUANTISED)(
  "a file that llama.cpp quantises to %s gives llama.cpp's greedy answer, but for near ties",
  async (type) => {
    await compareAnswers('wide', type);
  },
);

test.each(Object.keys(FAMILIES))(
  "the file that llama.cpp converts of %s opens with the model's config and weights",
  (family) => {
    const [base, converted] = [openCheckpoint(folderOf(family)), openCheckpoint(fileOf(family, 'f32'))];
    expect(told(converted.config)).toEqual(told(base.config));
    compareWeights(base, converted);
  },
);

function compareWeights(base: Checkpoint, converted: Checkpoint): void {
  expect([...converted.tensors.keys()].sort()).toEqual([...base.tensors.keys()].sort());
  for (const [name, { type, rows, readRows }] of converted.tensors) {
    const wanted = base.tensors.get(name)!;
    const values = storedToFloat32(wanted.type, wanted.readRows(0, wanted.rows));
    // Gemma's norm weights lose bits: llama.cpp adds 1, which reading subtracts again.
    const difference = maxDifference(storedToFloat32(type, readRows(0, rows)), values);
    expect([name, difference]).toEqual([name, expect.closeTo(0, 6)]);
  }
  base.close();
  converted.close();
}

/** Returns the config as GGUF can tell it: files of Mistral say llama, and files with LongRoPE give its factor. */
function told({ model_type, rope_scaling, ...config }: ModelConfig): object {
  const type = model_type === 'mistral' ? 'llama' : model_type;
  return { ...config, model_type: type, rope_scaling: { ...rope_scaling, attention_factor: undefined } };
}

test.each(Object.keys(FAMILIES))(
  'text in the file that llama.cpp converts of %s has the token ids of llama.cpp',
  async (family) => {
    const { tokenizer } = openModelText(fileOf(family, 'f32'));
    await using llama = await LlamaCpp.start(llamaCpp, fileOf(family, 'f32'), 'cpu');
    // White space after Phi-3's control tokens is dropped, as in transformers; in llama.cpp only for names with phi3.
    const texts = TEXTS.filter((text) => !(family.startsWith('phi3') && text.includes('</s> ')));
    for (const text of texts) expect([text, tokenizer.encode(text)]).toEqual([text, await llama.tokenize(text)]);
  },
);

/** Metadata that llama.cpp assumes, or that Daybreak leaves to llama.cpp's defaults. */
const OTHERWISE = [
  // llama.cpp's converter gives user-defined pieces other types; scores have the same order.
  'tokenizer.ggml.token_type',
  'tokenizer.ggml.scores',
  'tokenizer.ggml.add_eos_token',
  // Not every version of llama.cpp reads it.
  'gemma3.rope.freq_base_swa',
  'olmo2.rope.freq_base_swa',
  // llama.cpp uses this pattern whatever the file says.
  'olmo2.attention.sliding_window_pattern',
  // The file is of a model without LongRoPE.
  'phi3.rope.scaling.original_context_length',
];

test.each(Object.keys(FAMILIES))(
  'the file that Daybreak exports of %s has the metadata and tensors of the file that llama.cpp converts',
  (family) => {
    const path = join(home, 'own.gguf');
    const { chunks } = mergedModel({ path: folderOf(family), adapter: null, type: 'f32', gguf: 'f32', name: 'toy' });
    writeFileSync(path, Buffer.concat([...chunks()]));
    const [own, theirs] = [headerOf(path), headerOf(fileOf(family, 'f32'))];
    const compared = [...theirs.metadata.keys()].filter((key) => !OTHERWISE.includes(key));
    const told = ({ metadata }: GgufHeader) => compared.map((key) => [key, metadata.get(key)]);
    expect(told(own)).toEqual(told(theirs));
    const forms = ({ tensors }: GgufHeader) =>
      Object.fromEntries(tensors.map(({ name, typeId, dims }) => [name, { typeId, dims }]));
    expect(forms(own)).toEqual(forms(theirs));
    compareWeights(openCheckpoint(path), openCheckpoint(fileOf(family, 'f32')));
  },
);

function headerOf(path: string): GgufHeader {
  const file = new FileBytes(path);
  const header = readGgufHeader(file);
  file.close();
  return header;
}

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
/** Rows of whole blocks of 256, or llama.cpp takes other types. */
const WIDE = { hidden_size: 256, num_attention_heads: 8, head_dim: 32, intermediate_size: 512 };
const QUANTISED = ['q4_k_m', 'q5_k_m', 'q6_k', 'q3_k_m', 'q2_k', 'q5_0', 'q5_1', 'q4_0', 'q4_1', 'iq4_nl', 'iq4_xs'];
const CASES = Object.keys(FAMILIES).flatMap((family) => CONVERTED.map((type) => [family, type] as const));

/**
 * Files whose values Daybreak keeps as they are; others it rounds to int8 steps or to scales in f16. What llama.cpp
 * calls IQ4_NL has Q5_K in it.
 */
const KEPT = ['f32', 'f16', 'q8_0', 'q5_0', 'q4_0', 'q4_1'];
/** How far Daybreak's logits may be from those that llama.cpp computes in float32 of the values that it reads. */
const MOST_OF_KEPT = 2e-4;
/** llama.cpp looks GELU up in a table of f16. */
const MOST_OF_GEMMA = 0.02;
const MOST_OF_ROUNDED = 0.8;

interface Job {
  from: string;
  to: string;
  type: string;
  head?: string;
}

let home: string;
let llamaCpp: string;

/** Where the family's file of that type lies; `plain` has in f32 what llama.cpp reads from it. */
function fileOf(family: string, type: string, plain = false): string {
  return join(home, `${family.replace(/\W+/g, '-')}.${type}${plain ? '.plain' : ''}.gguf`);
}

/** Its Hugging Face folder. */
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
    // llama.cpp's own choice for the head is Q6_K, which Daybreak rounds.
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

/** The largest difference of logits [T, V], for each place. */
function differences(found: ArrayLike<number>[], wanted: ArrayLike<number>[]): number[] {
  expect(found).toHaveLength(wanted.length);
  return found.map((row, t) => maxDifference(row, wanted[t]));
}

function mostOf(family: string, type: string): number {
  if (!KEPT.includes(type)) return MOST_OF_ROUNDED;
  return family.startsWith('gemma') ? MOST_OF_GEMMA : MOST_OF_KEPT;
}

/** What llama.cpp gives at the places of that answer. */
async function scored(path: string, ids: readonly number[], { exact }: { exact: boolean }): Promise<number[][]> {
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  return (await llama.logits([...PROMPT, ...ids.slice(0, -1)], { exact })).slice(PROMPT.length - 1);
}

/**
 * llama.cpp multiplies by f16 or quantised weights with activations that it rounds, too, to f16 or 8 bits, which
 * Daybreak does not. So logits are compared with those that it computes in float32 of the values that it reads from
 * the file; and its answer to the file itself as far as each of our tokens leads by more than its rounding moves.
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

/** Its answer by itself is ours up to the first place that is not clear. */
async function compareGreedy(path: string, ids: readonly number[], isClear: readonly boolean[]): Promise<void> {
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  const found = await llama.greedy(PROMPT, TOKENS);
  const different = ids.slice(0, found.length).findIndex((id, t) => id !== found[t]);
  if (different >= 0) expect(isClear[different]).toBe(false);
  else expect(found.length).toBeGreaterThan(3);
}

test.each(CASES)("llama.cpp's own file of %s in %s has its greedy answer", compareAnswers);

test.each(QUANTISED)('what llama.cpp quantised to %s has its greedy answer', async (type) => {
  await compareAnswers('wide', type);
});

test.each(Object.keys(FAMILIES))("llama.cpp's own file of %s has the model's config and weights", (family) => {
  const [base, converted] = [openCheckpoint(folderOf(family)), openCheckpoint(fileOf(family, 'f32'))];
  expect(told(converted.config)).toEqual(told(base.config));
  compareWeights(base, converted);
});

function compareWeights(base: Checkpoint, converted: Checkpoint): void {
  expect([...converted.tensors.keys()].sort()).toEqual([...base.tensors.keys()].sort());
  for (const [name, { type, rows, readRows }] of converted.tensors) {
    const wanted = base.tensors.get(name)!;
    const values = storedToFloat32(wanted.type, wanted.readRows(0, wanted.rows));
    // What Gemma's norms have added, and taken away here again, loses bits.
    const difference = maxDifference(storedToFloat32(type, readRows(0, rows)), values);
    expect([name, difference]).toEqual([name, expect.closeTo(0, 6)]);
  }
  base.close();
  converted.close();
}

/** Mistral's files say llama, and those with LongRoPE its factor. */
function told({ model_type, rope_scaling, ...config }: ModelConfig): object {
  const type = model_type === 'mistral' ? 'llama' : model_type;
  return { ...config, model_type: type, rope_scaling: { ...rope_scaling, attention_factor: undefined } };
}

test.each(Object.keys(FAMILIES))("llama.cpp's own file of %s has its tokens", async (family) => {
  const { tokenizer } = openModelText(fileOf(family, 'f32'));
  await using llama = await LlamaCpp.start(llamaCpp, fileOf(family, 'f32'), 'cpu');
  // White space behind Phi-3's control tokens goes, as in transformers; in llama.cpp where the model's name says phi3.
  const texts = TEXTS.filter((text) => !(family.startsWith('phi3') && text.includes('</s> ')));
  for (const text of texts) expect([text, tokenizer.encode(text)]).toEqual([text, await llama.tokenize(text)]);
});

/** What llama.cpp takes for granted, or what Daybreak leaves to it. */
const OTHERWISE = [
  // llama.cpp's converter takes user-defined pieces for others; scores have the same order.
  'tokenizer.ggml.token_type',
  'tokenizer.ggml.scores',
  'tokenizer.ggml.add_eos_token',
  // Not every llama.cpp reads it.
  'gemma3.rope.freq_base_swa',
  'olmo2.rope.freq_base_swa',
  // The turns that llama.cpp has whatever it says.
  'olmo2.attention.sliding_window_pattern',
  // That of a model without LongRoPE.
  'phi3.rope.scaling.original_context_length',
];

test.each(Object.keys(FAMILIES))("what Daybreak writes of %s has the metadata of llama.cpp's own file", (family) => {
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
});

function headerOf(path: string): GgufHeader {
  const file = new FileBytes(path);
  const header = readGgufHeader(file);
  file.close();
  return header;
}

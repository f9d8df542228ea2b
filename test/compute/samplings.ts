import type { DeviceBuffer } from '../../src/compute/buffer.ts';
import { editLogits } from '../../src/compute/ops/edit_logits.ts';
import { rowKnobs } from '../../src/compute/ops/row-knobs.ts';
import { SAMPLED_WORDS, SAMPLING_WORDS, sample, sampleEdited, samplePartsWords } from '../../src/compute/ops/sample.ts';
import { pack } from '../../src/inference/engine/logit-editor.ts';
import type { RowEdits } from '../../src/inference/engine/logit-rule-state.ts';
import type { TestDevice } from './test-device.ts';

export interface Sampling {
  temperature: number;
  topP: number;
  /** 0 keeps all tokens. */
  topK: number;
  /** 0 or absent keeps all tokens. */
  minP?: number;
  position: number;
  seed: bigint;
}

export interface Sampled {
  tokens: number[];
  /** Raw log-probabilities of the tokens. */
  logps: Float32Array<ArrayBuffer>;
  lse: Float32Array<ArrayBuffer>;
  words: Float32Array<ArrayBuffer>;
}

/** Samples a token for each row of logits [B, V] on the device. */
export async function sampleTokens(
  test: TestDevice,
  samplings: Sampling[],
  logits: Float32Array,
  V: number,
): Promise<Sampled> {
  const B = samplings.length;
  const a = {
    samplingParams: await test.input(samplingWords(samplings)),
    logits: await test.input(logits),
    sampled: await test.output(B * SAMPLED_WORDS),
    parts: await test.output(samplePartsWords(test.device, { B, V })),
  };
  test.run((recorder) => sample(recorder, { ...a, B, V }));
  return sampledOf(test, a.sampled, B);
}

/** Samples as `sampleTokens` does, but with one workgroup per row, on GPUs too. */
export async function sampleRowsWhole(
  test: TestDevice,
  samplings: Sampling[],
  logits: Float32Array,
  V: number,
): Promise<Sampled> {
  const B = samplings.length;
  const z = await test.input(logits);
  const params = await test.input(samplingWords(samplings));
  const sampled = await test.output(B * SAMPLED_WORDS);
  test.run((recorder) => {
    recorder.dispatch('sample', {
      knobs: { ...rowKnobs(recorder), CANDIDATES: 2048, AHEAD: 1, PART: 0, MOST_PARTS: 0 },
      buffers: { params, z, sampled, y: z },
      sizes: { V, edited: 0, parts: 0 },
      grid: [B, 1, 1],
      cost: { flops: 0, bytes: 0 },
    });
  });
  return sampledOf(test, sampled, B);
}

/** Samples the given rows from edited copies of their logits, and returns the copies too. */
export async function sampleEditedTokens(
  test: TestDevice,
  samplings: Sampling[],
  logits: Float32Array,
  V: number,
  rows: { row: number; edits: RowEdits; unread?: number }[],
  tokens: readonly number[] = [0],
): Promise<Sampled & { edited: Float32Array }> {
  const { rules, words } = pack(rows);
  const B = samplings.length;
  const E = rows.length;
  const a = {
    logits: await test.input(logits),
    sampled: await test.output(B * SAMPLED_WORDS),
    parts: await test.output(samplePartsWords(test.device, { B, V })),
  };
  const edits = {
    rules: await test.input(rules),
    words: await test.input(words),
    tokens: await test.input(Uint32Array.from(tokens)),
    edited: await test.output(E * V),
  };
  const all = await test.input(samplingWords(samplings));
  const chosen = await test.input(
    samplingWords(
      rows.map(({ row }) => samplings[row]),
      rows.map(({ row }) => row),
    ),
  );
  test.run((recorder) => {
    sample(recorder, { ...a, samplingParams: all, B, V });
    editLogits(recorder, { ...a, ...edits, E, V });
    sampleEdited(recorder, { ...a, edited: edits.edited, samplingParams: chosen, E, V });
  });
  const edited = await test.floats(edits.edited);
  return { ...(await sampledOf(test, a.sampled, B)), edited };
}

function samplingWords(samplings: Sampling[], rows = samplings.map((_, row) => row)): Uint32Array {
  const words = new Uint32Array(samplings.length * SAMPLING_WORDS);
  const floats = new Float32Array(words.buffer);
  samplings.forEach(({ temperature, topP, topK, minP = 0, position, seed }, i) => {
    const at = i * SAMPLING_WORDS;
    floats.set([temperature, topP], at);
    words.set([topK, position, Number(seed & 0xffffffffn), Number(seed >> 32n)], at + 2);
    floats[at + 6] = minP;
    words[at + 7] = rows[i];
  });
  return words;
}

async function sampledOf(test: TestDevice, sampled: DeviceBuffer, B: number): Promise<Sampled> {
  const result = await test.floats(sampled);
  const asWords = new Uint32Array(result.buffer);
  const column = (i: number) => Float32Array.from({ length: B }, (_, row) => result[row * SAMPLED_WORDS + i]);
  const tokens = Array.from({ length: B }, (_, row) => asWords[row * SAMPLED_WORDS]);
  test.release();
  return { tokens, logps: column(1), lse: column(2), words: result };
}

import { DRAW_WORDS, SAMPLED_WORDS, sample } from '../../src/compute/ops/sample.ts';
import type { TestDevice } from './test-device.ts';

export interface Draw {
  temperature: number;
  topP: number;
  /** 0 for all. */
  topK: number;
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

/** Draws a token for each row of logits [B, V] on the device. */
export async function drawTokens(test: TestDevice, draws: Draw[], logits: Float32Array, V: number): Promise<Sampled> {
  const B = draws.length;
  const words = new Uint32Array(B * DRAW_WORDS);
  const floats = new Float32Array(words.buffer);
  draws.forEach(({ temperature, topP, topK, position, seed }, row) => {
    const at = row * DRAW_WORDS;
    floats.set([temperature, topP], at);
    words.set([topK, position, Number(seed & 0xffffffffn), Number(seed >> 32n)], at + 2);
  });
  const a = {
    draws: await test.input(words),
    logits: await test.input(logits),
    sampled: await test.output(B * SAMPLED_WORDS),
  };
  test.run((recorder) => sample(recorder, { ...a, B, V }));
  const result = await test.floats(a.sampled);
  const asWords = new Uint32Array(result.buffer);
  const column = (i: number) => Float32Array.from({ length: B }, (_, row) => result[row * SAMPLED_WORDS + i]);
  const tokens = Array.from({ length: B }, (_, row) => asWords[row * SAMPLED_WORDS]);
  test.release();
  return { tokens, logps: column(1), lse: column(2), words: result };
}

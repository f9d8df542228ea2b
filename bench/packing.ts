import { microBatches } from '../src/training/trainer/micro-batch.ts';
import type { Row } from './report.ts';

/** Sizes of a typical group of an RL job. */
const ANSWERS = 8;
const PROMPT = 256;
const ANSWER = 64;

/**
 * Counts the tokens and attended keys of a group with its prompt computed once, compared with once per answer. Measures
 * no times.
 */
export function benchPacking(): Row[] {
  const group = Array.from({ length: ANSWERS }, (_, answer) => ({
    ids: Uint32Array.from({ length: PROMPT + ANSWER }, (_, t) => (t < PROMPT ? t : t + answer * 7919)),
    mask: new Uint8Array(PROMPT + ANSWER).fill(1, PROMPT),
  }));
  const packed = costs([group]);
  const alone = costs(group.map((one) => [one]));
  const row = (what: string, now: number, before: number): Row => ({
    what: `${what} of a group, ${ANSWERS} x (${PROMPT} + ${ANSWER})`,
    figure: `${now} (${before} unpacked)`,
    unit: what,
    roofline: `${((100 * now) / before).toFixed(0)} % of unpacked`,
  });
  return [row('tokens', packed.tokens, alone.tokens), row('attended keys', packed.attendedKeys, alone.attendedKeys)];
}

function costs(steps: Parameters<typeof microBatches>[0][]): { tokens: number; attendedKeys: number } {
  const batches = steps.flatMap((sequences) => microBatches(sequences, Number.POSITIVE_INFINITY));
  const sum = (of: 'T' | 'attendedKeys') => batches.reduce((total, batch) => total + batch[of], 0);
  return { tokens: sum('T'), attendedKeys: sum('attendedKeys') };
}

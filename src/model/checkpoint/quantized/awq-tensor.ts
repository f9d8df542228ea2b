import type { CheckpointTensor } from '../checkpoint.ts';
import { byRow, groupedTensor } from './grouped-ints.ts';
import { FLOATS, type ModuleTensors } from './module-tensors.ts';
import { type Quantization, WHOLE_ROW } from './quantization-config.ts';

type Awq = Extract<Quantization, { method: 'awq' }>;

/** Bit shift of each output feature's nibble in an AWQ word (`AWQ_REVERSE_ORDER` of AutoAWQ). */
const AWQ_SHIFTS = [0, 16, 4, 20, 8, 24, 12, 28];

/**
 * Opens an AWQ matrix [N, K] (AutoAWQ's `gemm`): `qweight` [K, N / 8] and `qzeros` [G, N / 8] of eight nibbles per
 * word, in the order of `AWQ_SHIFTS`, and `scales` [G, N]. G is the number of groups.
 */
export function awqTensor(name: string, parts: ModuleTensors, { groupSize }: Awq): CheckpointTensor {
  const [cols, words] = parts.matrixShape('qweight');
  const rows = words * 8;
  const groups = Math.ceil(cols / (groupSize === WHOLE_ROW ? cols : groupSize));
  if (cols % groups !== 0) parts.fail(`${cols} columns in groups of ${groupSize}`);
  parts.check('qweight', ['I32'], [cols, words]);
  parts.check('qzeros', ['I32'], [groups, words]);
  parts.check('scales', FLOATS, [groups, rows]);
  /** Reads `count` nibbles of row `line` of a packed part, from element `start`. */
  const nibbles = (part: string, line: number, start: number, count: number): Uint8Array => {
    const first = start >> 3;
    const stored = parts.words(part, line * words + first, ((start + count + 7) >> 3) - first);
    return Uint8Array.from({ length: count }, (_, i) => {
      const at = start + i;
      return (stored[(at >> 3) - first] >>> AWQ_SHIFTS[at & 7]) & 15;
    });
  };
  return groupedTensor({
    name,
    format: 'awq',
    rows,
    cols,
    groups,
    bits: 4,
    order: undefined,
    ints(start, count) {
      const out = new Uint8Array(count * cols);
      for (let k = 0; k < cols; k++) {
        const column = nibbles('qweight', k, start, count);
        for (let row = 0; row < count; row++) out[row * cols + k] = column[row];
      }
      return out;
    },
    scales: (start, count) => byRow(groups, count, (group) => parts.floats('scales', group * rows + start, count)),
    zeros: (start, count) => byRow(groups, count, (group) => nibbles('qzeros', group, start, count)),
  });
}

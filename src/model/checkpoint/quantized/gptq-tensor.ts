import type { CheckpointTensor } from '../checkpoint.ts';
import { byRow, columnOrder, groupedTensor } from './grouped-ints.ts';
import { FLOATS, type ModuleTensors } from './module-tensors.ts';
import { type Quantization, WHOLE_ROW } from './quantization-config.ts';

type Gptq = Extract<Quantization, { method: 'gptq' }>;

/**
 * Opens a GPTQ matrix [N, K] (AutoGPTQ, GPTQModel): `qweight` [K bits / 32, N] and `qzeros` [G, N bits / 32], each
 * bit-packed along its packed dimension, `scales` [G, N], and `g_idx` [K], the group of each column (`desc_act`).
 */
export function gptqTensor(
  name: string,
  parts: ModuleTensors,
  { bits, groupSize, zeroOffset }: Gptq,
): CheckpointTensor {
  const [words, rows] = parts.matrixShape('qweight');
  const cols = (words * 32) / bits;
  const size = groupSize === WHOLE_ROW ? cols : groupSize;
  const groups = Math.ceil(cols / size);
  if (!Number.isInteger(cols) || (rows * bits) % 32 !== 0) parts.fail(`qweight is [${words}, ${rows}] of ${bits} bits`);
  parts.check('qweight', ['I32'], [words, rows]);
  parts.check('qzeros', ['I32'], [groups, (rows * bits) / 32]);
  parts.check('scales', FLOATS, [groups, rows]);
  const most = 2 ** bits - 1;
  return groupedTensor({
    name,
    format: `gptq_${bits}bit`,
    rows,
    cols,
    groups,
    bits,
    order: columnOrder(parts, 'g_idx', { cols, groups, size }),
    ints(start, count) {
      const columns = Array.from({ length: words }, (_, word) => parts.words('qweight', word * rows + start, count));
      const out = new Uint8Array(count * cols);
      for (let k = 0; k < cols; k++) {
        const [word, shift] = [(k * bits) >> 5, (k * bits) & 31];
        const [low, high] = [columns[word], columns[word + 1]];
        for (let row = 0; row < count; row++) {
          // A 3-bit value may straddle two words.
          const carried = shift + bits > 32 ? high[row] << (32 - shift) : 0;
          out[row * cols + k] = ((low[row] >>> shift) | carried) & most;
        }
      }
      return out;
    },
    scales: (start, count) => byRow(groups, count, (group) => parts.floats('scales', group * rows + start, count)),
    zeros: (start, count) =>
      byRow(groups, count, (group) => {
        const perRow = (rows * bits) / 32;
        const stored = parts.words('qzeros', group * perRow, perRow);
        return Float32Array.from(
          { length: count },
          (_, i) => (bitsAt(stored, (start + i) * bits, bits) + zeroOffset) & most,
        );
      }),
  });
}

/** Reads `bits` bits from bit `at` of an array of words, lowest bit first. */
function bitsAt(words: Int32Array, at: number, bits: number): number {
  const [word, shift] = [at >> 5, at & 31];
  const carried = shift + bits > 32 ? words[word + 1] << (32 - shift) : 0;
  return ((words[word] >>> shift) | carried) & (2 ** bits - 1);
}

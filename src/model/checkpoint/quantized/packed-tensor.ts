import type { CheckpointTensor } from '../checkpoint.ts';
import { columnOrder, groupedTensor } from './grouped-ints.ts';
import { FLOATS, type ModuleTensors } from './module-tensors.ts';
import { type Quantization, WHOLE_ROW } from './quantization-config.ts';

type CompressedTensors = Extract<Quantization, { method: 'compressed-tensors' }>;

/**
 * Opens a `pack-quantized` matrix [N, K] of compressed-tensors: `weight_packed` [N, K bits / 32] of unsigned integers,
 * lowest bits first, `weight_scale` [N, G], and two optional tensors: `weight_zero_point` [N bits / 32, G], packed
 * along its first dimension (default: the middle of the range), and `weight_g_idx` [K], the group of each column.
 */
export function packedTensor(
  name: string,
  parts: ModuleTensors,
  { bits, groupSize }: CompressedTensors,
): CheckpointTensor {
  const [rows, words] = parts.matrixShape('weight_packed');
  const perWord = 32 / bits;
  const cols = words * perWord;
  const size = groupSize === WHOLE_ROW ? cols : groupSize;
  const groups = Math.ceil(cols / size);
  const isAsymmetric = parts.has('weight_zero_point');
  parts.check('weight_packed', ['I32'], [rows, words]);
  parts.check('weight_scale', FLOATS, [rows, groups]);
  if (isAsymmetric) parts.check('weight_zero_point', ['I32'], [Math.ceil(rows / perWord), groups]);
  const most = 2 ** bits - 1;
  const unpacked = (word: number, place: number) => (word >>> (place * bits)) & most;
  return groupedTensor({
    name,
    format: `packed_int${bits}`,
    rows,
    cols,
    groups,
    bits,
    order: columnOrder(parts, 'weight_g_idx', { cols, groups, size }),
    ints(start, count) {
      const stored = parts.words('weight_packed', start * words, count * words);
      const out = new Uint8Array(count * cols);
      for (let i = 0; i < out.length; i++) out[i] = unpacked(stored[Math.floor(i / perWord)], i % perWord);
      return out;
    },
    scales: (start, count) => parts.floats('weight_scale', start * groups, count * groups),
    zeros(start, count) {
      if (!isAsymmetric) return new Float32Array(count * groups).fill(2 ** (bits - 1));
      const first = Math.floor(start / perWord);
      const stored = parts.words(
        'weight_zero_point',
        first * groups,
        (Math.ceil((start + count) / perWord) - first) * groups,
      );
      return Float32Array.from({ length: count * groups }, (_, i) => {
        const row = start + Math.floor(i / groups);
        return unpacked(stored[(Math.floor(row / perWord) - first) * groups + (i % groups)], row % perWord);
      });
    },
  });
}

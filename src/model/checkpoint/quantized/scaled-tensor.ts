import type { CheckpointTensor } from '../checkpoint.ts';
import { E4M3, E5M2, int8 } from '../float-formats.ts';
import { FLOATS, type ModuleTensors } from './module-tensors.ts';

/** Rows and columns that share a scale. Undefined: one scale for the tensor, or one per row. */
type Block = readonly [rows: number, cols: number] | undefined;

/** The scales of a matrix, one per block of rows and columns. */
interface Scales {
  values: Float32Array;
  /** Rows and columns of a block. */
  rows: number;
  cols: number;
  /** Scales per row of blocks. */
  perRow: number;
}

/**
 * Opens an FP8 or int8 matrix [N, K] with one scale per tensor, row, group of a row's columns, or block of rows and
 * columns: `weight_scale_inv` in transformers' fp8, `weight_scale` in compressed-tensors and others. All are factors.
 */
export function scaledTensor(name: string, parts: ModuleTensors, block: Block): CheckpointTensor {
  const [rows, cols] = parts.matrixShape('weight');
  parts.check('weight', ['F8_E4M3', 'F8_E5M2', 'I8'], [rows, cols]);
  const scales = scalesOf(parts, [rows, cols], block);
  const dtype = parts.dtype('weight');
  if (dtype === 'I8') return int8Tensor(name, parts, scales, [rows, cols]);
  const values = dtype === 'F8_E4M3' ? E4M3 : E5M2;
  const readRows = (start: number, count: number) => {
    const stored = parts.bytes('weight', start * cols, count * cols);
    return scaled(scales, start, count, cols, (i) => values[stored[i]]);
  };
  return { name, rows, cols, type: 'decoded', format: dtype === 'F8_E4M3' ? 'fp8_e4m3' : 'fp8_e5m2', readRows };
}

/** Opens an int8 matrix: type `int8` if blocks of 32 columns share a scale, else `decoded`. */
export function int8Tensor(
  name: string,
  parts: ModuleTensors,
  scales: Scales,
  [rows, cols]: readonly [number, number],
): CheckpointTensor {
  if (parts.has('weight_zero_point') && !parts.isZero('weight_zero_point')) {
    parts.fail('weight_zero_point: int8 with zero-points other than 0 is not supported');
  }
  if (cols % 32 !== 0 || scales.cols % 32 !== 0) {
    const readRows = (start: number, count: number) => {
      const stored = parts.bytes('weight', start * cols, count * cols);
      return scaled(scales, start, count, cols, (i) => int8(stored[i]));
    };
    return { name, rows, cols, type: 'decoded', format: 'int8', readRows };
  }
  const readRows = (start: number, count: number) => {
    const stored = parts.bytes('weight', start * cols, count * cols);
    const out = new Uint8Array((count * cols * 36) / 32);
    const view = new DataView(out.buffer);
    for (let block = 0; block < (count * cols) / 32; block++) {
      const [row, col] = [start + Math.floor((block * 32) / cols), (block * 32) % cols];
      view.setFloat32(block * 36, scaleAt(scales, row, col), true);
      out.set(stored.subarray(block * 32, block * 32 + 32), block * 36 + 4);
    }
    return out;
  };
  return { name, rows, cols, type: 'int8', readRows };
}

function scalesOf(parts: ModuleTensors, [rows, cols]: readonly [number, number], block: Block): Scales {
  const part = parts.has('weight_scale_inv') ? 'weight_scale_inv' : 'weight_scale';
  const shape = parts.shape(part);
  const count = shape.reduce((product, size) => product * size, 1);
  const [blockRows, blockCols] = block ?? (count === 1 ? [rows, cols] : [1, cols]);
  const [down, across] = [Math.ceil(rows / blockRows), Math.ceil(cols / blockCols)];
  const isOneEach = across === 1 && shape.length === 1;
  parts.check(part, FLOATS, count === 1 ? shape : isOneEach ? [down] : [down, across]);
  if (count !== down * across) parts.fail(`${part} is [${shape}]; expected [${down}, ${across}]`);
  return { values: parts.floats(part), rows: blockRows, cols: blockCols, perRow: across };
}

function scaleAt({ values, rows, cols, perRow }: Scales, row: number, col: number): number {
  return values[Math.floor(row / rows) * perRow + Math.floor(col / cols)];
}

function scaled(scales: Scales, start: number, count: number, cols: number, value: (i: number) => number): Uint8Array {
  const out = new Float32Array(count * cols);
  for (let row = 0; row < count; row++) {
    const first = Math.floor((start + row) / scales.rows) * scales.perRow;
    for (let k = 0; k < cols; k++) {
      out[row * cols + k] = value(row * cols + k) * scales.values[first + Math.floor(k / scales.cols)];
    }
  }
  return new Uint8Array(out.buffer);
}

import type { CheckpointTensor } from '../checkpoint.ts';
import type { ModuleTensors } from './module-tensors.ts';

/**
 * A matrix [rows, cols] of unsigned integers q, with a scale and a zero-point per row and group of columns. The value
 * is scale * (q - zero), computed in float32.
 */
export interface GroupedInts {
  name: string;
  /** `format` of the resulting `CheckpointTensor`. */
  format: string;
  rows: number;
  cols: number;
  groups: number;
  /** The group of each column, if groups are not runs of equal length (`desc_act`). */
  order: Int32Array | undefined;
  bits: number;
  /** Returns q [count, cols] of the rows from `start`. */
  ints(start: number, count: number): Uint8Array;
  /** Returns scales, or zero-points, [count, groups] of the rows from `start`. */
  scales(start: number, count: number): Float32Array;
  zeros(start: number, count: number): Float32Array;
}

/**
 * Wraps a matrix as a checkpoint tensor: `int4` if q has up to 4 bits and blocks of 32 columns share a scale, else
 * `decoded`.
 */
export function groupedTensor(matrix: GroupedInts): CheckpointTensor {
  const { name, format, rows, cols, groups, order, bits } = matrix;
  const isInt4 = bits <= 4 && order === undefined && cols % 32 === 0 && (cols / groups) % 32 === 0;
  return {
    name,
    format,
    rows,
    cols,
    type: isInt4 ? 'int4' : 'decoded',
    readRows: byBands(rows, (start, count) =>
      isInt4 ? int4Rows(matrix, start, count) : decodedRows(matrix, start, count),
    ),
  };
}

/** Minimum rows of a read. A read of few rows is inefficient because it touches all columns. */
const BAND_ROWS = 256;

/** The last band read of any matrix. One is enough, because an export reads one matrix after the other. */
let lastBand: { read: object; start: number; count: number; bytes: Uint8Array } | undefined;

function byBands(rows: number, read: (start: number, count: number) => Uint8Array): CheckpointTensor['readRows'] {
  return (start, count) => {
    const first = start - (start % BAND_ROWS);
    if (count >= BAND_ROWS || start + count > Math.min(rows, first + BAND_ROWS)) return read(start, count);
    if (lastBand?.read !== read || lastBand.start !== first) {
      const bandCount = Math.min(BAND_ROWS, rows - first);
      lastBand = { read, start: first, count: bandCount, bytes: read(first, bandCount) };
    }
    const stride = lastBand.bytes.length / lastBand.count;
    return lastBand.bytes.slice((start - first) * stride, (start - first + count) * stride);
  };
}

function int4Rows(matrix: GroupedInts, start: number, count: number): Uint8Array {
  const { cols, groups } = matrix;
  const [ints, scales, zeros] = [matrix.ints(start, count), matrix.scales(start, count), matrix.zeros(start, count)];
  const blocks = cols / 32;
  const perGroup = blocks / groups;
  const out = new Uint8Array(count * blocks * 24);
  const view = new DataView(out.buffer);
  for (let block = 0; block < count * blocks; block++) {
    const group = Math.floor(block / blocks) * groups + Math.floor((block % blocks) / perGroup);
    view.setFloat32(block * 24, scales[group], true);
    view.setFloat32(block * 24 + 4, zeros[group], true);
    const from = block * 32;
    for (let i = 0; i < 16; i++) out[block * 24 + 8 + i] = ints[from + i] | (ints[from + 16 + i] << 4);
  }
  return out;
}

function decodedRows(matrix: GroupedInts, start: number, count: number): Uint8Array {
  const { cols, groups, order } = matrix;
  const [ints, scales, zeros] = [matrix.ints(start, count), matrix.scales(start, count), matrix.zeros(start, count)];
  const perGroup = cols / groups;
  const out = new Float32Array(count * cols);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < cols; k++) {
      const group = row * groups + (order ? order[k] : Math.floor(k / perGroup));
      out[row * cols + k] = scales[group] * (ints[row * cols + k] - zeros[group]);
    }
  }
  return new Uint8Array(out.buffer);
}

/**
 * Returns the group of each column, or undefined if every group is a run of `size` columns.
 * Throws `CheckpointError` for a group index out of range.
 */
export function columnOrder(
  parts: ModuleTensors,
  part: string,
  { cols, groups, size }: { cols: number; groups: number; size: number },
): Int32Array | undefined {
  const inOrder = Int32Array.from({ length: cols }, (_, k) => Math.floor(k / size));
  if (!parts.has(part)) return cols % size === 0 ? undefined : inOrder;
  parts.check(part, ['I32'], [cols]);
  const order = parts.words(part, 0, cols);
  // compressed-tensors wrote -1 for columns in order.
  if (order.every((group) => group === -1)) return cols % size === 0 ? undefined : inOrder;
  const wrong = order.find((group) => group < 0 || group >= groups);
  if (wrong !== undefined) parts.fail(`${part} has group ${wrong}, but there are ${groups} groups`);
  return cols % size === 0 && order.every((group, k) => group === inOrder[k]) ? undefined : order;
}

/** Transposes per-group arrays of `count` values into [count, groups]. */
export function byRow(groups: number, count: number, group: (group: number) => ArrayLike<number>): Float32Array {
  const out = new Float32Array(count * groups);
  for (let g = 0; g < groups; g++) {
    const column = group(g);
    for (let row = 0; row < count; row++) out[row * groups + g] = column[row];
  }
  return out;
}

import type { CheckpointTensor } from '../checkpoint.ts';
import { isJsonObject, type JsonObject } from '../json-file.ts';
import type { ModuleTensors } from './module-tensors.ts';
import { int8Tensor } from './scaled-tensor.ts';

/**
 * Opens a bitsandbytes matrix. 4 bits (NF4, FP4; Dettmers et al. 2023): `weight` has nibbles, high nibble first, that
 * index `weight.quant_map`; the value is multiplied by its block's `weight.absmax`, which may itself be 8-bit indices
 * of a map. 8 bits (Dettmers et al. 2022): int8 `weight` [N, K] times `SCB` [N] / 127.
 */
export function bitsandbytesTensor(name: string, parts: ModuleTensors): CheckpointTensor {
  if (parts.has('SCB')) return int8RowsTensor(name, parts);
  const state = quantState(parts);
  const { rows, cols, blockSize } = state;
  const bytes = (rows * cols) / 2;
  parts.check('weight', ['U8'], [bytes, 1]);
  parts.check('weight.quant_map', ['F32'], [16]);
  const map = parts.floats('weight.quant_map');
  const blocks = Math.ceil((rows * cols) / blockSize);
  const absmaxOf = absmaxReader(parts, state, blocks);
  const readRows = (start: number, count: number) => {
    const first = start * cols;
    const stored = parts.bytes('weight', first / 2, (count * cols) / 2);
    const firstBlock = Math.floor(first / blockSize);
    const absmax = absmaxOf(firstBlock, Math.ceil((first + count * cols) / blockSize) - firstBlock);
    const out = new Float32Array(count * cols);
    for (let i = 0; i < out.length; i++) {
      const nibble = i & 1 ? stored[i >> 1] & 15 : stored[i >> 1] >> 4;
      out[i] = map[nibble] * absmax[Math.floor((first + i) / blockSize) - firstBlock];
    }
    return new Uint8Array(out.buffer);
  };
  return { name, rows, cols, type: 'decoded', format: state.kind, readRows };
}

function int8RowsTensor(name: string, parts: ModuleTensors): CheckpointTensor {
  const [rows, cols] = parts.matrixShape('weight');
  if (parts.has('weight_format') && parts.bytes('weight_format', 0, 1)[0] !== 0) {
    parts.fail('weight_format is not supported; only 0 (row) is');
  }
  parts.check('weight', ['I8'], [rows, cols]);
  parts.check('SCB', ['F32'], [rows]);
  const values = parts.floats('SCB').map((most) => most / 127);
  return int8Tensor(name, parts, { values, rows: 1, cols, perRow: 1 }, [rows, cols]);
}

interface QuantState {
  kind: 'nf4' | 'fp4';
  rows: number;
  cols: number;
  blockSize: number;
  /** Quantisation of the absmax itself (double quantisation), if any. */
  nested: { blockSize: number; offset: number } | undefined;
}

/** Parses the JSON in `weight.quant_state.*`. Throws `CheckpointError` if bitsandbytes could not have written it. */
function quantState(parts: ModuleTensors): QuantState {
  const stateOf = (kind: string) => `weight.quant_state.bitsandbytes__${kind}`;
  const kind = (['nf4', 'fp4'] as const).find((one) => parts.has(stateOf(one)));
  if (kind === undefined) return parts.fail(`${stateOf('nf4')} is missing`);
  const part = stateOf(kind);
  const [length = 0] = parts.shape(part);
  if (length > 4096) parts.fail(`${part} is ${length} bytes; at most 4096 are allowed`);
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(parts.bytes(part, 0, length)).toString('utf8'));
  } catch {
    return parts.fail(`${part} is not JSON`);
  }
  if (!isJsonObject(json)) return parts.fail(`${part} is not an object`);
  const count = (field: string, value: unknown, most = 2 ** 31): number => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
    return parts.fail(`${part}: ${field} must be a whole number from 1 to ${most}`);
  };
  const shape = Array.isArray(json.shape) && json.shape.length === 2 ? json.shape : [];
  const cols = count('shape', shape[1]);
  if (cols % 2 !== 0) parts.fail(`${part}: ${cols} columns; their number must be even`);
  return {
    kind,
    rows: count('shape', shape[0]),
    cols,
    blockSize: count('blocksize', json.blocksize, 2 ** 16),
    nested: parts.has('weight.nested_absmax') ? nestedState(json, count, parts) : undefined,
  };
}

function nestedState(
  json: JsonObject,
  count: (field: string, value: unknown, most: number) => number,
  parts: ModuleTensors,
): { blockSize: number; offset: number } {
  const { nested_blocksize: size, nested_offset: offset } = json;
  if (typeof offset !== 'number') return parts.fail('weight.quant_state: nested_offset must be a number');
  return { blockSize: count('nested_blocksize', size, 2 ** 16), offset: Math.fround(offset) };
}

/** Returns a function that reads `count` absolute maxima from block `first`. */
function absmaxReader(
  parts: ModuleTensors,
  { nested }: QuantState,
  blocks: number,
): (first: number, count: number) => Float32Array {
  if (!nested) {
    parts.check('weight.absmax', ['F32'], [blocks]);
    return (first, count) => parts.floats('weight.absmax', first, count);
  }
  const { blockSize, offset } = nested;
  parts.check('weight.absmax', ['U8'], [blocks]);
  parts.check('weight.nested_absmax', ['F32'], [Math.ceil(blocks / blockSize)]);
  parts.check('weight.nested_quant_map', ['F32'], [256]);
  const [map, outer] = [parts.floats('weight.nested_quant_map'), parts.floats('weight.nested_absmax')];
  return (first, count) =>
    Float32Array.from(
      parts.bytes('weight.absmax', first, count),
      (index, i) => Math.fround(map[index] * outer[Math.floor((first + i) / blockSize)]) + offset,
    );
}

import type { StoredType } from './checkpoint.ts';
import { ggufTypeId } from './gguf-types.ts';

/** Default alignment of tensor data, in bytes. */
const ALIGNMENT = 32;

/** Ids of value types in the GGUF specification. */
const [U32, I32, F32, BOOL, STRING, ARRAY] = [4, 5, 6, 7, 8, 9];

/** One metadata key with its value, as encoded in the header. */
export type GgufPair = Uint8Array;

/** A tensor whose data, padded by `ggufPadding`, follows the data of the tensor before it. */
interface DescribedTensor {
  /** GGUF name. */
  name: string;
  type: StoredType;
  /** [rows, cols], or [size] for a vector. */
  shape: readonly number[];
  bytes: number;
}

/** Returns the header of a GGUF v3 file (ggml/docs/gguf.md): metadata and tensor table, padded to the data's start. */
export function ggufHeader(pairs: readonly GgufPair[], tensors: readonly DescribedTensor[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(pairs.length), ...pairs];
  let offset = 0;
  for (const { name, type, shape, bytes } of tensors) {
    parts.push(text(name), u32(shape.length), ...[...shape].reverse().map(u64), u32(ggufTypeId(type)), u64(offset));
    offset += bytes + ggufPadding(bytes).length;
  }
  const header = Buffer.concat(parts);
  return Uint8Array.from(Buffer.concat([header, ggufPadding(header.length)]));
}

/** Returns the padding after a header or a tensor of `bytes` bytes. */
export function ggufPadding(bytes: number): Uint8Array {
  return new Uint8Array(Math.ceil(bytes / ALIGNMENT) * ALIGNMENT - bytes);
}

export function u32Pair(key: string, value: number): GgufPair {
  return pair(key, U32, u32(value));
}

export function f32Pair(key: string, value: number): GgufPair {
  return pair(key, F32, new Uint8Array(Float32Array.of(value).buffer));
}

export function booleanPair(key: string, value: boolean): GgufPair {
  return pair(key, BOOL, Uint8Array.of(value ? 1 : 0));
}

export function stringPair(key: string, value: string): GgufPair {
  return pair(key, STRING, text(value));
}

export function stringsPair(key: string, values: readonly string[]): GgufPair {
  return pair(key, ARRAY, u32(STRING), u64(values.length), Buffer.concat(values.map(text)));
}

export function integersPair(key: string, values: readonly number[]): GgufPair {
  return pair(key, ARRAY, u32(I32), u64(values.length), new Uint8Array(Int32Array.from(values).buffer));
}

/** Encodes an array of float32. */
export function floatsPair(key: string, values: readonly number[]): GgufPair {
  return pair(key, ARRAY, u32(F32), u64(values.length), new Uint8Array(Float32Array.from(values).buffer));
}

function pair(key: string, type: number, ...value: Uint8Array[]): GgufPair {
  return Buffer.concat([text(key), u32(type), ...value]);
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer);
}

function u64(value: number): Uint8Array {
  return new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
}

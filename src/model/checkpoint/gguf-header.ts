import { CheckpointError } from './checkpoint.ts';
import type { FileBytes } from './file-bytes.ts';
import { GgufCursor, VALUE_BYTES } from './gguf-cursor.ts';

export type GgufValue = number | bigint | boolean | string | GgufValue[];

/** A tensor as the file declares it: `dims` innermost first, `offset` in bytes from the start of the data. */
export interface GgufTensorInfo {
  name: string;
  dims: number[];
  typeId: number;
  offset: number;
}

/** Metadata and tensor table of a GGUF file; `dataStart` is the byte where tensor data begins. */
export interface GgufHeader {
  metadata: Map<string, GgufValue>;
  tensors: GgufTensorInfo[];
  alignment: number;
  dataStart: number;
}

const MAGIC = 0x46554747;
const STRING = 8;
const ARRAY = 9;
const SMALLEST_PAIR = 8 + 4 + 1;
const SMALLEST_TENSOR_INFO = 8 + 4 + 8 + 4 + 8;
const MAX_DIMS = 4;

/**
 * Reads the header of a GGUF v2 or v3 file (ggml/docs/gguf.md). Declared counts are checked against the remaining
 * bytes of the file before they are used. Throws `CheckpointError`.
 */
export function readGgufHeader(file: FileBytes): GgufHeader {
  const cursor = new GgufCursor(file);
  if (file.size < 24) cursor.fail(`not a GGUF file: only ${file.size} bytes`);
  if (cursor.u32() !== MAGIC) cursor.fail('not a GGUF file: it does not begin with "GGUF"');
  const version = cursor.u32();
  if (version !== 2 && version !== 3) {
    const hint = version > 0xffff ? ' (a big-endian file)' : '';
    cursor.fail(`GGUF version ${version}${hint} is not supported; 2 and 3 are`);
  }
  const tensorCount = cursor.count('tensor count', SMALLEST_TENSOR_INFO);
  const pairCount = cursor.count('metadata count', SMALLEST_PAIR);
  const metadata = readMetadata(cursor, pairCount);
  const tensors = readTensorInfos(cursor, tensorCount);
  const alignment = readAlignment(file, metadata);
  return { metadata, tensors, alignment, dataStart: Math.ceil(cursor.position / alignment) * alignment };
}

function readMetadata(cursor: GgufCursor, count: number): Map<string, GgufValue> {
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < count; i++) {
    const key = cursor.string('metadata key');
    if (metadata.has(key)) cursor.fail(`metadata key ${JSON.stringify(key)} appears twice`);
    metadata.set(key, readValue(cursor, key, cursor.u32(), 0));
  }
  return metadata;
}

function readValue(cursor: GgufCursor, key: string, type: number, depth: number): GgufValue {
  if (type === STRING) return cursor.string(key);
  if (type !== ARRAY) return cursor.scalar(key, type);
  if (depth === 2) cursor.fail(`metadata ${key}: arrays nested deeper than 2`);
  const elementType = cursor.u32();
  const smallest = elementType === ARRAY ? 12 : elementType === STRING ? 8 : VALUE_BYTES[elementType];
  if (smallest === undefined) cursor.fail(`metadata ${key}: unknown array element type ${elementType}`);
  const count = cursor.count(`length of metadata ${key}`, smallest);
  const values: GgufValue[] = [];
  for (let i = 0; i < count; i++) values.push(readValue(cursor, key, elementType, depth + 1));
  return values;
}

function readTensorInfos(cursor: GgufCursor, count: number): GgufTensorInfo[] {
  const tensors: GgufTensorInfo[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const name = cursor.string('tensor name');
    if (seen.has(name)) cursor.fail(`tensor ${JSON.stringify(name)} appears twice`);
    seen.add(name);
    const dimCount = cursor.u32();
    if (dimCount < 1 || dimCount > MAX_DIMS) cursor.fail(`tensor ${name}: ${dimCount} dimensions; 1 to 4 are allowed`);
    const dims: number[] = [];
    for (let d = 0; d < dimCount; d++) dims.push(cursor.u64(`dimension ${d} of tensor ${name}`));
    tensors.push({ name, dims, typeId: cursor.u32(), offset: cursor.u64(`offset of tensor ${name}`) });
  }
  return tensors;
}

function readAlignment(file: FileBytes, metadata: Map<string, GgufValue>): number {
  const alignment = metadata.get('general.alignment') ?? 32;
  if (typeof alignment !== 'number' || alignment < 8 || alignment > 2 ** 20 || alignment % 8 !== 0) {
    throw new CheckpointError(
      `${file.path}: general.alignment is ${String(alignment)}; a multiple of 8 up to 2^20 is allowed`,
    );
  }
  return alignment;
}

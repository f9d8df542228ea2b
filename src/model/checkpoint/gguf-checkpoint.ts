import {
  blockElements,
  type Checkpoint,
  CheckpointError,
  type CheckpointTensor,
  rowBytes,
  type StoredType,
} from './checkpoint.ts';
import { type ModelConfig, mixtureOf } from './config.ts';
import { checkTensors } from './expected-tensors.ts';
import type { FileBytes } from './file-bytes.ts';
import { ggufConfig } from './gguf-config.ts';
import { GgufFiles, type GgufPart } from './gguf-files.ts';
import type { GgufHeader, GgufTensorInfo } from './gguf-header.ts';
import {
  huggingFaceName,
  isOfExperts,
  isPermuted,
  LONGROPE_FACTORS,
  nameOfExpert,
  permutedRow,
  ROPE_DIVISORS,
  storedOffset,
} from './gguf-layout.ts';
import { ggufTensorType } from './gguf-types.ts';
import { storedToFloat32 } from './stored-float32.ts';

/** A tensor with its validated location; `begin` is a byte offset in its file. */
interface PlacedTensor {
  file: FileBytes;
  info: GgufTensorInfo;
  type: StoredType;
  rows: number;
  cols: number;
  begin: number;
  bytes: number;
}

/**
 * Opens a GGUF model; `path` is the first file of a split model. Throws `CheckpointError` for a file that is corrupt,
 * truncated or of an unsupported kind.
 */
export function openGguf(path: string): Checkpoint {
  const files = new GgufFiles(path);
  try {
    const placed = placeTensors(files);
    const config = configOf(files, placed);
    const tensors = new Map<string, CheckpointTensor>();
    for (const tensor of placed.values()) {
      const name = huggingFaceName(config, tensor.info.name);
      if (name === null) continue;
      for (const one of isOfExperts(tensor.info.name) ? ofEachExpert(tensor, name, config) : [{ name, tensor }]) {
        if (tensors.has(one.name)) throw new CheckpointError(`${path}: corrupt: tensor ${one.name} appears twice`);
        tensors.set(one.name, lazyTensor(one.tensor, one.name, config));
      }
    }
    checkTensors(path, config, tensors);
    return { config, tensors, close: () => files.close() };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** Splits a stacked tensor into one per expert. Throws `CheckpointError` if it has another number of experts. */
function ofEachExpert(
  tensor: PlacedTensor,
  stacked: string,
  config: ModelConfig,
): { name: string; tensor: PlacedTensor }[] {
  const { file, info, type, rows, cols, begin, bytes } = tensor;
  const experts = mixtureOf(config)?.experts ?? 1;
  const found = info.dims[info.name.endsWith('.bias') ? 1 : 2] ?? 1;
  if (found !== experts) {
    throw new CheckpointError(
      `${file.path}: tensor ${info.name}: has ${found} experts; the metadata requires ${experts}`,
    );
  }
  return Array.from({ length: experts }, (_, expert) => ({
    name: nameOfExpert(stacked, expert),
    tensor: {
      file,
      info,
      type,
      rows: rows / experts,
      cols,
      begin: begin + (expert * bytes) / experts,
      bytes: bytes / experts,
    },
  }));
}

/** Returns the config alone. Throws `CheckpointError`, also for a tensor table that does not fit the file. */
export function readGgufConfig(files: GgufFiles): ModelConfig {
  return configOf(files, placeTensors(files));
}

function configOf(files: GgufFiles, placed: ReadonlyMap<string, PlacedTensor>): ModelConfig {
  const embedding = placed.get('token_embd.weight');
  if (embedding === undefined) throw new CheckpointError(`${files.path}: tensor token_embd.weight is missing`);
  return ggufConfig(files.metadata, {
    vocabSize: embedding.rows,
    tied: !placed.has('output.weight'),
    attentionBias: placed.has('blk.0.attn_q.bias'),
    ropeDivisors: readRopeFactors(placed.get(ROPE_DIVISORS)),
    shortFactors: readRopeFactors(placed.get(LONGROPE_FACTORS.short)),
    longFactors: readRopeFactors(placed.get(LONGROPE_FACTORS.long)),
  });
}

function placeTensors({ parts }: GgufFiles): Map<string, PlacedTensor> {
  const tensors = new Map<string, PlacedTensor>();
  for (const part of parts) {
    for (const tensor of placePart(part)) {
      if (tensors.has(tensor.info.name)) {
        throw new CheckpointError(`${part.file.path}: tensor ${tensor.info.name} is also in another part`);
      }
      tensors.set(tensor.info.name, tensor);
    }
  }
  return tensors;
}

function placePart({ file, header }: GgufPart): PlacedTensor[] {
  const placed = header.tensors.map((info) => placeTensor(file, header, info));
  const inOrder = [...placed].sort((a, b) => a.begin - b.begin);
  for (let i = 1; i < inOrder.length; i++) {
    const [before, after] = [inOrder[i - 1], inOrder[i]];
    if (before.begin + before.bytes > after.begin) {
      throw new CheckpointError(`${file.path}: corrupt: tensors ${before.info.name} and ${after.info.name} overlap`);
    }
  }
  return placed;
}

function placeTensor(file: FileBytes, header: GgufHeader, info: GgufTensorInfo): PlacedTensor {
  const fail = (what: string): never => {
    throw new CheckpointError(`${file.path}: tensor ${info.name}: ${what}`);
  };
  const type = ggufTensorType(file.path, info);
  const [cols, rowsOfOne = 1, third = 1, ...outer] = info.dims;
  const matrices = isOfExperts(info.name) ? third : 1;
  if (third !== matrices || outer.some((size) => size !== 1)) {
    fail(`${info.dims.length} dimensions; vectors and matrices are allowed`);
  }
  const rows = rowsOfOne * matrices;
  if (cols < 1 || rows < 1) fail('a dimension is 0');
  if (cols % blockElements(type) !== 0) fail(`rows of ${cols} elements are not a multiple of the ${type} block size`);
  if (BigInt(cols) * BigInt(rows) > BigInt(Number.MAX_SAFE_INTEGER) / 8n) fail(`corrupt: ${rows} x ${cols} elements`);
  if (info.offset % header.alignment !== 0)
    fail(`corrupt: offset ${info.offset} is not aligned to ${header.alignment}`);
  const bytes = rows * rowBytes(type, cols);
  const begin = header.dataStart + info.offset;
  if (begin + bytes > file.size) {
    fail(`truncated or corrupt: its ${bytes} bytes at ${begin} extend beyond the end of the file at ${file.size}`);
  }
  return { file, info, type, rows, cols, begin, bytes };
}

function readRopeFactors(tensor: PlacedTensor | undefined): Float32Array | null {
  if (tensor === undefined) return null;
  const { file, info } = tensor;
  if (tensor.type !== 'f32') throw new CheckpointError(`${file.path}: tensor ${info.name} is not f32`);
  return new Float32Array(file.read(tensor.begin, tensor.bytes).buffer);
}

function lazyTensor(placed: PlacedTensor, name: string, config: ModelConfig): CheckpointTensor {
  const { file, rows, cols, type } = placed;
  const permuted = isPermuted(config, name);
  const offset = storedOffset(config, name);
  if (offset !== 0 && type !== 'f32') throw new CheckpointError(`${file.path}: tensor ${name} is not f32`);
  const readRows = (start: number, count: number): Uint8Array => {
    if (start < 0 || count < 0 || start + count > rows) {
      throw new CheckpointError(
        `${file.path}: tensor ${name}: rows ${start} to ${start + count} are out of range; the tensor has ${rows} rows`,
      );
    }
    const stride = rowBytes(type, cols);
    if (offset !== 0) return lessened(file.read(placed.begin + start * stride, count * stride), offset);
    if (!permuted) return file.read(placed.begin + start * stride, count * stride);
    if (rows === 1) return unpermute(file.read(placed.begin, stride), 0, cols, stride / cols, config.head_dim);
    // The permutation stays within a head, so reading the whole heads around the wanted rows is enough.
    const first = start - (start % config.head_dim);
    const end = Math.min(rows, Math.ceil((start + count) / config.head_dim) * config.head_dim);
    const heads = file.read(placed.begin + first * stride, (end - first) * stride);
    return unpermute(heads, start - first, count, stride, config.head_dim);
  };
  return { name, rows, cols, type, readRows };
}

/** Subtracts `offset` from float32 values. */
function lessened(bytes: Uint8Array, offset: number): Uint8Array {
  const values = storedToFloat32('f32', bytes).map((value) => value - offset);
  return new Uint8Array(values.buffer);
}

function unpermute(heads: Uint8Array, start: number, count: number, stride: number, headDim: number): Uint8Array {
  const out = new Uint8Array(count * stride);
  for (let i = 0; i < count; i++) {
    const from = permutedRow(start + i, headDim) * stride;
    out.set(heads.subarray(from, from + stride), i * stride);
  }
  return out;
}

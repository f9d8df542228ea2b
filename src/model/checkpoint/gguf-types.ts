import { CheckpointError, type StoredType } from './checkpoint.ts';
import type { PlainType } from './float-formats.ts';
import type { BlockType } from './ggml-blocks.ts';
import type { GgufTensorInfo } from './gguf-header.ts';

/** The supported tensor types, by their ids in ggml.h. */
const SUPPORTED: Record<number, PlainType | BlockType | undefined> = {
  0: 'f32',
  1: 'f16',
  2: 'q4_0',
  3: 'q4_1',
  6: 'q5_0',
  7: 'q5_1',
  8: 'q8_0',
  10: 'q2_k',
  11: 'q3_k',
  12: 'q4_k',
  13: 'q5_k',
  14: 'q6_k',
  20: 'iq4_nl',
  23: 'iq4_xs',
  30: 'bf16',
  39: 'mxfp4',
};
/** Names of unsupported types for error messages, by id. */
const OTHERS: Record<number, string | undefined> = {
  9: 'Q8_1',
  15: 'Q8_K',
  16: 'IQ2_XXS',
  17: 'IQ2_XS',
  18: 'IQ3_XXS',
  19: 'IQ1_S',
  21: 'IQ3_S',
  22: 'IQ2_S',
  24: 'I8',
  25: 'I16',
  26: 'I32',
  27: 'I64',
  28: 'F64',
  29: 'IQ1_M',
  34: 'TQ1_0',
  35: 'TQ2_0',
};

/** Returns the id of a stored type in ggml.h. Throws RangeError for a type that GGUF lacks. */
export function ggufTypeId(type: StoredType): number {
  const id = Object.keys(SUPPORTED).find((known) => SUPPORTED[Number(known)] === type);
  if (id === undefined) throw new RangeError(`GGUF has no type ${type}`);
  return Number(id);
}

/** Returns the stored type of a GGUF tensor. Throws `CheckpointError` that names the type and the supported ones. */
export function ggufTensorType(path: string, info: GgufTensorInfo): StoredType {
  const type = SUPPORTED[info.typeId];
  if (type !== undefined) return type;
  const name = OTHERS[info.typeId] ?? `unknown type ${info.typeId}`;
  const allowed = Object.values(SUPPORTED).map((known) => known?.toUpperCase());
  throw new CheckpointError(
    `${path}: tensor ${info.name} is stored as ${name}; ${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)} are supported`,
  );
}

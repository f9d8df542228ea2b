import { CheckpointError, type StoredType } from './checkpoint.ts';
import type { GgufTensorInfo } from './gguf-header.ts';

const SUPPORTED: Record<number, StoredType | undefined> = {
  0: 'f32',
  1: 'f16',
  2: 'q4_0',
  3: 'q4_1',
  8: 'q8_0',
  30: 'bf16',
};
/** The other ids of ggml.h, to name them in errors. */
const OTHERS: Record<number, string | undefined> = {
  6: 'Q5_0',
  7: 'Q5_1',
  9: 'Q8_1',
  10: 'Q2_K',
  11: 'Q3_K',
  12: 'Q4_K',
  13: 'Q5_K',
  14: 'Q6_K',
  15: 'Q8_K',
  16: 'IQ2_XXS',
  17: 'IQ2_XS',
  18: 'IQ3_XXS',
  19: 'IQ1_S',
  20: 'IQ4_NL',
  21: 'IQ3_S',
  22: 'IQ2_S',
  23: 'IQ4_XS',
  24: 'I8',
  25: 'I16',
  26: 'I32',
  27: 'I64',
  28: 'F64',
  29: 'IQ1_M',
  34: 'TQ1_0',
  35: 'TQ2_0',
  39: 'MXFP4',
};

/** The id of a stored type in ggml.h. */
export function ggufTypeId(type: StoredType): number {
  return Number(Object.keys(SUPPORTED).find((id) => SUPPORTED[Number(id)] === type));
}

/** The stored type of a GGUF tensor. Throws `CheckpointError` naming the type and the ones that are allowed. */
export function ggufTensorType(path: string, info: GgufTensorInfo): StoredType {
  const type = SUPPORTED[info.typeId];
  if (type !== undefined) return type;
  const name = OTHERS[info.typeId] ?? `unknown type ${info.typeId}`;
  throw new CheckpointError(
    `${path}: tensor ${info.name} is stored as ${name}; F32, F16, BF16, Q8_0, Q4_0 and Q4_1 are supported`,
  );
}

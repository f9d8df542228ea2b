import { randomFillSync } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TOY_CONFIG } from '../../scripts/toy-model.ts';
import { rowBytes, type StoredType } from '../../src/model/checkpoint/checkpoint.ts';
import { expectedShapes, isRouter } from '../../src/model/checkpoint/expected-tensors.ts';
import {
  type GgufPair,
  ggufHeader,
  ggufPadding,
  integersPair,
  stringPair,
  stringsPair,
  u32Pair,
} from '../../src/model/checkpoint/gguf-bytes.ts';
import { ggufName, stackedName } from '../../src/model/checkpoint/gguf-layout.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { safetensorsHeader } from '../../src/model/checkpoint/safetensors-bytes.ts';
import { ggufArchitecture, ggufConfigPairs } from '../../src/model/export/gguf-config-pairs.ts';
import { BYTE_CHARACTERS } from '../../src/model/text/byte-characters.ts';
import { NORMAL, UNUSED } from '../../src/model/text/gguf-tokenizer.ts';

interface DescribedTensor {
  name: string;
  dtype: string;
  shape: readonly number[];
  bytes: number;
}

const SHAPE = {
  ...{ hidden_size: 1024, intermediate_size: 4096, num_hidden_layers: 4, vocab_size: 65_536 },
  ...{ num_attention_heads: 16, num_key_value_heads: 4, head_dim: 64, tie_word_embeddings: true },
};
type GgufKind = 'q4_0' | 'q4_k' | 'q8_0' | 'mxfp4';

export type SyntheticKind = 'bf16' | 'gptq' | GgufKind;

/**
 * Writes a checkpoint in `shards` files, and returns its path. All weights are zero, as holes on the disk; q4_0 and
 * mxfp4 have random weights, and norms of one. In mxfp4, attention is in q8_0.
 */
export function writeSynthetic(folder: string, kind: SyntheticKind, shards: number, own = {}): string {
  const config = { ...TOY_CONFIG, ...SHAPE, ...own };
  mkdirSync(folder, { recursive: true });
  if (kind !== 'bf16' && kind !== 'gptq') return writeGguf(folder, config, kind, shards);
  const quantization_config = { quant_method: 'gptq', bits: 4, group_size: 128, desc_act: false, sym: true };
  const json = kind === 'gptq' ? { ...config, quantization_config } : config;
  writeFileSync(join(folder, 'config.json'), JSON.stringify(json));
  const parts = dealt(
    shapes(config).flatMap(([name, shape]) => describe(name, shape, kind)),
    shards,
  );
  const weight_map: Record<string, string> = {};
  for (const [index, tensors] of parts.entries()) {
    const file = `model-${index + 1}.safetensors`;
    for (const { name } of tensors) weight_map[name] = file;
    const header = safetensorsHeader(tensors, { format: 'pt' });
    writeFile(join(folder, file), header, tensors);
  }
  writeFileSync(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map }));
  return folder;
}

function describe(name: string, [rows, cols]: readonly [number, number], kind: 'bf16' | 'gptq'): DescribedTensor[] {
  const tensor = (own: string, dtype: string, shape: number[], size: number) => {
    return { name: own, dtype, shape, bytes: size * shape.reduce((product, dim) => product * dim, 1) };
  };
  if (rows === 1) return [tensor(name, 'BF16', [cols], 2)];
  if (kind === 'bf16' || !name.includes('_proj')) return [tensor(name, 'BF16', [rows, cols], 2)];
  const module = name.replace(/weight$/, '');
  return [
    tensor(`${module}qweight`, 'I32', [cols / 8, rows], 4),
    tensor(`${module}qzeros`, 'I32', [cols / 128, rows / 8], 4),
    tensor(`${module}scales`, 'F16', [cols / 128, rows], 2),
  ];
}

function writeGguf(folder: string, config: Record<string, unknown>, type: StoredType, shards: number): string {
  const parsed = parseModelConfig(folder, config);
  // The experts of a layer share a tensor.
  const together = Map.groupBy(shapes(config), ([name]) => stackedName(name) ?? name);
  const tensors = [...together].map(([whole, all]) => {
    const [name, [rows, cols]] = all[0];
    const stored = storedAs(type, name, rows);
    const own = rows === 1 ? [cols] : [rows, cols];
    const shape = name === whole ? own : [all.length, ...own];
    return { name: ggufName(parsed, whole), type: stored, shape, bytes: all.length * rows * rowBytes(stored, cols) };
  });
  const isRandom = type === 'q4_0' || type === 'mxfp4';
  const paths = dealt(tensors, shards).map((part, index) => {
    const own =
      index === 0
        ? [
            stringPair('general.architecture', ggufArchitecture(parsed)),
            ...ggufConfigPairs(parsed),
            ...tokenizerPairs(parsed.vocab_size),
          ]
        : [];
    const split = [
      u32Pair('split.no', index),
      u32Pair('split.count', shards),
      u32Pair('split.tensors.count', tensors.length),
    ];
    const number = (count: number) => String(count).padStart(5, '0');
    const path = join(folder, `synthetic-${number(index + 1)}-of-${number(shards)}.gguf`);
    const data = part.map(({ name, type: stored, bytes }) => {
      return { bytes: bytes + ggufPadding(bytes).length, repeated: isRandom ? repeated(stored, name) : undefined };
    });
    writeFile(path, ggufHeader([...own, ...split], part), data);
    return path;
  });
  return paths[0];
}

function storedAs(type: StoredType, name: string, rows: number): StoredType {
  if (rows === 1 || isRouter(name)) return 'f32';
  return type === 'mxfp4' && name.includes('self_attn') ? 'q8_0' : type;
}

function shapes(config: Record<string, unknown>) {
  return [...expectedShapes(parseModelConfig('synthetic', config))];
}

/** Deals tensors to shards of about the same bytes. */
function dealt<Tensor extends { bytes: number }>(tensors: readonly Tensor[], shards: number): Tensor[][] {
  const parts: Tensor[][] = Array.from({ length: shards }, () => []);
  const most = sum(tensors) / shards;
  let part = 0;
  for (const tensor of tensors) {
    if (part < shards - 1 && parts[part].length > 0 && sum(parts[part]) + tensor.bytes / 2 > most) part++;
    parts[part].push(tensor);
  }
  return parts;
}

function sum(tensors: readonly { bytes: number }[]): number {
  return tensors.reduce((total, { bytes }) => total + bytes, 0);
}

/** Returns a tokenizer whose tokens are the bytes; all others have no text. */
function tokenizerPairs(vocabulary: number): GgufPair[] {
  const names = Array.from({ length: vocabulary }, (_, id) => (id < 256 ? BYTE_CHARACTERS[id] : `[PAD${id}]`));
  return [
    stringPair('tokenizer.ggml.model', 'gpt2'),
    stringPair('tokenizer.ggml.pre', 'llama-bpe'),
    stringsPair('tokenizer.ggml.tokens', names),
    integersPair(
      'tokenizer.ggml.token_type',
      names.map((_, id) => (id < 256 ? NORMAL : UNUSED)),
    ),
    stringsPair('tokenizer.ggml.merges', []),
    u32Pair('tokenizer.ggml.bos_token_id', 0),
    u32Pair('tokenizer.ggml.eos_token_id', 0),
  ];
}

/** Data of a tensor: `repeated` fills its bytes; without it they are a hole. */
interface TensorData {
  bytes: number;
  repeated?: Uint8Array;
}

function writeFile(path: string, header: Uint8Array, tensors: readonly TensorData[]): void {
  const file = openSync(path, 'w');
  writeSync(file, header);
  let end = header.length;
  for (const { bytes, repeated } of tensors) {
    for (let at = 0; repeated && at < bytes; at += repeated.length) {
      writeSync(file, repeated, 0, Math.min(repeated.length, bytes - at), end + at);
    }
    end += bytes;
  }
  ftruncateSync(file, end);
  closeSync(file);
}

/** Returns repeated bytes of a GGUF tensor. Their length divides no row, so that rows differ. */
function repeated(stored: StoredType, name: string): Uint8Array | undefined {
  // Routers are random too: among equal experts, always the first would be chosen.
  const isNorm = !name.includes('ffn_gate_inp.weight');
  const floats = (value: () => number) => new Uint8Array(Float32Array.from({ length: 4099 }, value).buffer);
  if (stored === 'f32') return floats(() => (isNorm ? 1 : Math.random() - 0.5));
  const scale = SCALES[stored];
  return scale && randomBlocks(rowBytes(stored, 32), scale);
}

/** Scales of blocks of 32: 2^-8 or, for larger integers, 2^-12, in f16 or as MXFP4 stores it. */
const SCALES: Partial<Record<StoredType, readonly number[]>> = {
  q4_0: [0x00, 0x1c],
  q8_0: [0x00, 0x0c],
  mxfp4: [120],
};

/** Returns blocks of one scale and random integers. */
function randomBlocks(size: number, scale: readonly number[]): Uint8Array {
  const blocks = 65_537;
  const bytes = new Uint8Array(blocks * size);
  randomFillSync(bytes);
  for (let block = 0; block < blocks; block++) bytes.set(scale, block * size);
  return bytes;
}

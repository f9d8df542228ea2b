import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, CheckpointError, type CheckpointTensor, rowBytes } from './checkpoint.ts';
import { hasJoinedExperts } from './config.ts';
import { checkTensorCount, checkTensors, expectedShapes } from './expected-tensors.ts';
import { gptOssExperts } from './gpt-oss-experts.ts';
import { parseModelConfig } from './hf-config.ts';
import { isJsonObject, readJsonObject } from './json-file.ts';
import type { PlacedEntry } from './quantized/module-tensors.ts';
import { parseQuantization } from './quantized/quantization-config.ts';
import { quantizedTensors } from './quantized/quantized-tensors.ts';
import { SafetensorsFile } from './safetensors-file.ts';
import type { SafetensorsEntry } from './safetensors-header.ts';
import { textConfig, textTensorName } from './text-config.ts';

const INDEX = 'model.safetensors.index.json';
const SINGLE = 'model.safetensors';
const UNUSED = /\.rotary_emb\.inv_freq$/;

/** Opens a folder with `config.json` and one or several safetensors files. Throws `CheckpointError`. */
export function openSafetensors(folder: string): Checkpoint {
  const configPath = join(folder, 'config.json');
  const json = readJsonObject(configPath);
  if (json === null) throw new CheckpointError(`${configPath}: no such file`);
  const config = parseModelConfig(configPath, json);
  const quantization = parseQuantization(configPath, textConfig(json));
  const files = new Map<string, SafetensorsFile>();
  const close = () => {
    for (const file of files.values()) file.close();
  };
  try {
    const placed = new Map<string, PlacedEntry>();
    for (const [storedName, shard] of tensorPlaces(folder, files)) {
      const name = textTensorName(json, storedName);
      if (name === null) continue;
      const file = openShard(folder, shard, files);
      const entry = file.entry(storedName);
      const unused = UNUSED.test(name) || (config.tie_word_embeddings && name === 'lm_head.weight');
      if (!unused) placed.set(name, { file, entry });
    }
    const experts = hasJoinedExperts(config) ? gptOssExperts(config, placed) : [];
    if (!quantization && [...placed.keys()].some((name) => name.endsWith('.qweight'))) {
      throw new CheckpointError(`${configPath}: quantization_config is missing, although tensors are named qweight`);
    }
    const { tensors, plain } = quantization
      ? quantizedTensors(quantization, placed)
      : { tensors: new Map<string, CheckpointTensor>(), plain: placed };
    for (const [name, tensor] of experts) tensors.set(name, tensor);
    checkTensorCount(folder, config, tensors.size + plain.size);
    const expected = expectedShapes(config);
    for (const [name, { file, entry }] of plain) {
      const isZeroBias = quantization && !expected.has(name) && name.endsWith('.bias') && isZero(file, entry);
      if (!isZeroBias) tensors.set(name, lazyTensor(name, file, entry));
    }
    checkTensors(folder, config, tensors);
    return { config, tensors, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns the file of each tensor, from the index of a sharded checkpoint or the single file's header. */
function tensorPlaces(folder: string, files: Map<string, SafetensorsFile>): [name: string, shard: string][] {
  const indexPath = join(folder, INDEX);
  const index = readJsonObject(indexPath);
  if (index === null) {
    if (!existsSync(join(folder, SINGLE))) {
      const found = readdirSync(folder).slice(0, 20).join(', ');
      throw new CheckpointError(`${folder}: it has neither ${SINGLE} nor ${INDEX}; it has: ${found}`);
    }
    return [...openShard(folder, SINGLE, files).entries.keys()].map((name) => [name, SINGLE]);
  }
  const map = index.weight_map;
  if (!isJsonObject(map)) throw new CheckpointError(`${indexPath}: weight_map must be an object`);
  return Object.entries(map).map(([name, shard]) => {
    if (typeof shard !== 'string' || !/^[\w.-]+\.safetensors$/.test(shard)) {
      throw new CheckpointError(`${indexPath}: tensor ${name}: ${JSON.stringify(shard)} is not a file of this folder`);
    }
    return [name, shard];
  });
}

function openShard(folder: string, shard: string, files: Map<string, SafetensorsFile>): SafetensorsFile {
  const open = files.get(shard) ?? new SafetensorsFile(join(folder, shard));
  files.set(shard, open);
  return open;
}

/** Returns whether a bias is all zeros: AutoGPTQ writes a zero bias for every matrix without a bias. */
function isZero(file: SafetensorsFile, entry: SafetensorsEntry): boolean {
  const most = 2 ** 22;
  return (
    entry.end - entry.begin <= most && file.readBytes(entry, 0, entry.end - entry.begin).every((byte) => byte === 0)
  );
}

function lazyTensor(name: string, file: SafetensorsFile, entry: SafetensorsEntry): CheckpointTensor {
  const type = file.plainType(entry);
  const [first, second, ...outer] = entry.shape;
  if (first === undefined || outer.length > 0) {
    throw new CheckpointError(
      `${file.path}: tensor ${entry.name} has ${entry.shape.length} dimensions; vectors and matrices are allowed`,
    );
  }
  const [rows, cols] = second === undefined ? [1, first] : [first, second];
  const stride = rowBytes(type, cols);
  const readRows = (start: number, count: number) => file.readBytes(entry, start * stride, count * stride);
  return { name, rows, cols, type, readRows };
}

import { setImmediate } from 'node:timers/promises';
import { allocate, allocateWith, type DeviceBuffer, upload } from '../compute/buffer.ts';
import type { Device } from '../compute/device.ts';
import { DeviceOutOfMemoryError } from '../compute/errors.ts';
import { bytesForMatrices, copiedForMatrices } from '../compute/ops/matrix-tiles.ts';
import {
  BLOCK_BYTES,
  f16TermsOf,
  TILE_ROWS,
  tiledBytes,
  type WeightMatrix,
  type WeightShard,
  type WeightType,
} from '../compute/ops/weight.ts';
import { Recorder } from '../compute/recorder.ts';
import { type Checkpoint, CheckpointError, type CheckpointTensor } from './checkpoint/checkpoint.ts';
import {
  hasFusedProjections,
  hasOutputBias,
  hasPostNorms,
  hasPreNorms,
  hasSinks,
  type Mixture,
  type ModelConfig,
  mixtureOf,
  normOffset,
} from './checkpoint/config.ts';
import { biasName, expertNames, routerName } from './checkpoint/expected-tensors.ts';
import { storedToFloat32 } from './checkpoint/stored-float32.ts';
import type { Precision } from './model-files.ts';
import {
  inF16Range,
  isExactInF16,
  KEPT_AS,
  keptType,
  packBlocks,
  quantiseWeights,
  tiledRows,
} from './weight-blocks.ts';
import { sumOfForms, type WeightForm } from './weight-forms.ts';

/** Weights of one decoder layer. q, k, v and gate, up are fused by rows, so one dispatch computes each group. */
export interface LayerWeights {
  /** Input norm of the attention block, [D]; undefined in OLMo 2, as is `postNorm`. */
  inputNorm: DeviceBuffer | undefined;
  /** [(H + 2 K) E, D] */
  qkv: WeightMatrix;
  /** Norms of q and k: per head, [E] (Qwen3), or over all heads, [H E] and [K E] (OLMo 2). */
  qNorm: DeviceBuffer | undefined;
  kNorm: DeviceBuffer | undefined;
  /** [H] scores of the attention sinks (gpt-oss). */
  sinks: DeviceBuffer | undefined;
  /** [D, H E] */
  o: WeightMatrix;
  /** Input norm of the FFN block, [D]. */
  postNorm: DeviceBuffer | undefined;
  /** Output norms of the two blocks, [D] each (OLMo 2, Gemma). */
  attentionNorm: DeviceBuffer | undefined;
  ffnNorm: DeviceBuffer | undefined;
  /** [X, D], for a mixture of experts. */
  router: WeightMatrix | undefined;
  /** [2 F, D]; for X experts [2 X F, D], all gate rows before all up rows. */
  gateUp: WeightMatrix;
  /** [D, F]; for X experts [X D, F]. */
  down: WeightMatrix;
}

export interface DecoderWeights {
  config: ModelConfig;
  /** [V, D]; with tied embeddings also the LM head, unless that is a copy in the tiles of subgroup matrices. */
  embedding: WeightMatrix;
  layers: LayerWeights[];
  norm: DeviceBuffer;
  head: WeightMatrix;
  parameters: number;
  bytes: number;
  precision: Precision;
  /** Formats of the matrices in the checkpoint and on the device. */
  forms: WeightForm[];
}

/**
 * Uploads a checkpoint. Matrices keep their stored format or get the nearest device format (`KEPT_AS`). Precision f16
 * rounds f32 matrices; int8 quantises floating-point matrices, except an embedding that is not the LM head as well.
 * If the device multiplies f16 by subgroup matrices, 16-bit and 32-bit matrices are stored in their tiles (for f32-high
 * only if f16 is exact); a tied embedding is then stored twice. Experts are never in such tiles, and a router keeps its
 * stored format. Throws CheckpointError if a tensor is missing or its width is not a multiple of 32, and
 * DeviceOutOfMemoryError if the device is too small.
 */
export async function uploadWeights(
  device: Device,
  checkpoint: Checkpoint,
  precision: Precision = 'f32',
  progress: (done: number) => void = () => {},
): Promise<DecoderWeights> {
  const { config } = checkpoint;
  const loader = new Loader(device, checkpoint, precision);
  const exact = new Loader(device, checkpoint, 'f32');
  const layers: LayerWeights[] = [];
  const lookUp = config.tie_word_embeddings ? loader : exact;
  const embedding = await lookUp.stored(['model.embed_tokens.weight']);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    layers.push(await loader.layer(`model.layers.${layer}`, exact));
    progress((layer + 1) / config.num_hidden_layers);
  }
  const norm = await loader.norm('model.norm.weight', config.logits_scaling);
  const head = config.tie_word_embeddings
    ? await loader.forMatrices(embedding, { isKept: true })
    : await loader.matrix(['lm_head.weight']);
  device.check();
  const parameters = loader.parameters + exact.parameters;
  const bytes = loader.bytes + exact.bytes;
  return {
    config,
    embedding,
    layers,
    norm,
    head,
    parameters,
    bytes,
    precision,
    forms: sumOfForms(loader.forms, exact.forms),
  };
}

class Loader {
  parameters = 0;
  bytes = 0;
  /** Parameter counts by stored format and device format. */
  readonly forms: WeightForm[] = [];
  readonly #device: Device;
  readonly #checkpoint: Checkpoint;
  readonly #precision: Precision;
  /** Shards that f32-high may multiply by subgroup matrices, because f16 is exact. */
  readonly #exactInF16 = new WeakSet<WeightShard>();

  constructor(device: Device, checkpoint: Checkpoint, precision: Precision) {
    this.#device = device;
    this.#checkpoint = checkpoint;
    this.#precision = precision;
  }

  /** Loads one layer. `exact` loads the tensors that keep their stored format. */
  async layer(prefix: string, exact: Loader): Promise<LayerWeights> {
    const { config } = this.#checkpoint;
    const { attention_bias: biased, qk_norm: normed } = config;
    const isFused = hasFusedProjections(config);
    const attention = (isFused ? ['qkv_proj'] : ['q_proj', 'k_proj', 'v_proj']).map(
      (name) => `${prefix}.self_attn.${name}`,
    );
    const weights = (names: string[]) => names.map((name) => `${name}.weight`);
    const [isPreNormed, isPostNormed] = [hasPreNorms(config), hasPostNorms(config)];
    // With output norms this is the output norm of attention, else the input norm of the FFN.
    const afterAttention = await this.norm(`${prefix}.post_attention_layernorm.weight`);
    const beforeFfn = isPostNormed ? `${prefix}.pre_feedforward_layernorm.weight` : undefined;
    const qkv = await this.matrix(weights(attention));
    if (biased) qkv.bias = await this.#join(attention.map((name) => `${name}.bias`));
    const o = await this.matrix([`${prefix}.self_attn.o_proj.weight`]);
    if (hasOutputBias(config)) o.bias = await this.#join([`${prefix}.self_attn.o_proj.bias`]);
    return {
      inputNorm: isPreNormed ? await this.norm(`${prefix}.input_layernorm.weight`) : undefined,
      qkv,
      qNorm: normed ? await this.norm(`${prefix}.self_attn.q_norm.weight`) : undefined,
      kNorm: normed ? await this.norm(`${prefix}.self_attn.k_norm.weight`) : undefined,
      sinks: hasSinks(config) ? await this.#join([`${prefix}.self_attn.sinks`]) : undefined,
      o,
      postNorm: isPreNormed ? await (beforeFfn ? this.norm(beforeFfn) : afterAttention) : undefined,
      attentionNorm: isPostNormed ? afterAttention : undefined,
      ffnNorm: isPostNormed ? await this.norm(`${prefix}.post_feedforward_layernorm.weight`) : undefined,
      ...(await this.#feedForward(prefix, exact)),
    };
  }

  async #feedForward(prefix: string, exact: Loader): Promise<Pick<LayerWeights, 'router' | 'gateUp' | 'down'>> {
    const { config } = this.#checkpoint;
    const mixture = mixtureOf(config);
    if (mixture) return this.#experts(prefix, mixture, exact);
    const inner = hasFusedProjections(config) ? ['gate_up_proj'] : ['gate_proj', 'up_proj'];
    return {
      router: undefined,
      gateUp: await this.matrix(inner.map((name) => `${prefix}.mlp.${name}.weight`)),
      down: await this.matrix([`${prefix}.mlp.down_proj.weight`]),
    };
  }

  async #experts(prefix: string, { experts, width, biased }: Mixture, exact: Loader) {
    const { config } = this.#checkpoint;
    const named = (part: Parameters<typeof expertNames>[1]) => expertNames(prefix, part, experts);
    const routers = [routerName(config, prefix)];
    const inner = [...named('gate_proj'), ...named('up_proj')];
    const router = await exact.matrix(routers);
    const gateUp = await this.stored(inner, width);
    const down = await this.stored(named('down_proj'), config.hidden_size);
    if (biased) {
      router.bias = await this.#join(routers.map(biasName));
      gateUp.bias = await this.#join(inner.map(biasName));
      down.bias = await this.#join(named('down_proj').map(biasName));
    }
    return { router, gateUp, down };
  }

  /** Loads the weights of a norm, with the family's offset added, divided by `divisor`. */
  norm(name: string, divisor = 1): Promise<DeviceBuffer> {
    const offset = normOffset(this.#checkpoint.config);
    return this.#join([name], (value) => (offset + value) / divisor);
  }

  async #join(names: string[], change?: (value: number) => number): Promise<DeviceBuffer> {
    const parts = names.map((name) => {
      const tensor = this.#tensor(name);
      return storedToFloat32(tensor.type, tensor.readRows(0, tensor.rows));
    });
    const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(change ? part.map(change) : part, at);
      at += part.length;
    }
    this.parameters += joined.length;
    this.bytes += joined.byteLength;
    return allocateWith(this.#device, joined, names[0]);
  }

  /** Loads the rows of all named tensors as one matrix, in tiles of subgroup matrices if possible. */
  async matrix(names: string[]): Promise<WeightMatrix> {
    return this.forMatrices(await this.stored(names), { isKept: false });
  }

  /** Converts shards to the tiles of subgroup matrices, if device and shard allow. `isKept` keeps the originals. */
  async forMatrices(matrix: WeightMatrix, { isKept }: { isKept: boolean }): Promise<WeightMatrix> {
    const may = (shard: WeightShard) => matrix.half === true || this.#exactInF16.has(shard);
    if (!this.#device.matrix || !matrix.shards.some(may)) return matrix;
    const shards: WeightShard[] = [];
    for (const shard of matrix.shards) {
      shards.push(may(shard) ? await this.#shardForMatrices(shard, matrix, isKept) : shard);
    }
    return { ...matrix, shards };
  }

  async #shardForMatrices(shard: WeightShard, matrix: WeightMatrix, isKept: boolean): Promise<WeightShard> {
    const device = this.#device;
    const { cols: K } = matrix;
    const size = bytesForMatrices(shard, K);
    const buffer = size && (await this.#room(size));
    if (!buffer) return shard;
    const recorder = new Recorder(device);
    const copied = copiedForMatrices(recorder, shard, { K, buffer, summands: f16TermsOf(matrix) });
    await recorder.submitInPieces((piece) => piece());
    this.bytes += size;
    if (isKept) return copied;
    shard.buffer.gpu.destroy();
    this.bytes -= tiledBytes(shard.type, shard.rows, K);
    return copied;
  }

  /** Allocates a buffer; undefined if the device has no memory left, in which case matmuls are slower. */
  async #room(size: number): Promise<DeviceBuffer | undefined> {
    try {
      return await allocate(this.#device, size, 'weights for subgroup matrices');
    } catch (error) {
      if (error instanceof DeviceOutOfMemoryError) return undefined;
      throw error;
    }
  }

  /**
   * Loads the rows of all named tensors, in as few shards as types and the binding limit allow. Each shard has whole
   * groups of `group` rows.
   */
  async stored(names: string[], group = 1): Promise<WeightMatrix> {
    const tensors = names.map((name) => this.#tensor(name));
    const { cols } = tensors[0];
    if (cols % 32 !== 0)
      throw new CheckpointError(`${names[0]}: ${cols} columns; the number of columns must be a multiple of 32`);
    const shards: WeightShard[] = [];
    let rows = 0;
    const typeOf = (tensor: CheckpointTensor) => keptType(tensor, this.#precision);
    for (const range of bufferRanges(tensors, typeOf, this.#device.maxBindingBytes, group)) {
      const shard = await this.#uploadRange(range, rows, cols);
      shards.push(shard);
      rows += shard.rows;
    }
    this.parameters += rows * cols;
    return { rows, cols, shards, half: this.#precision === 'f16', bias: undefined };
  }

  async #uploadRange(range: RowSpan[], rowStart: number, cols: number): Promise<WeightShard> {
    const type = keptType(range[0].tensor, this.#precision);
    const rowBytes = (cols / 32) * BLOCK_BYTES[type];
    const rows = range.reduce((sum, span) => sum + span.count, 0);
    const buffer = await allocate(this.#device, tiledBytes(type, rows, cols), range[0].tensor.name);
    for (const { tensor, count } of range) {
      this.forms.push({ stored: tensor.format ?? tensor.type, kept: type, parameters: count * cols });
    }
    let at = 0;
    let isExact = this.#precision === 'f32-high';
    for (const bytes of deviceBytes(range, type, Math.max(1, Math.floor((8 * 2 ** 20) / rowBytes)))) {
      upload(this.#device, buffer, bytes, at);
      isExact &&= isExactInF16(type, bytes);
      at += bytes.length;
      // Yields to the event loop: a layer of a large mixture takes so long that a watchdog would take it for hung.
      await setImmediate();
    }
    this.bytes += at;
    const shard: WeightShard = { buffer, type, rowStart, rows };
    if (isExact) this.#exactInF16.add(shard);
    return shard;
  }

  #tensor(name: string): CheckpointTensor {
    const tensor = this.#checkpoint.tensors.get(name);
    if (!tensor) throw new CheckpointError(`the checkpoint has no tensor ${name}`);
    return tensor;
  }
}

/** Yields the tiles of a range, about `slabRows` rows at a time. */
function* deviceBytes(range: RowSpan[], type: WeightType, slabRows: number): Generator<Uint8Array> {
  const { cols } = range[0].tensor;
  const bandBytes = tiledBytes(type, TILE_ROWS, cols);
  // Rows left over from the previous slab, too few for a tile.
  let left: Uint8Array = new Uint8Array(0);
  for (const { tensor, start, count } of range) {
    for (let done = 0; done < count; done += slabRows) {
      const slab = packed(tensor, type, start + done, Math.min(slabRows, count - done));
      const rows = left.length > 0 ? Buffer.concat([left, slab]) : slab;
      const whole = rows.length - (rows.length % bandBytes);
      if (whole > 0) yield tiledRows(type, rows.subarray(0, whole), cols);
      left = rows.subarray(whole);
    }
  }
  if (left.length > 0) yield tiledRows(type, left, cols);
}

/** Reads rows in the device format, before tiling: packed blocks, f16, or the stored bytes. */
function packed(tensor: CheckpointTensor, type: WeightType, start: number, count: number): Uint8Array {
  const stored = tensor.readRows(start, count);
  // q8 can hold MXFP4's integers exactly.
  if (KEPT_AS[tensor.type] === type || (tensor.type === 'mxfp4' && type === 'q8')) {
    return packBlocks(tensor.type, stored, type);
  }
  const values = storedToFloat32(tensor.type, stored);
  return type === 'f16' ? new Uint8Array(Float16Array.from(values, inF16Range).buffer) : quantiseWeights(values);
}

interface RowSpan {
  tensor: CheckpointTensor;
  start: number;
  count: number;
}

/**
 * Cuts the rows of several tensors into ranges of one type and of whole groups of rows, each of which fits one
 * binding. `group` is 1 or a multiple of the rows of a tile.
 */
function bufferRanges(
  tensors: CheckpointTensor[],
  typeOf: (tensor: CheckpointTensor) => WeightType,
  maxBytes: number,
  group: number,
): RowSpan[][] {
  const result: RowSpan[][] = [];
  let type: WeightType | undefined;
  let room = 0;
  for (const tensor of tensors) {
    const tensorType = typeOf(tensor);
    const unit = Math.max(TILE_ROWS, group);
    const maxRows = unit * Math.floor(maxBytes / tiledBytes(tensorType, unit, tensor.cols));
    if (maxRows === 0) {
      throw new DeviceOutOfMemoryError(`${tensor.name}: it does not fit in one binding of at most ${maxBytes} bytes`);
    }
    if (tensorType !== type) room = 0;
    type = tensorType;
    for (let start = 0; start < tensor.rows; ) {
      if (room === 0) {
        result.push([]);
        room = maxRows;
      }
      const count = Math.min(room, tensor.rows - start);
      result[result.length - 1].push({ tensor, start, count });
      start += count;
      room -= count;
    }
  }
  return result;
}

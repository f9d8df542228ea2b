import { allocate, type DeviceBuffer } from '../../src/compute/buffer.ts';
import type { Device } from '../../src/compute/device.ts';
import { bytesForMatrices } from '../../src/compute/ops/matrix-tiles.ts';
import { TILE_ROWS, tiledBytes, type WeightMatrix, type WeightType } from '../../src/compute/ops/weight.ts';
import {
  hasOutputBias,
  hasPostNorms,
  hasPreNorms,
  hasSinks,
  type ModelConfig,
  mixtureOf,
  normsAllHeads,
} from '../../src/model/checkpoint/config.ts';
import type { DecoderWeights, LayerWeights } from '../../src/model/device-weights.ts';
import type { Precision } from '../../src/model/model-files.ts';

/**
 * Returns weights of a model's real widths as `uploadWeights` lays them out, without writing a byte. In f16 and
 * f32-high the last layer is stored as on a device without room for the tiles of subgroup matrices.
 */
export async function emptyWeights(
  device: Device,
  config: ModelConfig,
  stored: WeightType,
  precision: Precision,
): Promise<DecoderWeights> {
  const { hidden_size: D, vocab_size: V, tie_word_embeddings: tied } = config;
  const served = precision === 'int8' && stored !== 'q4' ? 'q8' : stored;
  const half = precision === 'f16';
  const kept = (half || precision === 'f32-high') && device.matrix !== undefined;
  const embedding = { ...(await matrix(device, tied ? served : stored, V, D)), half };
  const layers: LayerWeights[] = [];
  for (let layer = 0; layer < config.num_hidden_layers; layer++)
    layers.push(await emptyLayer(device, config, served, { half, kept: kept && layer === 0 }));
  const norm = await vector(device, D);
  const own = async () => ({ ...(await matrix(device, served, V, D)), half });
  const head = kept ? await forMatrices(device, await own()) : tied ? embedding : await own();
  return { config, embedding, layers, norm, head, parameters: 0, bytes: 0, precision, forms: [] };
}

async function emptyLayer(
  device: Device,
  config: ModelConfig,
  type: WeightType,
  { half, kept }: { half: boolean; kept: boolean },
): Promise<LayerWeights> {
  const { hidden_size: D, intermediate_size: F, head_dim: E, num_attention_heads: H, num_key_value_heads: K } = config;
  const [isPreNormed, isPostNormed] = [hasPreNorms(config), hasPostNorms(config)];
  const isOverAll = normsAllHeads(config);
  const projection = async (rows: number, cols: number) => {
    const stored = { ...(await matrix(device, type, rows, cols)), half };
    return kept ? forMatrices(device, stored) : stored;
  };
  const mixture = mixtureOf(config);
  const biasOf = async (rows: number) => (mixture?.biased ? await vector(device, rows) : undefined);
  // As a loader does: the router is not rounded, and experts are never in the tiles of subgroup matrices.
  const ofExperts = async (rows: number, cols: number, group: number) => ({
    ...(await matrix(device, type, rows, cols, group)),
    half,
    bias: await biasOf(rows),
  });
  const qkv = await projection((H + 2 * K) * E, D);
  const o = await projection(D, H * E);
  if (config.attention_bias) qkv.bias = await vector(device, qkv.rows);
  if (hasOutputBias(config)) o.bias = await vector(device, D);
  return {
    inputNorm: isPreNormed ? await vector(device, D) : undefined,
    attentionNorm: isPostNormed ? await vector(device, D) : undefined,
    ffnNorm: isPostNormed ? await vector(device, D) : undefined,
    qkv,
    qNorm: config.qk_norm ? await vector(device, isOverAll ? H * E : E) : undefined,
    kNorm: config.qk_norm ? await vector(device, isOverAll ? K * E : E) : undefined,
    sinks: hasSinks(config) ? await vector(device, H) : undefined,
    o,
    postNorm: isPreNormed ? await vector(device, D) : undefined,
    router: mixture && { ...(await matrix(device, type, mixture.experts, D)), bias: await biasOf(mixture.experts) },
    gateUp: mixture
      ? await ofExperts(2 * mixture.experts * mixture.width, D, mixture.width)
      : await projection(2 * F, D),
    down: mixture ? await ofExperts(mixture.experts * D, mixture.width, D) : await projection(D, F),
  };
}

function vector(device: Device, size: number): Promise<DeviceBuffer> {
  return allocate(device, 4 * size, 'weights of nothing');
}

/** Converts a weight to the layout of devices with subgroup matrices. */
async function forMatrices(device: Device, stored: WeightMatrix): Promise<WeightMatrix> {
  const shards: WeightMatrix['shards'] = [];
  for (const shard of stored.shards) {
    const size = bytesForMatrices(shard, stored.cols);
    if (size === undefined) shards.push(shard);
    else {
      shard.buffer.gpu.destroy();
      const buffer = await allocate(device, size, 'weights of nothing');
      shards.push({ ...shard, buffer, type: 'f16', forMatrices: true });
    }
  }
  return { ...stored, shards };
}

async function matrix(
  device: Device,
  type: WeightType,
  rows: number,
  cols: number,
  group = TILE_ROWS,
): Promise<WeightMatrix> {
  const most = group * Math.floor(device.maxBindingBytes / tiledBytes(type, group, cols));
  const shards: WeightMatrix['shards'] = [];
  for (let rowStart = 0; rowStart < rows; rowStart += most) {
    const height = Math.min(most, rows - rowStart);
    const buffer = await allocate(device, tiledBytes(type, height, cols), 'weights of nothing');
    shards.push({ buffer, type, rowStart, rows: height });
  }
  return { rows, cols, shards, bias: undefined };
}

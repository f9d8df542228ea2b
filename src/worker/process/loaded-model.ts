import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { ALL_TOOL_MARKERS } from '../../inference/chat/tools/call-spelling.ts';
import { Engine, type EngineLimits } from '../../inference/engine/engine.ts';
import { MAX_WAITING } from '../../inference/generate-request.ts';
import { GrammarPool } from '../../inference/grammar/service/grammar-pool.ts';
import { GrammarService } from '../../inference/grammar/service/grammar-service.ts';
import { tokenizerInfo } from '../../inference/grammar/tokens/tokenizer-info.ts';
import type { ProcessorTable } from '../../inference/processors/processor-table.ts';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { ggufFile, openCheckpoint } from '../../model/checkpoint/checkpoint-open.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { Decoder } from '../../model/decoder.ts';
import { type DecoderWeights, uploadWeights } from '../../model/device-weights.ts';
import { defaultLora, type LoraSettings, loraLayout } from '../../model/lora-layout.ts';
import type { ServedModelFiles } from '../../model/model-files.ts';
import { hasTokenizer } from '../../model/text/folder-text.ts';
import { openModelText } from '../../model/text/model-text.ts';
import { bindableTokens } from '../../training/trainer/memory-plan.ts';
import type { LoadedModelReport } from '../protocol.ts';
import { deviceMemory } from './device-memory.ts';
import { cacheRoom } from './memory-budget.ts';
import { longRowsBytes, MAX_RUNNING, planServing } from './serving-plan.ts';

/** A base model on the device, with the engine that serves it and the decoder that training shares. */
export interface LoadedModel {
  decoder: Decoder;
  engine: Engine;
  /** LoRA settings of new adapters. */
  lora: LoraSettings;
  /** Bytes of device memory for weights, adapters and KV cache. */
  bytes: number;
  report: LoadedModelReport;
}

/** Prompt tokens whose log-probabilities one step computes. */
const MAX_SCORED = 32;
/** Rows of one step; few on CPU adapters, so that a long prompt does not delay every other sequence's next token. */
const STEP_TOKENS = { fallback: 64, gpu: 1024 };

/** Weights on the device without an engine yet. */
export interface UploadedModel {
  files: ServedModelFiles;
  weights: DecoderWeights;
}

/** Throws CheckpointError if the model cannot have adapters with these settings. */
function checkTargets(config: ModelConfig, { id, lora = defaultLora }: ServedModelFiles): void {
  try {
    loraLayout(config, lora);
  } catch (error) {
    if (error instanceof RangeError) throw new CheckpointError(`${id}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Uploads the weights of a model. Throws CheckpointError or DeviceOutOfMemoryError. */
export async function uploadModel(
  device: Device,
  files: ServedModelFiles,
  progress: (text: string) => void,
): Promise<UploadedModel> {
  const checkpoint = openCheckpoint(files.path);
  try {
    checkTargets(checkpoint.config, files);
    const weights = await uploadWeights(device, checkpoint, files.precision ?? 'f32', (done) => {
      progress(`loading ${files.id}: ${Math.round(done * 100)} %`);
    });
    return { files, weights };
  } finally {
    checkpoint.close();
  }
}

/**
 * Creates the engine of a model, whose adapters and KV cache take at most `roomBytes`. Uses the built-in logits
 * processors if none are given. Throws CheckpointError, DeviceOutOfMemoryError.
 */
export async function serveModel(
  device: Device,
  lock: DeviceLock,
  { files, weights }: UploadedModel,
  roomBytes: number,
  processors?: ProcessorTable,
  pool = new GrammarPool(),
): Promise<LoadedModel> {
  const { config, parameters, bytes: weightBytes, precision, forms } = weights;
  const plan = planServing(device, weights, files, roomBytes);
  const { adapterBytes, cacheType, contextLength } = plan;
  const limits: EngineLimits = {
    maxRunning: MAX_RUNNING,
    maxStepTokens: device.info.fallback ? STEP_TOKENS.fallback : STEP_TOKENS.gpu,
    maxScored: MAX_SCORED,
    maxWaiting: MAX_WAITING,
    contextLength,
    cacheTokens: plan.cacheTokens,
    adapterBytes,
  };
  const decoder = await Decoder.create(device, weights, plan.lora, {
    maxTokens: limits.maxStepTokens,
    maxLogits: MAX_RUNNING + MAX_SCORED,
    context: contextLength,
    cacheType,
  });
  const grammars = grammarsOf(files, config, pool);
  const identity = weightsIdentity(files, weights);
  const engine = await Engine.create(device, decoder, lock, limits, identity, processors, grammars);
  const trainingLength = Math.min(contextLength, bindableTokens(device, config));
  return {
    decoder,
    engine,
    lora: files.lora ?? defaultLora,
    bytes: weightBytes + adapterBytes + plan.cacheBytes,
    report: {
      id: files.id,
      precision,
      parameters,
      weightBytes,
      weights: forms,
      adapterBytes,
      maxPositionEmbeddings: config.max_position_embeddings,
      contextLength,
      trainingLength,
      cacheTokens: plan.cacheTokens,
      cacheBytes: plan.cacheBytes,
      cacheType,
      longerContexts: plan.longerContexts,
    },
  };
}

/**
 * Returns the grammar service of a model, or null for weights without a tokenizer, as in benchmarks, which serve no
 * chat. Throws CheckpointError.
 */
function grammarsOf({ path }: ServedModelFiles, config: ModelConfig, pool: GrammarPool): GrammarService | null {
  if (ggufFile(path) === null && !hasTokenizer(path)) return null;
  const { tokenizer } = openModelText(path);
  return new GrammarService(tokenizerInfo(tokenizer, config.vocab_size, ALL_TOOL_MARKERS), pool);
}

/** Uploads and serves the only model of a device. */
export async function loadModel(
  device: Device,
  lock: DeviceLock,
  files: ServedModelFiles,
  progress: (text: string) => void,
): Promise<LoadedModel> {
  const memory = await deviceMemory(device.info, progress);
  const uploaded = await uploadModel(device, files, progress);
  const job = { operator: null, longRows: longRowsBytes(device, uploaded.weights, files) };
  return serveModel(device, lock, uploaded, cacheRoom(memory, uploaded.weights.bytes, job));
}

/** Returns an identity of the weights: their origin and size. */
function weightsIdentity({ id, path }: ServedModelFiles, { parameters, bytes }: DecoderWeights): string {
  return `${id} ${path} ${parameters} ${bytes}`;
}

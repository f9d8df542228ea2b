import type { Device } from '../compute/device.ts';
import type { DeviceTurn } from '../compute/turn.ts';
import { ALL_TOOL_MARKERS } from '../inference/chat/tools/open-parser.ts';
import { Engine, type EngineLimits } from '../inference/engine/engine.ts';
import { cacheBytes, cacheTokens } from '../inference/engine/kv-cache.ts';
import { MAX_WAITING } from '../inference/generate-request.ts';
import { GrammarService } from '../inference/grammar/service/grammar-service.ts';
import type { StepGate } from '../inference/grammar/service/step-gate.ts';
import type { ProcessorTable } from '../inference/processors/processor-table.ts';
import { openCheckpoint } from '../model/checkpoint/checkpoint-open.ts';
import type { ModelConfig } from '../model/checkpoint/config.ts';
import { Decoder } from '../model/decoder.ts';
import { type DecoderWeights, uploadWeights } from '../model/device-weights.ts';
import { defaultLora, LORA_TARGETS, type LoraLayout, type LoraSettings, loraLayout } from '../model/lora-layout.ts';
import type { ServedModelFiles } from '../model/model-files.ts';
import type { LoadedModelReport } from './protocol.ts';
import { bindableTokens } from './training-memory.ts';

/** A base model on the device, with the engine that serves it and the decoder that training shares. */
export interface LoadedModel {
  decoder: Decoder;
  engine: Engine;
  /** Of the adapters that training begins. */
  lora: LoraSettings;
  /** Of device memory: weights and cached keys and values. */
  bytes: number;
  report: LoadedModelReport;
}

/** Sequences in one batch. */
const MAX_RUNNING = 64;
/** Prompt tokens that one step scores. */
const MAX_SCORED = 32;
/** Rows of one step; on CPU adapters small, so that a long prompt does not hold up everyone's next token. */
const STEP_TOKENS = { fallback: 64, gpu: 1024 };

/** Uploads a model and makes its engine; with the shipped logits processors where none are given. Throws CheckpointError or DeviceOutOfMemoryError. */
export async function loadModel(
  device: Device,
  turn: DeviceTurn,
  files: ServedModelFiles,
  progress: (text: string) => void,
  processors?: ProcessorTable,
  gate?: StepGate,
): Promise<LoadedModel> {
  const checkpoint = openCheckpoint(files.path);
  try {
    const { config } = checkpoint;
    const { precision = 'f32', lora = defaultLora } = files;
    const weights = await uploadWeights(device, checkpoint, precision, (done) => {
      progress(`loading ${files.id}: ${Math.round(done * 100)} %`);
    });
    const cached = cacheTokens(device, config);
    const limits: EngineLimits = {
      maxRunning: MAX_RUNNING,
      maxStepTokens: device.info.fallback ? STEP_TOKENS.fallback : STEP_TOKENS.gpu,
      maxScored: MAX_SCORED,
      maxWaiting: MAX_WAITING,
      contextLength: Math.min(config.max_position_embeddings, cached),
      cacheTokens: Math.min(cached, MAX_RUNNING * config.max_position_embeddings),
    };
    const decoder = await Decoder.create(device, weights, servedLayout(config, files), {
      maxTokens: limits.maxStepTokens,
      maxLogits: MAX_RUNNING + MAX_SCORED,
      context: limits.contextLength,
    });
    const identity = weightsIdentity(files, weights);
    const tokens = { path: files.path, V: config.vocab_size, marks: ALL_TOOL_MARKERS };
    const grammars = new GrammarService(tokens, undefined, undefined, gate);
    const engine = await Engine.create(device, decoder, turn, limits, identity, processors, grammars);
    const { parameters, bytes: weightBytes } = weights;
    const { contextLength } = limits;
    const trainingLength = Math.min(contextLength, bindableTokens(device, config));
    return {
      decoder,
      engine,
      lora,
      bytes: weightBytes + cacheBytes(config, limits.cacheTokens),
      report: { id: files.id, precision, parameters, weightBytes, contextLength, trainingLength },
    };
  } finally {
    checkpoint.close();
  }
}

/**
 * Room for adapters on any projection, of every rank up to the highest; scaled as the adapters that training begins, so
 * that these need no other factor here.
 */
function servedLayout(config: ModelConfig, { lora = defaultLora, highestRank = 0 }: ServedModelFiles): LoraLayout {
  const rank = Math.max(lora.rank, highestRank);
  return loraLayout(config, { rank, alpha: (lora.alpha / lora.rank) * rank, targets: LORA_TARGETS });
}

/** Differs for weights that differ: by where they come from, and by their size. */
function weightsIdentity({ id, path }: ServedModelFiles, { parameters, bytes }: DecoderWeights): string {
  return `${id} ${path} ${parameters} ${bytes}`;
}

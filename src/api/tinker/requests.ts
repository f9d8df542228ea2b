import { randomInt } from 'node:crypto';
import type {
  TinkerCreateModelRequest,
  TinkerLoadWeightsRequest,
  TinkerOptimStepRequest,
  TinkerSaveExternalRequest,
  TinkerSaveWeightsRequest,
} from '../../generated/types.ts';
import type { ServedModel, ServedModels } from '../../inference/served-models.ts';
import type { LoraTarget } from '../../model/lora-layout.ts';
import type { AdamSettings } from '../../training/trainer/trainer.ts';
import type { FreshAdapter } from '../../worker/protocol.ts';
import { ApiError } from '../errors/api-error.ts';
import type { FutureResult } from './futures.ts';
import type { SavedWeights, SaveOptions } from './saved-weights.ts';
import type { TinkerSession, TinkerSessions } from './sessions.ts';
import { TrainedModel, type TrainedModelParts } from './trained-model.ts';
import type { RecordedResult } from './work-starter.ts';

export interface TinkerRequestParts extends TrainedModelParts {
  sessions: TinkerSessions;
  served: ServedModels;
  saved: SavedWeights;
  /** Highest LoRA rank that the server supports for sampling. */
  highestRank: number;
}

const ATTENTION: readonly LoraTarget[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
const FEED_FORWARD: readonly LoraTarget[] = ['gate_proj', 'up_proj', 'down_proj'];
/** LoRA alpha, the same for every rank, as in Thinking Machines' service. */
const ALPHA = 32;
const DEFAULT_RANK = 32;

/** Returns a served base model. Throws `not_found`. */
export function servedBase(served: ServedModels, id: string): ServedModel {
  const base = served.get(id);
  if (base !== null) return base;
  const known = served.list().map((one) => one.id);
  throw new ApiError('not_found', `base_model: '${id}' is not served; the served models are ${known.join(', ')}`);
}

/** Returns the settings of a new model's adapter. Throws ApiError. */
export function readFreshAdapter(
  { lora_config: lora, optimizer_config: optimizer }: TinkerCreateModelRequest,
  highestRank: number,
): FreshAdapter {
  if (optimizer != null && optimizer.type !== 'adamw') throw onlyAdam(optimizer.type);
  const rank = lora?.rank ?? DEFAULT_RANK;
  checkRank(rank, highestRank);
  const attention = (lora?.train_attn ?? true) ? ATTENTION : [];
  const feedForward = (lora?.train_mlp ?? true) ? FEED_FORWARD : [];
  const targets = [...attention, ...feedForward];
  if (targets.length === 0) {
    throw new ApiError('validation_failed', 'lora_config: train_attn or train_mlp must be true');
  }
  const seed = lora?.seed ?? randomInt(2 ** 32);
  return { lora: { rank, alpha: ALPHA, targets }, seed };
}

function checkRank(rank: number, highestRank: number): void {
  if (rank <= highestRank) return;
  throw new ApiError(
    'validation_failed',
    `lora_config.rank: ${rank} is not allowed; this server samples from ranks up to ${highestRank}. Use a lower one, ` +
      `or ask the operator to set DAYBREAK_LORA_MAX_RANK=${rank}.`,
  );
}

function onlyAdam(type: string): ApiError {
  return new ApiError('validation_failed', `optimizer_config.type: '${type}' is not supported; only adamw is`);
}

/** Returns the AdamW settings of an optimizer step. Throws ApiError. */
export function readAdam({ adam_params: adam, optimizer_params: other }: TinkerOptimStepRequest): AdamSettings {
  if (other != null) throw new ApiError('validation_failed', 'optimizer_params: is not supported; use adam_params');
  const clip = adam?.grad_clip_norm ?? 0;
  return {
    learningRate: adam?.learning_rate ?? 1e-4,
    beta1: adam?.beta1 ?? 0.9,
    beta2: adam?.beta2 ?? 0.95,
    epsilon: adam?.eps ?? 1e-12,
    weightDecay: adam?.weight_decay ?? 0,
    maxGradNorm: clip === 0 ? Number.POSITIVE_INFINITY : clip,
  };
}

type SaveRequest = Pick<TinkerSaveWeightsRequest, 'ttl_seconds' | 'overwrite' | 'user_metadata'>;

export function saveOptions({ ttl_seconds: ttl, overwrite, user_metadata: labels }: SaveRequest): SaveOptions {
  return { ttlMs: ttl == null ? null : ttl * 1000, overwrite: overwrite === true, labels: labels ?? null };
}

/** Throws ApiError if files are to be encrypted. */
export function checkPlain({ age_encryption_recipients: recipients }: TinkerSaveExternalRequest): void {
  if (recipients == null || recipients.length === 0) return;
  throw new ApiError(
    'validation_failed',
    'age_encryption_recipients: is not supported; files are saved unencrypted, and their URLs are signed.',
  );
}

/**
 * Returns the model that saved weights are loaded into: a new one in a session, or an existing one. Throws ApiError if
 * the request names neither.
 */
export function loadTarget({
  session_id,
  model_seq_id,
  model_id,
  seq_id,
}: TinkerLoadWeightsRequest):
  | { kind: 'new'; sessionId: string; id: string }
  | { kind: 'known'; id: string; seqId: number } {
  if (session_id != null && model_seq_id != null && model_id == null) {
    return { kind: 'new', sessionId: session_id, id: `${session_id}:train:${model_seq_id}` };
  }
  if (model_id != null && session_id == null) return { kind: 'known', id: model_id, seqId: seq_id ?? 0 };
  throw new ApiError('validation_failed', 'session_id: session_id and model_seq_id are required, or model_id');
}

/**
 * Registers a model about to be opened; returns null if the model exists already, because the client repeated its
 * request. Throws an ApiError if the session has ended, and raises `quota_exceeded`.
 */
export async function newModel(
  parts: TrainedModelParts,
  session: TinkerSession,
  { id, base, labels }: { id: string; base: ServedModel; labels: Record<string, string> | null },
): Promise<TrainedModel | null> {
  if (session.end.signal.aborted) throw new ApiError('not_found', 'The session has ended.');
  if (session.models.get(id)?.isOpen) return null;
  const { owner } = session;
  // Checked before the device creates the model; concurrent ones are counted when they are stored.
  await parts.store.ownedBy(owner).tinkerRuns.checkRoom();
  const model = new TrainedModel(parts, { id, session: session.id, owner, labels, base });
  session.models.set(id, model);
  return model;
}

/**
 * Opens a model from saved weights. Throws what `startFrom` and `open` throw, and an ApiError if the base model or the
 * rank does not fit.
 */
export async function loadInto(
  parts: TinkerRequestParts,
  owner: string,
  model: TrainedModel,
  { path, optimizer }: Pick<TinkerLoadWeightsRequest, 'path' | 'optimizer'>,
  answered: RecordedResult,
): Promise<FutureResult> {
  using loaded = await parts.saved.startFrom(owner, path, { optimizer });
  const { baseModel, rank } = loaded.checkpoint;
  if (baseModel !== model.base.id) {
    throw new ApiError('validation_failed', `'${path}' was trained on '${baseModel}', not on '${model.base.id}'`);
  }
  checkRank(rank, parts.highestRank);
  const result = { path, model_id: model.id };
  await model.open(loaded.start, answered(result));
  return result;
}

/** Adds a sampler for the model's current weights. It remains until its session ends or creates many others. */
export async function addEphemeral(
  { saved, sessions }: TinkerRequestParts,
  session: TinkerSession,
  model: TrainedModel,
  seqId: number,
): Promise<FutureResult> {
  const id = samplerId(session, seqId);
  await saved.ephemeral(model, (adapter) =>
    sessions.addSampler(session, { id, base: model.base, path: null, adapter }),
  );
  return { sampling_session_id: id };
}

export function samplerId({ id }: TinkerSession, seqId: number): string {
  return `${id}:sample:${seqId}`;
}

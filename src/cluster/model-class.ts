import { createHash } from 'node:crypto';
import type { ChatCompute } from '../worker/client/chat-compute.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import { WorkerError } from '../worker/client/worker-error.ts';

/** Tokens of the prompt that is used to measure classes, and of its answer. */
const PROMPT_TOKENS = 48;
const ANSWER_TOKENS = 12;
/** Length of the longest training sequence, in tokens. */
const TRAINED_TOKENS = 48;
/** Smallest size of a vocabulary; all token ids are below it. */
const MIN_VOCABULARY = 256;

/**
 * Measures the class of a model on this machine: a digest of the version and of the bits of an answer to a fixed
 * prompt. It is measured because other drivers round differently, and other weights may have the same name. Rejects as
 * `generate` does.
 */
export async function measureClass(compute: ChatCompute, model: string, version: string): Promise<string> {
  const promptIds = Uint32Array.from({ length: PROMPT_TOKENS }, (_, i) => (i * 37 + 11) % MIN_VOCABULARY);
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 0n };
  const request = { model, adapter: null, promptIds, maxTokens: ANSWER_TOKENS, stopTokenIds: [], sampling };
  const hash = createHash('sha256').update(JSON.stringify([version, model]));
  // The cache salt keeps this prompt from hitting or filling users' prefix caches.
  for await (const token of compute.generate({ ...request, topLogprobs: 8, cacheRoot: 'class' })) {
    hash.update(Uint32Array.of(token.id, ...token.topIds));
    hash.update(Float64Array.of(token.logprob, ...token.topLogprobs));
  }
  return hash.digest('hex').slice(0, 16);
}

type TrainingCompute = Pick<
  ComputeClient,
  'trainPlan' | 'trainBegin' | 'trainStep' | 'trainBeginStep' | 'trainShardGradient' | 'trainEnd'
>;

/**
 * Measures the class of training: a digest of the bits of gradients, including rank and targets. Returns undefined if
 * nothing can be trained now, for example for lack of memory; the worker then neither helps others nor is helped.
 * Rejects with `WorkerError` if the compute process is gone.
 */
export async function measureTraining(
  compute: TrainingCompute,
  model: string,
  version: string,
): Promise<string | undefined> {
  const session = 'class of training';
  const start = { model, adapter: null };
  try {
    const request = { ...start, longest: TRAINED_TOKENS, begunCapacity: null, packedSizes: [] };
    const { plan } = await compute.trainPlan(request);
    // At this capacity each sequence is its own micro-batch, so the step has several shards.
    const memory = { ...plan, capacity: TRAINED_TOKENS / 2 };
    await compute.trainBegin({ session, ...start, optimizerFile: null, memory });
    // B of a new adapter is zero, and so is half of the gradient. After one step neither is.
    const first = await compute.trainStep(session, measuredStep('cross_entropy'));
    await compute.trainBeginStep({ session, request: measuredStep(MEASURED_LOSS), slopes: null });
    const hash = createHash('sha256').update(JSON.stringify([version, model, first.gradNorm]));
    for (const shard of [0, 1, 2]) hash.update(await compute.trainShardGradient({ session, shard, file: null }));
    return hash.digest('hex').slice(0, 16);
  } catch (error) {
    const isGone = !(error instanceof WorkerError) || error.code === 'worker_down' || error.code === 'device_lost';
    if (isGone) throw error;
    return undefined;
  } finally {
    await compute.trainEnd(session).catch(() => {});
  }
}

type Step = Parameters<TrainingCompute['trainStep']>[1];

/** PPO with ratios of single tokens, which the device computes. */
const MEASURED_LOSS: Step['loss'] = {
  ...{ fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.2, level: 'token', ratioCap: null, maskProbRatio: false },
  ...{ tau: 0, truncation: null, kl: null },
};

/** Returns a step with sequences of several lengths, since matrix products of few rows use other kernels. */
function measuredStep(loss: Step['loss']): Step {
  const sequences = [TRAINED_TOKENS, TRAINED_TOKENS - 11, 7].map((length, place) => ({
    ids: Uint32Array.from({ length }, (_, i) => (i * 53 + 7 + place) % MIN_VOCABULARY),
    mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 0)),
    advantages: Float32Array.from({ length }, (_, t) => 1 - (t % 4)),
    weight: 1,
    oldLogprobs: new Float32Array(length).fill(-5.5),
  }));
  return { sequences, loss, learningRate: 1e-2, weightDecay: 0, maxGradNorm: 1 };
}

import { createHash } from 'node:crypto';
import type { ChatCompute } from '../worker/client/chat-compute.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import { WorkerError } from '../worker/client/worker-error.ts';

/** Tokens of the prompt that classes are measured by, and of the answer to it. */
const PROMPT_TOKENS = 48;
const ANSWER_TOKENS = 12;
/** Tokens of a sequence that is trained on. */
const TRAINED_TOKENS = 48;
/** Every vocabulary has so many. */
const LEAST_VOCABULARY = 256;

/**
 * The class of a model as this machine computes it: a digest of the version and of the bits of an answer to a fixed
 * prompt. Measured, not declared: another driver rounds differently, and other weights of the same name differ too.
 * Rejects as `generate` does.
 */
export async function measureClass(compute: ChatCompute, model: string, version: string): Promise<string> {
  const promptIds = Uint32Array.from({ length: PROMPT_TOKENS }, (_, i) => (i * 37 + 11) % LEAST_VOCABULARY);
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 0n };
  const request = { model, adapter: null, promptIds, maxTokens: ANSWER_TOKENS, stopTokenIds: [], sampling };
  const hash = createHash('sha256').update(JSON.stringify([version, model]));
  // Salted, so that nobody's prompts count as found.
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
 * The same of training: of the bits of gradients, rank and targets included. Undefined where nothing can be trained
 * now, as without the memory for it; such a worker neither helps others nor is helped. Rejects with `WorkerError` where
 * the compute process is gone.
 */
export async function measureTraining(
  compute: TrainingCompute,
  model: string,
  version: string,
): Promise<string | undefined> {
  const session = 'class of training';
  const start = { model, adapter: null };
  try {
    const asked = { ...start, longest: TRAINED_TOKENS, begunCapacity: null, packedSizes: [] };
    const { plan } = await compute.trainPlan(asked);
    // Each sequence is a micro-batch of its own, so that there are several shards.
    const memory = { ...plan, capacity: TRAINED_TOKENS / 2 };
    await compute.trainBegin({ session, ...start, optimizerFile: null, memory });
    // All of a fresh adapter's B is zero, and so is half of its gradient; after a step neither is.
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

/** PPO's ratios of the token, which the device forms itself. */
const MEASURED_LOSS: Step['loss'] = {
  ...{ fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.2, level: 'token', ratioCap: null, maskProbRatio: false },
  ...{ tau: 0, truncation: null, kl: null },
};

/** Sequences of several lengths, since products of few rows are kernels of their own. */
function measuredStep(loss: Step['loss']): Step {
  const sequences = [TRAINED_TOKENS, TRAINED_TOKENS - 11, 7].map((length, place) => ({
    ids: Uint32Array.from({ length }, (_, i) => (i * 53 + 7 + place) % LEAST_VOCABULARY),
    mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 0)),
    advantages: Float32Array.from({ length }, (_, t) => 1 - (t % 4)),
    weight: 1,
    oldLogprobs: new Float32Array(length).fill(-5.5),
  }));
  return { sequences, loss, learningRate: 1e-2, weightDecay: 0, maxGradNorm: 1 };
}

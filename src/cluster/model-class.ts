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

type TrainingCompute = Pick<ComputeClient, 'trainPlan' | 'trainBegin' | 'trainOpen' | 'trainGradient' | 'trainEnd'>;

/**
 * The same of training: of the bits of a gradient of a fresh adapter, so that rank and targets count too. Undefined
 * where there is no memory to train. Rejects as `trainGradient` does.
 */
export async function measureTraining(
  compute: TrainingCompute,
  model: string,
  version: string,
): Promise<string | undefined> {
  const session = 'class of training';
  const start = { model, adapter: null };
  const ids = Uint32Array.from({ length: TRAINED_TOKENS }, (_, i) => (i * 53 + 7) % LEAST_VOCABULARY);
  const ones = new Float32Array(TRAINED_TOKENS).fill(1);
  const sequence = { ids, mask: Uint8Array.from(ids, (_, t) => t % 2), advantages: ones, weight: 1, oldLogprobs: ones };
  const rates = { learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
  const request = { sequences: [sequence], loss: 'cross_entropy' as const, ...rates };
  try {
    const asked = { ...start, longest: TRAINED_TOKENS, begunCapacity: null, packedSizes: [] };
    const { plan: memory } = await compute.trainPlan(asked);
    await compute.trainBegin({ session, ...start, optimizerFile: null, memory });
    await compute.trainOpen({ session, request, slopes: null });
    const sha256 = await compute.trainGradient({ session, shard: 0, file: null });
    return createHash('sha256')
      .update(JSON.stringify([version, model, sha256]))
      .digest('hex')
      .slice(0, 16);
  } catch (error) {
    if (error instanceof WorkerError && error.code === 'training_too_large') return undefined;
    throw error;
  } finally {
    await compute.trainEnd(session);
  }
}

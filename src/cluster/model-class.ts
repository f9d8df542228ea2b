import { createHash } from 'node:crypto';
import type { ChatCompute } from '../worker/client/chat-compute.ts';

/** Tokens of the prompt that classes are measured by, and of the answer to it. */
const PROMPT_TOKENS = 48;
const ANSWER_TOKENS = 12;
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

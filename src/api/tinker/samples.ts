import { randomInt } from 'node:crypto';
import type { TinkerSampleRequest } from '../../generated/types.ts';
import type { GeneratedToken, GenerateRequest } from '../../inference/generate-request.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { ChatCompute } from '../../worker/client/chat-compute.ts';
import type { Generation } from '../../worker/client/generation.ts';
import { ApiError } from '../errors/api-error.ts';
import { type SampledSequence, writeSampleResponse } from './sample-message.ts';
import type { Sampler } from './sessions.ts';

/** Maximum number of alternatives per token that the engine reports. */
const MAX_ALTERNATIVES = 20;

/** A validated sampling request. */
export interface SampleRequest {
  count: number;
  request: Omit<GenerateRequest, 'adapter' | 'owner' | 'cacheRoot'>;
  /** Stop strings; the text ends after the first match. */
  stopStrings: readonly string[];
  promptAlternatives: number;
  lastN: number | null;
}

/** Validates a sampling request. Throws ApiError. */
export function readSample(body: TinkerSampleRequest, base: ServedModel): SampleRequest {
  const { sampling_params: params, num_samples: count = 1 } = body;
  if ((body.prompt_alt_tokens_k ?? 0) > 0) throw refused('prompt_alt_tokens_k', 'is not supported');
  if (body.target_prompt_logprobs != null) throw refused('target_prompt_logprobs', 'is not supported');
  const promptAlternatives = alternatives('topk_prompt_logprobs', body.topk_prompt_logprobs);
  const promptIds = readPrompt(body, base.limits.vocabSize);
  const room = base.contextLength - promptIds.length;
  const maxTokens = params.max_tokens ?? room;
  if (room < 1 || maxTokens > room) {
    const told = `the prompt has ${promptIds.length} tokens and max_tokens is ${params.max_tokens ?? 'not given'}`;
    throw refused('prompt', `${told}; together they may be at most ${base.contextLength}`);
  }
  const stops = readStops(params.stop, base);
  const lastN = body.prompt_logprobs_last_n ?? null;
  if (lastN !== null && lastN >= promptIds.length) {
    throw refused('prompt_logprobs_last_n', `${lastN} is not allowed; it is from 1 to ${promptIds.length - 1}`);
  }
  const wantsPrompt = body.prompt_logprobs === true || promptAlternatives > 0;
  return {
    count,
    stopStrings: stops.strings,
    promptAlternatives,
    lastN,
    request: {
      model: base.id,
      promptIds,
      maxTokens,
      stopTokenIds: stops.ids,
      sampling: {
        temperature: params.temperature ?? 1,
        topK: Math.max(0, params.top_k ?? -1),
        topP: params.top_p ?? 1,
        seed: BigInt(params.seed ?? randomInt(2 ** 47)),
      },
      topLogprobs: alternatives('topk_sample_logprobs', body.topk_sample_logprobs),
      temperedLogprobs: true,
      promptLogprobs: wantsPrompt ? promptAlternatives : null,
    },
  };
}

function readPrompt({ prompt }: TinkerSampleRequest, V: number): Uint32Array {
  const ids: number[] = [];
  for (const [i, { type, tokens }] of prompt.chunks.entries()) {
    if (type !== 'encoded_text' || tokens === undefined) {
      throw refused(`prompt.chunks.${i}`, `a chunk of type '${type}' is not supported; only encoded_text is`);
    }
    const wrong = tokens.find((id) => id >= V);
    if (wrong !== undefined) throw refused(`prompt.chunks.${i}`, `token id ${wrong} is not below ${V}`);
    for (const id of tokens) ids.push(id);
  }
  if (ids.length === 0) throw refused('prompt', 'at least one token is required');
  return Uint32Array.from(ids);
}

function readStops(
  stop: TinkerSampleRequest['sampling_params']['stop'],
  { text }: ServedModel,
): { ids: number[]; strings: string[] } {
  if (stop == null) return { ids: [...text.specialIds.eos], strings: [] };
  const ids: number[] = [];
  const strings: string[] = [];
  for (const one of Array.isArray(stop) ? stop : [stop]) {
    if (typeof one === 'number') ids.push(one);
    else strings.push(one);
  }
  return { ids, strings };
}

function alternatives(field: string, value: number | null | undefined): number {
  if ((value ?? 0) <= MAX_ALTERNATIVES) return value ?? 0;
  throw refused(field, `${value} is not allowed; it is from 0 to ${MAX_ALTERNATIVES}`);
}

function refused(field: string, wrong: string): ApiError {
  return new ApiError('validation_failed', `${field}: ${wrong}`, { param: field });
}

/** Runs the samples and encodes the response. Throws what the engine throws. */
export async function runSample(
  { count, request, stopStrings, promptAlternatives, lastN }: SampleRequest,
  { base, adapter }: Sampler,
  compute: ChatCompute,
  requester: { owner: string; signal: AbortSignal },
): Promise<Buffer> {
  const { owner, signal } = requester;
  using files = adapter === null ? null : await adapter.files();
  compute.checkRoom(count, owner);
  const running = Array.from({ length: count }, (_, i) => {
    const sampling = { ...request.sampling, seed: request.sampling.seed + BigInt(i) };
    // All samples share the prompt, so its log-probabilities are computed once.
    const promptLogprobs = i === 0 ? request.promptLogprobs : null;
    const lent = files && { id: files.id, folder: files.folder };
    const asked = { ...request, sampling, promptLogprobs, adapter: lent, owner, cacheRoot: owner };
    return compute.generate(asked, signal);
  });
  const sequences = await Promise.all(running.map((one) => sequenceOf(one, stopStrings, base.text.tokenizer)));
  const prompt = running[0].prompt;
  const told = { logprobs: prompt?.logprobs ?? null, lastN, cachedTokens: prompt?.cachedTokens ?? 0 };
  return writeSampleResponse(sequences, told, { ofPrompt: promptAlternatives, ofSample: request.topLogprobs });
}

/** Returns the tokens up to and including the one that ends the answer. */
async function sequenceOf(
  generation: Generation,
  stopStrings: readonly string[],
  tokenizer: Tokenizer,
): Promise<SampledSequence> {
  const tokens: GeneratedToken[] = [];
  // A token has at least one byte, so this many tokens contain the longest stop string.
  const window = Math.max(0, ...stopStrings.map((text) => Buffer.byteLength(text))) + 8;
  for await (const token of generation) {
    tokens.push(token);
    if (stopStrings.length === 0) continue;
    const tail = tokenizer.decode(
      tokens.slice(-window).map(({ id }) => id),
      { isWhole: true },
    );
    if (stopStrings.some((text) => tail.includes(text))) return { stopped: true, tokens };
  }
  return { stopped: generation.cause === 'stop_token', tokens };
}

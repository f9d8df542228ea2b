import type { GeneratedToken, PromptTokenLogprobs } from '../../inference/generate-request.ts';
import { MessageWriter } from './protobuf.ts';

export interface SampledSequence {
  stopped: boolean;
  tokens: readonly GeneratedToken[];
}

/** What is told of the prompt: `logprobs` [T], the first null. */
export interface SampledPrompt {
  logprobs: readonly (PromptTokenLogprobs | null)[] | null;
  /** Only so many of the last ones are told; null for all. */
  lastN: number | null;
  cachedTokens: number;
}

/** How many alternatives are told with each token; 0 for none. */
export interface Alternatives {
  ofPrompt: number;
  ofSample: number;
}

/** In the place of what is not known, as the package `tinker` has it. */
const NO_LOGPROB = -99_999;

/** A `SampleResponse`. */
export function writeSampleResponse(
  sequences: readonly SampledSequence[],
  prompt: SampledPrompt,
  { ofPrompt, ofSample }: Alternatives,
): Buffer {
  const response = new MessageWriter();
  for (const { stopped, tokens } of sequences) {
    const sequence = new MessageWriter()
      .integer(1, stopped ? 0 : 1)
      .bytes(
        2,
        Int32Array.from(tokens, ({ id }) => id),
      )
      .bytes(
        3,
        Float32Array.from(tokens, ({ logprob }) => logprob),
      );
    if (ofSample > 0) sequence.message(4, topk(tokens, ofSample));
    response.message(1, sequence);
  }
  const { logprobs, lastN, cachedTokens } = prompt;
  if (logprobs !== null) {
    const first = lastN === null ? 0 : logprobs.length - lastN;
    const told = logprobs.map((one, t) => (t < first ? null : one));
    response.bytes(
      2,
      Float32Array.from(told, (one) => one?.logprob ?? Number.NaN),
    );
    if (ofPrompt > 0) response.message(3, topk(told, ofPrompt));
  }
  return response.integer(4, cachedTokens).finish();
}

function topk(rows: readonly (Pick<GeneratedToken, 'topIds' | 'topLogprobs'> | null)[], k: number): MessageWriter {
  const ids = new Int32Array(rows.length * k);
  const logprobs = new Float32Array(rows.length * k).fill(NO_LOGPROB);
  for (const [i, row] of rows.entries()) {
    ids.set(row?.topIds.slice(0, k) ?? [], i * k);
    logprobs.set(row?.topLogprobs.slice(0, k) ?? [], i * k);
  }
  return new MessageWriter().bytes(1, ids).bytes(2, logprobs).integer(3, k).integer(4, rows.length);
}

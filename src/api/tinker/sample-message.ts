import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { GeneratedToken, PromptTokenLogprobs } from '../../inference/generate-request.ts';
import { bytesView } from './protobuf.ts';

export interface SampledSequence {
  stopped: boolean;
  tokens: readonly GeneratedToken[];
}

/** The prompt's part of a response: `logprobs` [T], of which the first is null. */
export interface SampledPrompt {
  logprobs: readonly (PromptTokenLogprobs | null)[] | null;
  /** Number of last tokens to report; null for all. */
  lastN: number | null;
  cachedTokens: number;
}

/** Number of alternatives per token; 0 for none. */
export interface Alternatives {
  ofPrompt: number;
  ofSample: number;
}

/** Placeholder for an unknown log-probability, as in the package `tinker`. */
const NO_LOGPROB = -99_999;

/** Encodes a `SampleResponse`. */
export function writeSampleResponse(
  sequences: readonly SampledSequence[],
  prompt: SampledPrompt,
  { ofPrompt, ofSample }: Alternatives,
): Buffer {
  const response = new BinaryWriter();
  const field = (number: number) => response.tag(number, WireType.LengthDelimited);
  const whole = (number: number, value: number) => response.tag(number, WireType.Varint).uint32(value);
  const topk = (number: number, { ids, logprobs, k, rows }: TopK) => {
    field(number).fork();
    field(1).bytes(bytesView(ids));
    field(2).bytes(bytesView(logprobs));
    whole(3, k);
    whole(4, rows).join();
  };
  for (const { stopped, tokens } of sequences) {
    field(1).fork();
    whole(1, stopped ? 0 : 1);
    field(2).bytes(bytesView(Int32Array.from(tokens, ({ id }) => id)));
    field(3).bytes(bytesView(Float32Array.from(tokens, ({ logprob }) => logprob)));
    if (ofSample > 0) topk(4, topOf(tokens, ofSample));
    response.join();
  }
  const { logprobs, lastN, cachedTokens } = prompt;
  if (logprobs !== null) {
    const first = lastN === null ? 0 : logprobs.length - lastN;
    const told = logprobs.map((one, t) => (t < first ? null : one));
    field(2).bytes(bytesView(Float32Array.from(told, (one) => one?.logprob ?? Number.NaN)));
    if (ofPrompt > 0) topk(3, topOf(told, ofPrompt));
  }
  return Buffer.from(whole(4, cachedTokens).finish());
}

/** The k most likely alternatives of each row. */
interface TopK {
  ids: Int32Array;
  logprobs: Float32Array;
  k: number;
  rows: number;
}

function topOf(rows: readonly (Pick<GeneratedToken, 'topIds' | 'topLogprobs'> | null)[], k: number): TopK {
  const ids = new Int32Array(rows.length * k);
  const logprobs = new Float32Array(rows.length * k).fill(NO_LOGPROB);
  for (const [i, row] of rows.entries()) {
    ids.set(row?.topIds.slice(0, k) ?? [], i * k);
    logprobs.set(row?.topLogprobs.slice(0, k) ?? [], i * k);
  }
  return { ids, logprobs, k, rows: rows.length };
}

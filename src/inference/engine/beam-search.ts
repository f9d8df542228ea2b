import type { Beam, BeamRequest } from '../beam-request.ts';
import type { GeneratedToken, GenerateRequest } from '../generate-request.ts';

/**
 * Function that returns the likeliest next tokens after `tokens` of an answer, best first, and their raw
 * log-probabilities.
 */
export type TopNextTokens = (tokens: readonly number[]) => Promise<Pick<GeneratedToken, 'topIds' | 'topLogprobs'>>;

/** Returns the number of next tokens considered for each beam. */
function candidatesOf(width: number): number {
  return 2 * width;
}

/**
 * Runs beam search as vLLM does. Each step extends every beam by its 2 `width` likeliest tokens. Finished beams are set
 * aside, and the `width` likeliest of the rest continue. All are ranked by log-probability over length to the power of
 * `lengthPenalty`, including the ending token. Of equal beams, the first found ranks higher. The search ends early when
 * no live beam can rank among the best any more.
 */
export async function beamSearch(
  request: Pick<BeamRequest, 'width' | 'lengthPenalty' | 'eosIds' | 'maxTokens' | 'topLogprobs'>,
  next: TopNextTokens,
): Promise<Beam[]> {
  const { width, lengthPenalty, maxTokens } = request;
  const ended: Beam[] = [];
  let live: Beam[] = [{ tokens: [], logprob: 0, ended: null }];
  const best = (beams: Beam[]) => ranked(beams, (beam) => scoreOf(beam, lengthPenalty)).slice(0, width);
  for (let length = 0; length < maxTokens && live.length > 0; length++) {
    const extended = await Promise.all(live.map((beam) => extend(beam, request, next)));
    const all = extended.flat();
    ended.push(...all.filter((beam) => beam.ended !== null));
    live = ranked(
      all.filter((beam) => beam.ended === null),
      ({ logprob }) => logprob,
    ).slice(0, width);
    const worst = best(ended).at(width - 1);
    if (worst === undefined) continue;
    const bar = scoreOf(worst, lengthPenalty);
    if (live.every((beam) => mostOf(beam, lengthPenalty, maxTokens) < bar)) live = [];
  }
  return best([...ended, ...live]);
}

/** Returns the request for the likeliest next tokens of one beam. The prefix cache has the beam's earlier tokens. */
export function stepOfBeam(request: BeamRequest, tokens: readonly number[]): GenerateRequest {
  const { width, promptIds, topLogprobs, promptLogprobs, ...rest } = request;
  return {
    ...rest,
    promptIds: Uint32Array.from([...promptIds, ...tokens]),
    sampledBefore: tokens.length,
    maxTokens: 1,
    stopTokenIds: [],
    sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
    topLogprobs: Math.max(topLogprobs, candidatesOf(width)),
    promptLogprobs: tokens.length === 0 ? promptLogprobs : null,
  };
}

async function extend(
  beam: Beam,
  { width, topLogprobs, eosIds }: Pick<BeamRequest, 'width' | 'topLogprobs' | 'eosIds'>,
  next: TopNextTokens,
): Promise<Beam[]> {
  const found = await next(beam.tokens.map(({ id }) => id));
  const listed = {
    topIds: found.topIds.slice(0, topLogprobs),
    topLogprobs: found.topLogprobs.slice(0, topLogprobs),
  };
  return found.topIds.slice(0, candidatesOf(width)).map((id, place) => {
    const logprob = found.topLogprobs[place];
    return {
      tokens: [...beam.tokens, { id, logprob, ...listed }],
      logprob: beam.logprob + logprob,
      ended: eosIds.includes(id) ? id : null,
    };
  });
}

function scoreOf({ tokens, logprob }: Beam, lengthPenalty: number): number {
  return over(logprob, Math.max(tokens.length, 1), lengthPenalty);
}

/**
 * Returns an upper bound for the score of any beam that extends `beam`. The log-probability only falls, and the length
 * is at most `maxTokens`.
 */
function mostOf({ tokens, logprob }: Beam, lengthPenalty: number, maxTokens: number): number {
  return Math.max(over(logprob, tokens.length, lengthPenalty), over(logprob, maxTokens, lengthPenalty));
}

/**
 * Returns the score of an answer. With a log-probability of 0 it is 0, even if a huge penalty makes the divisor 0 or
 * infinite.
 */
function over(logprob: number, length: number, lengthPenalty: number): number {
  return logprob === 0 ? 0 : logprob / length ** lengthPenalty;
}

/** Sorts beams by score, the highest first. Equal beams keep their order. */
function ranked(beams: Beam[], score: (beam: Beam) => number): Beam[] {
  return beams
    .map((beam) => ({ beam, value: score(beam) }))
    .sort((a, b) => (a.value === b.value ? 0 : b.value - a.value))
    .map(({ beam }) => beam);
}

import type { Beam } from '../beam-request.ts';
import { type ChoiceDelta, type ChoiceOptions, ChoiceStream } from './choice-stream.ts';

/** What all answers of a search share. */
export type BeamChoiceOptions = Omit<ChoiceOptions, 'index' | 'stop' | 'stopTokenIds' | 'maxTokens'>;

/**
 * The answers of a search as choices, best first, each whole in one delta. The token that ended an answer is told as
 * its stop reason, even the model's first; it is among the tokens only where `includeStop` asks for it, and never in
 * the text.
 */
export function beamChoices(beams: readonly Beam[], options: BeamChoiceOptions): ChoiceDelta[] {
  return beams.map(({ tokens, ended }, index) => {
    const stream = new ChoiceStream({
      ...options,
      index,
      stop: [],
      stopTokenIds: ended === null ? [] : [ended],
      includeStop: false,
      maxTokens: Number.POSITIVE_INFINITY,
    });
    const shown = ended === null || options.includeStop ? tokens : tokens.slice(0, -1);
    const deltas = shown.map((token) => stream.push(token));
    if (!stream.finished) deltas.push(stream.close());
    return {
      index,
      content: deltas.map(({ content }) => content).join(''),
      logprobs: deltas.flatMap(({ logprobs }) => logprobs),
      tokenIds: deltas.flatMap(({ tokenIds }) => tokenIds),
      finish: ended === null ? { reason: 'length', stopReason: null } : { reason: 'stop', stopReason: ended },
    };
  });
}

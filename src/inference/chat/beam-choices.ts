import type { Beam } from '../beam-request.ts';
import { type ChoiceDelta, type ChoiceOptions, ChoiceStream } from './choice-stream.ts';

/** Options that all answers of a beam search share. */
type BeamChoiceOptions = Omit<ChoiceOptions, 'index' | 'stop' | 'stopTokenIds' | 'maxTokens'>;

/**
 * Returns the answers of a beam search as choices, best first, each in one delta. The token that ended an answer is
 * its stop reason, even if it is the model's first end-of-sequence token. It is among the tokens only if `includeStop`,
 * and never in the text.
 */
export function beamChoices(beams: readonly Beam[], options: BeamChoiceOptions): ChoiceDelta[] {
  return beams.map((beam, index) => wholeChoice(beam, index, options));
}

function wholeChoice({ tokens, ended }: Beam, index: number, options: BeamChoiceOptions): ChoiceDelta {
  const stream = new ChoiceStream({
    ...options,
    index,
    stop: [],
    stopTokenIds: ended === null ? [] : [ended],
    includeStop: false,
    maxTokens: Number.POSITIVE_INFINITY,
  });
  const deltas = tokens.map((token) => stream.push(token));
  if (!stream.finished) deltas.push(stream.close());
  const shown = ended === null || options.includeStop ? deltas : deltas.slice(0, -1);
  const { finish } = deltas[deltas.length - 1];
  return {
    index,
    content: deltas.map(({ content }) => content).join(''),
    reasoning: deltas.map(({ reasoning }) => reasoning).join(''),
    toolCalls: deltas.flatMap(({ toolCalls }) => toolCalls),
    reasoningTokens: shown.reduce((sum, delta) => sum + delta.reasoningTokens, 0),
    logprobs: shown.flatMap(({ logprobs }) => logprobs),
    tokenIds: shown.flatMap(({ tokenIds }) => tokenIds),
    finish: finish && { ...finish, stopReason: ended },
  };
}

import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { AnswerEnds, Grammar, GrammarConstraint } from '../grammar/grammar.ts';
import type { AnswerFormat } from './answer-format.ts';
import type { AnswerReading } from './answer-parser.ts';
import { thoughtTokens } from './reasoning/thought-tokens.ts';
import { withTokenIds } from './tag-tokens.ts';
import { TOOL_MARKERS } from './tools/open-parser.ts';

/**
 * What holds an answer to `format`; a model that thinks does so first. Throws a `RequestError` for tokens that the
 * format cannot name.
 */
export function grammarConstraint(
  format: AnswerFormat,
  { reading, tokenizer, ...ends }: AnswerEnds & { reading: AnswerReading | undefined; tokenizer: Tokenizer },
): GrammarConstraint {
  const { grammar, beside } = withTokenIds(format, { tokenizer, ends: [...ends.endIds, ...(ends.lastIds ?? [])] });
  const marks = reading?.tools ? TOOL_MARKERS[reading.tools.format] : [];
  const markers = marks.map((mark) => tokenizer.tokenId(mark)).filter((id) => id !== null);
  const start = reading?.reasoning ?? null;
  const thoughts = thoughtTokens(start, tokenizer);
  const isSpelled = thoughts === null && start !== null && start !== 'closed';
  const held: Grammar = isSpelled ? { kind: 'after_thoughts', begun: start === 'open', grammar } : grammar;
  return { grammar: held, beside, ...ends, markers, thoughts };
}

import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { AnswerEnds, GrammarConstraint, Thoughts } from '../grammar/grammar.ts';
import type { AnswerFormat } from './answer-format.ts';
import type { AnswerReading } from './answer-parser.ts';
import { withTokenIds } from './tag-tokens.ts';
import { TOOL_MARKERS } from './tools/open-parser.ts';

/**
 * What holds an answer to `format`; a model that thinks does so first. Throws a `RequestError` for tokens that the format
 * cannot name.
 */
export function grammarConstraint(
  format: AnswerFormat,
  { reading, tokenizer, ...ends }: AnswerEnds & { reading: AnswerReading | undefined; tokenizer: Tokenizer },
): GrammarConstraint {
  const { grammar, beside } = withTokenIds(format, { tokenizer, ends: [...ends.endIds, ...(ends.lastIds ?? [])] });
  const marks = reading?.tools ? TOOL_MARKERS[reading.tools.format] : [];
  const markers = marks.map((mark) => tokenizer.tokenId(mark)).filter((id) => id !== null);
  return { grammar, beside, ...ends, markers, thoughts: thoughtsOf(reading?.reasoning ?? null, tokenizer) };
}

/** Null where the tags of thoughts are no tokens of their own: their end could not be told. */
function thoughtsOf(reasoning: AnswerReading['reasoning'], tokenizer: Tokenizer): Thoughts | null {
  if (reasoning === null || reasoning === 'closed') return null;
  const [openId, closeId] = [tokenizer.tokenId('<think>'), tokenizer.tokenId('</think>')];
  if (openId === null || closeId === null) return null;
  return { openId: reasoning === 'open' ? null : openId, closeId };
}

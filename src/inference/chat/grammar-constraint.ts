import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { AnswerEnds, Grammar, GrammarConstraint } from '../grammar/grammar.ts';
import { type AnswerReading, markersOf } from './answer-parser.ts';
import type { OutputConstraint } from './output-constraint.ts';
import { reasoningMarkers } from './reasoning-markers.ts';
import { RequestError } from './request-error.ts';

/**
 * Returns the constraint for the compute process, with token ids. The reasoning of a model comes before it. Throws
 * a `RequestError` for tokens that the constraint may not name.
 */
export function grammarConstraint(
  constraint: OutputConstraint,
  { reading, tokenizer, ...ends }: AnswerEnds & { reading: AnswerReading | undefined; tokenizer: Tokenizer },
): GrammarConstraint {
  const { grammar, compileOnly } = withTokenIds(constraint, {
    tokenizer,
    ends: [...ends.endIds, ...(ends.lastIds ?? [])],
  });
  const marks = reading === undefined ? [] : markersOf({ ...reading, reasoning: channelsOf(reading) });
  const markers = marks.map((mark) => tokenizer.tokenId(mark)).filter((id) => id !== null);
  const start = reading?.reasoning ?? null;
  const thoughts = reasoningMarkers(start, tokenizer);
  const isSpelled = thoughts === null && (start === 'open' || start === 'undecided');
  const whole: Grammar = isSpelled ? { kind: 'after_thoughts', begun: start === 'open', grammar } : grammar;
  return { grammar: whole, beside: compileOnly, ...ends, markers, thoughts };
}

/** Returns 'channels' or null: marks of reasoning are part of a grammar only if they mark all messages. */
function channelsOf({ reasoning }: AnswerReading): 'channels' | null {
  return reasoning === 'channels' ? reasoning : null;
}

/** Fields of a structural tag's parts that list tokens. */
const LISTS = new Set(['exclude_tokens', 'trigger_tokens']);
/** Fields whose values are not parts of a structural tag, although they may look like it. */
const OPAQUE = new Set(['json_schema', 'grammar', 'pattern', 'value']);

type Part = Record<string, unknown>;

/** Returns a token as error messages show it. */
const shown = (token: unknown): string => JSON.stringify(typeof token === 'string' ? token.slice(0, 64) : token);

/**
 * Replaces the names of tokens in structural tags by ids, as grammars need them. `ends` are the tokens that end the
 * answer; a constraint cannot require them. Throws a `RequestError` for these and for unknown tokens.
 */
export function withTokenIds(
  constraint: OutputConstraint,
  { tokenizer, ends }: { tokenizer: Tokenizer; ends: readonly number[] },
): OutputConstraint {
  const refuse = (why: string) => new RequestError(constraint.field, `${constraint.field}: ${why}`);
  const idOf = (token: unknown): unknown => {
    if (typeof token === 'number') {
      if (Number.isInteger(token) && token >= 0 && token < tokenizer.vocabSize) return token;
      throw refuse(`token id ${token} does not exist; token ids are from 0 to ${tokenizer.vocabSize - 1}`);
    }
    if (typeof token !== 'string') return token;
    const id = tokenizer.tokenId(token);
    if (id !== null) return id;
    const ids = tokenizer.leastTokens(token) > 1 ? [] : tokenizer.encode(token);
    if (ids.length === 1) return ids[0];
    throw refuse(`token ${shown(token)} does not exist`);
  };
  const wantedId = (token: unknown): unknown => {
    const id = idOf(token);
    if (ends.includes(id as number))
      throw refuse(`the token ${shown(token)} ends the answer, so it cannot be part of it`);
    return id;
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { type } = value as Part;
    return Object.fromEntries(
      Object.entries(value as Part).map(([key, part]) => {
        if (OPAQUE.has(key)) return [key, part];
        if (key === 'token' && type === 'token') return [key, wantedId(part)];
        if (LISTS.has(key) && Array.isArray(part)) return [key, part.map(key === 'exclude_tokens' ? idOf : wantedId)];
        const isRules = key === 'rules' && type === 'token_dispatch' && Array.isArray(part);
        return [key, isRules ? part.map((rule) => ruleOf(rule)) : visit(part)];
      }),
    );
  };
  const ruleOf = (rule: unknown): unknown => {
    if (!Array.isArray(rule)) return rule;
    const [token, ...rest] = rule;
    return [wantedId(token), ...rest.map(visit)];
  };
  const named = (grammar: Grammar): Grammar => {
    if (grammar.kind === 'either') return { ...grammar, ways: grammar.ways.map(named) };
    if (grammar.kind === 'channel') return { ...grammar, grammar: named(grammar.grammar) };
    if (grammar.kind !== 'structural_tag' || !grammar.format.includes('token')) return grammar;
    return { ...grammar, format: JSON.stringify(visit(JSON.parse(grammar.format))) };
  };
  const { grammar, compileOnly } = constraint;
  return { ...constraint, grammar: named(grammar), compileOnly: compileOnly && named(compileOnly) };
}

import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { AnswerFormat } from './answer-format.ts';
import { RequestError } from './request-error.ts';

/** Lists of tokens in the parts of a structural tag. */
const LISTS = new Set(['exclude_tokens', 'trigger_tokens']);
/** What is no part of a structural tag, though it may look like one. */
const OPAQUE = new Set(['json_schema', 'grammar', 'pattern', 'value']);

type Part = Record<string, unknown>;

/** As an error names it. */
const shown = (token: unknown): string => JSON.stringify(typeof token === 'string' ? token.slice(0, 64) : token);

/**
 * The format with the names of tokens in structural tags turned into ids, which is what grammars are about. `ends` are
 * the tokens that end the answer: none of them can be asked for. Throws a `RequestError` for these and for unknown
 * tokens.
 */
export function withTokenIds(
  format: AnswerFormat,
  { tokenizer, ends }: { tokenizer: Tokenizer; ends: readonly number[] },
): AnswerFormat {
  const refuse = (why: string) => new RequestError(format.field, `${format.field}: ${why}`);
  const idOf = (token: unknown): unknown => {
    if (typeof token === 'number') {
      if (Number.isInteger(token) && token >= 0 && token < tokenizer.vocabSize) return token;
      throw refuse(`there is no token ${token}; they are from 0 to ${tokenizer.vocabSize - 1}`);
    }
    if (typeof token !== 'string') return token;
    const id = tokenizer.tokenId(token);
    if (id !== null) return id;
    const ids = tokenizer.leastTokens(token) > 1 ? [] : tokenizer.encode(token);
    if (ids.length === 1) return ids[0];
    throw refuse(`there is no token ${shown(token)}`);
  };
  const wantedId = (token: unknown): unknown => {
    const id = idOf(token);
    if (ends.includes(id as number)) throw refuse(`the token ${shown(token)} ends the answer, so it is no part of it`);
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
    if (grammar.kind !== 'structural_tag' || !grammar.format.includes('token')) return grammar;
    return { ...grammar, format: JSON.stringify(visit(JSON.parse(grammar.format))) };
  };
  const { grammar, beside } = format;
  return { ...format, grammar: named(grammar), beside: beside && named(beside) };
}

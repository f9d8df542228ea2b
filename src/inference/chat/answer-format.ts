import type { ChatCompletionRequest } from '../../generated/types.ts';
import { type Grammar, type JsonOptions, jsonSchemaGrammar, type TagFormat } from '../grammar/grammar.ts';
import { GrammarError } from '../grammar/grammar-error.ts';
import { parseJson } from '../grammar/json-schema/schema-text.ts';
import { checkGrammarSize } from '../grammar/limits.ts';
import { RequestError } from './request-error.ts';

/** The form that a request asks of its answer. */
export interface AnswerFormat {
  grammar: Grammar;
  /** The field that asks for it, for errors. */
  field: string;
  /** Free text may stand beside what is held: calls that may come or not. */
  free?: boolean;
  /** A form of content that is asked for as well, where the answer is calls alone and has none. */
  beside?: Grammar;
}

/** The fields that ask for a form; completions have the same as chats. */
export type FormatBody = Pick<ChatCompletionRequest, 'structured_outputs' | 'response_format'>;
type Structured = NonNullable<ChatCompletionRequest['structured_outputs']>;
type Format = NonNullable<ChatCompletionRequest['response_format']>;

const KINDS = ['json', 'regex', 'choice', 'grammar', 'json_object', 'structural_tag'] as const;

/** What `_backend` may be without another taking its place. */
const OWN_BACKENDS = ['auto', 'daybreak'];

/** Null where the answer is free. Throws a `RequestError` for two forms at once, or for one that says nothing. */
export function readAnswerFormat({
  structured_outputs: structured,
  response_format: format,
}: FormatBody): AnswerFormat | null {
  const options = jsonOptions(structured ?? {});
  const asked = KINDS.filter((kind) => structured?.[kind] != null);
  const formatted = format == null ? null : formatGrammar(format, options);
  if (asked.length + (formatted === null ? 0 : 1) > 1) {
    const fields = [...asked.map((kind) => `structured_outputs.${kind}`), ...(formatted ? ['response_format'] : [])];
    throw new RequestError(
      'structured_outputs',
      `structured_outputs: one form of answer at a time, not ${fields.join(' and ')}`,
    );
  }
  if (structured != null) checkBackend(structured);
  if (formatted !== null) return bounded({ grammar: formatted, field: 'response_format' });
  if (structured == null) return null;
  const [kind] = asked;
  if (kind === undefined) {
    throw new RequestError('structured_outputs', `structured_outputs: it needs one of ${KINDS.join(', ')}`);
  }
  return bounded({ grammar: structuredGrammar(structured, kind, options), field: `structured_outputs.${kind}` });
}

/**
 * The same, whichever field asks for it. Throws a `RequestError` where its texts are together larger than any may be.
 */
export function bounded(format: AnswerFormat): AnswerFormat {
  const { field, grammar } = format;
  refusing(field, () => (field === 'tools' ? checkGrammarSize(grammar, 'form') : checkGrammarSize(grammar)));
  return format;
}

/** The field in which `body`, which has been read before, asks for a form of answer; null where it asks for none. */
export function formatField({ structured_outputs: structured, response_format: format }: FormatBody): string | null {
  const kind = KINDS.find((kind) => structured?.[kind] != null);
  if (kind !== undefined) return `structured_outputs.${kind}`;
  return format == null || format.type === 'text' ? null : 'response_format';
}

/** The error that tells a caller why the form of answer that `body` asks for is refused. */
export function refusedFormat(body: FormatBody, why: string): RequestError {
  const field = formatField(body) ?? 'structured_outputs';
  return new RequestError(field, `${field}: ${why}`);
}

function structuredGrammar(structured: Structured, kind: (typeof KINDS)[number], options: JsonOptions): Grammar {
  const field = `structured_outputs.${kind}`;
  switch (kind) {
    case 'json': {
      const { json } = structured;
      if (typeof json !== 'string') return jsonSchemaGrammar(json as object, options);
      refusing(field, () => parseJson(json, 'schema'));
      return { kind: 'json_schema', schema: json, options };
    }
    case 'regex':
      return { kind: 'regex', pattern: structured.regex as string };
    case 'choice':
      return { kind: 'choice', choices: structured.choice as string[] };
    case 'grammar':
      return { kind: 'rules', text: structured.grammar as string };
    case 'json_object':
      if (structured.json_object === true) return { kind: 'json_object', options };
      throw new RequestError(field, `${field}: it is true, or left out`);
    case 'structural_tag':
      return tag(field, structured.structural_tag as string, options);
  }
}

function formatGrammar(format: Format, options: JsonOptions): Grammar | null {
  switch (format.type) {
    case 'text':
      return null;
    case 'json_object':
      return { kind: 'json_object', options };
    case 'json_schema': {
      const schema = format.json_schema?.schema;
      if (schema == null) {
        throw new RequestError('response_format', 'response_format: json_schema needs a schema');
      }
      return jsonSchemaGrammar(schema, options);
    }
    case 'structural_tag':
      return tag('response_format', JSON.stringify(format), options);
  }
}

interface TagText {
  format?: unknown;
  structures?: unknown;
  triggers?: unknown;
}

/** Takes XGrammar's `{"format": ...}` and its older `{"structures": [...], "triggers": [...]}`. */
function tag(field: string, text: string, options: JsonOptions): Grammar {
  const value = refusing(field, () => parseJson(text, 'structural tag')) as TagText | null;
  const wrong = new RequestError(field, `${field}: a structural tag has format, or structures and triggers`);
  if (typeof value !== 'object' || value === null) throw wrong;
  if (value.format != null) return { kind: 'structural_tag', format: JSON.stringify(value.format), options };
  if (!Array.isArray(value.structures)) throw wrong;
  const tags = value.structures.map((structure: { begin: string; schema?: object | null; end: string } | null) => ({
    begin: structure?.begin as string,
    content: { type: 'json_schema', json_schema: structure?.schema ?? true } as const,
    end: structure?.end as string,
  }));
  const format: TagFormat = { type: 'triggered_tags', triggers: value.triggers as string[], tags };
  return { kind: 'structural_tag', format: JSON.stringify(format), options };
}

/** What `read` gives; what it refuses is an error of `field`, before any of it goes to another process. */
function refusing<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GrammarError) throw new RequestError(field, `${field}: ${error.message}`);
    throw error;
  }
}

/**
 * Forms are held by one implementation, this server's, which takes the place of every other that `_backend` names,
 * unless `disable_fallback` forbids that. One that was not asked for (`_backend_was_auto`) is no wish.
 */
function checkBackend({ _backend: named, _backend_was_auto: wasAuto, disable_fallback: only }: Structured): void {
  if (!only || named == null || wasAuto || OWN_BACKENDS.includes(named)) return;
  const allowed = `leave disable_fallback out, or send _backend ${OWN_BACKENDS.map((name) => `'${name}'`).join(' or ')}`;
  throw new RequestError(
    'structured_outputs',
    `structured_outputs._backend: there is no ${JSON.stringify(named)} here, and disable_fallback forbids another; ${allowed}`,
  );
}

function jsonOptions(structured: Structured): JsonOptions {
  const { disable_any_whitespace: none, whitespace_pattern: pattern } = structured;
  if (none && pattern != null) {
    throw new RequestError(
      'structured_outputs',
      'structured_outputs: disable_any_whitespace and whitespace_pattern exclude each other',
    );
  }
  return {
    whitespace: none ? 'none' : pattern == null ? 'any' : { pattern },
    additionalProperties: structured.disable_additional_properties === false,
  };
}

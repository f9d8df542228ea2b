import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ToolFormat } from '../../model/text/template-formats.ts';
import { type Grammar, type JsonOptions, jsonSchemaGrammar, type TagFormat, tagGrammar } from '../grammar/grammar.ts';
import { GrammarError } from '../grammar/grammar-error.ts';
import { parseJson } from '../grammar/json-schema/schema-text.ts';
import { checkGrammarSize } from '../grammar/limits.ts';
import { RequestError } from './request-error.ts';
import { readToolChoice, type ToolChoice, type ToolsBody } from './tool-choice.ts';
import { CALL_SPELLINGS, callsStandAlone, firstHead } from './tools/call-spelling.ts';
import { CALL_JSON, toolCallFormat } from './tools/tool-grammar.ts';

/** What a request asks of the structure of its answer: a grammar that the answer has to match. */
export interface OutputConstraint {
  grammar: Grammar;
  /** The field that asks for it, for errors. */
  field: string;
  /** Whether free text may stand beside what the grammar describes: calls that may come or not. */
  free?: boolean;
  /** A grammar of content that is asked for as well, where the answer is calls alone and has none. */
  beside?: Grammar;
}

/** The fields that ask for structured output; completions have the same as chats. */
export type StructuredFields = Pick<ChatCompletionRequest, 'structured_outputs' | 'response_format'>;
type Structured = NonNullable<ChatCompletionRequest['structured_outputs']>;
type Format = NonNullable<ChatCompletionRequest['response_format']>;

const KINDS = ['json', 'regex', 'choice', 'grammar', 'json_object', 'structural_tag'] as const;

/**
 * The constraint of `response_format` or `structured_outputs`; null where the answer is free. There is one backend,
 * this server's, in the place of every other that `_backend` names. Throws a `RequestError` for texts that cannot be
 * read.
 */
export function readOutputConstraint({
  structured_outputs: structured,
  response_format: format,
}: StructuredFields): OutputConstraint | null {
  const options = jsonOptions(structured ?? {});
  const formatted = format == null ? null : formatGrammar(format, options);
  if (formatted !== null) return bounded({ grammar: formatted, field: 'response_format' });
  const kind = KINDS.find((kind) => structured?.[kind] != null);
  if (structured == null || kind === undefined) return null;
  return bounded({ grammar: structuredGrammar(structured, kind, options), field: `structured_outputs.${kind}` });
}

/**
 * The constraint of an answer, its thoughts aside; null where any text will do. Calls that may come or not are an
 * alternative to a structured answer, and what begins as one is one, so that its first words tell which it is; where
 * they are forced there is no content for `structured`, the constraint of the fields, to be about, but its grammar
 * still has to compile. The arguments of calls match their tools' schemas.
 */
export function answerConstraint({
  choice,
  toolFormat,
  structured: asked,
  channels = false,
}: {
  choice: ToolChoice;
  toolFormat: ToolFormat;
  structured: OutputConstraint | null;
  /** Whether the answer begins with the header of a message. */
  channels?: boolean;
}): OutputConstraint | null {
  const inChannel = (grammar: Grammar, name: 'final' | null): Grammar =>
    channels ? { kind: 'channel', name, grammar } : grammar;
  const structured = channels && asked !== null ? { ...asked, grammar: inChannel(asked.grammar, 'final') } : asked;
  if (choice.kind === 'none') return structured;
  const { kind, tools, parallel } = choice;
  const isApart = structured !== null || callsStandAlone(toolFormat);
  const callKind = kind !== 'auto' ? 'forced' : isApart ? 'alone' : 'free';
  const calls = tagGrammar(toolCallFormat(toolFormat, tools, { kind: callKind, parallel }), CALL_JSON);
  const held = callKind === 'free' ? calls : inChannel(calls, null);
  if (structured === null && callKind !== 'alone') {
    return bounded({ grammar: held, field: 'tools', free: kind === 'auto' });
  }
  if (kind !== 'auto') return bounded({ grammar: held, field: 'tools', beside: structured?.grammar });
  const names = tools.map(({ function: { name } }) => name);
  const claim = inChannel(tagGrammar(firstHead(CALL_SPELLINGS[toolFormat], names)), null);
  const others = structured?.grammar ?? tagGrammar({ type: 'any_text' });
  const grammar: Grammar = { kind: 'either', ways: [held, others], claim };
  return bounded({ grammar, field: 'tools', free: structured === null });
}

/** The error that tells a caller why the constraint that `body`, which has been read before, asks for is refused. */
export function refusedConstraint(body: StructuredFields & ToolsBody, why: string): RequestError {
  const structured = structuredField(body);
  if (readToolChoice(body).kind === 'none') {
    const field = structured ?? 'structured_outputs';
    return new RequestError(field, `${field}: ${why}`);
  }
  const fields = structured === null ? 'tools' : `tools or ${structured}`;
  return new RequestError('tools', `${fields}: ${why}`, 'invalid_request_error', 'invalid_grammar');
}

/** The field in which `body` asks for structured output; null where it asks for none. */
function structuredField({ structured_outputs: structured, response_format: format }: StructuredFields): string | null {
  const kind = KINDS.find((kind) => structured?.[kind] != null);
  if (kind !== undefined) return `structured_outputs.${kind}`;
  return format == null || format.type === 'text' ? null : 'response_format';
}

/** The same, whichever field asks for it. Throws a `RequestError` where its texts together are too large. */
function bounded(constraint: OutputConstraint): OutputConstraint {
  const { field, grammar } = constraint;
  refusing(field, () => (field === 'tools' ? checkGrammarSize(grammar, 'form') : checkGrammarSize(grammar)));
  return constraint;
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
      return { kind: 'json_object', options };
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
    case 'json_schema':
      return jsonSchemaGrammar(format.json_schema?.schema as object, options);
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

function jsonOptions(structured: Structured): JsonOptions {
  const { disable_any_whitespace: none, whitespace_pattern: pattern } = structured;
  return {
    whitespace: none ? 'none' : pattern == null ? 'any' : { pattern },
    additionalProperties: structured.disable_additional_properties === false,
  };
}

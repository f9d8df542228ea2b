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

/** The output constraint of a request: a grammar that the answer must match. */
export interface OutputConstraint {
  grammar: Grammar;
  /** The request field that sets it, for error messages. */
  field: string;
  /** Whether the grammar allows free text, because calls are optional. */
  free?: boolean;
  /** A grammar of content that is also requested, although the answer consists of calls alone. */
  compileOnly?: Grammar;
}

/** Request fields for structured output; completions and chats have the same. */
export type StructuredFields = Pick<ChatCompletionRequest, 'structured_outputs' | 'response_format'>;
type Structured = NonNullable<ChatCompletionRequest['structured_outputs']>;
type Format = NonNullable<ChatCompletionRequest['response_format']>;

const KINDS = ['json', 'regex', 'choice', 'grammar', 'json_object', 'structural_tag'] as const;

/**
 * Reads the constraint of `response_format` or `structured_outputs`; null if the answer is unconstrained. This server
 * has one backend, which it uses whatever `_backend` names. Throws a `RequestError` for unreadable texts.
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
 * Returns the constraint of an answer, without its reasoning; null if any text is allowed. Optional calls are an
 * alternative to a structured answer. An answer that begins like a call must be one, so its first tokens decide.
 * With forced calls there is no content for the constraint `structured`, but its grammar must still compile. The
 * arguments of calls match their tools' schemas.
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
  /** Whether the answer begins with a message header. */
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
  if (kind !== 'auto') return bounded({ grammar: held, field: 'tools', compileOnly: structured?.grammar });
  const names = tools.map(({ function: { name } }) => name);
  const claim = inChannel(tagGrammar(firstHead(CALL_SPELLINGS[toolFormat], names)), null);
  const others = structured?.grammar ?? tagGrammar({ type: 'any_text' });
  const grammar: Grammar = { kind: 'either', ways: [held, others], claim };
  return bounded({ grammar, field: 'tools', free: structured === null });
}

/** Returns the error for a constraint that is refused because of `why`; `body` is the request, already validated. */
export function refusedConstraint(body: StructuredFields & ToolsBody, why: string): RequestError {
  const structured = structuredField(body);
  if (readToolChoice(body).kind === 'none') {
    const field = structured ?? 'structured_outputs';
    return new RequestError(field, `${field}: ${why}`);
  }
  const fields = structured === null ? 'tools' : `tools or ${structured}`;
  return new RequestError('tools', `${fields}: ${why}`, 'invalid_request_error', 'invalid_grammar');
}

/** Returns the request field that sets structured output; null if there is none. */
function structuredField({ structured_outputs: structured, response_format: format }: StructuredFields): string | null {
  const kind = KINDS.find((kind) => structured?.[kind] != null);
  if (kind !== undefined) return `structured_outputs.${kind}`;
  return format == null || format.type === 'text' ? null : 'response_format';
}

/** Returns the constraint itself. Throws a `RequestError` if its texts together are too large. */
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

/** Reads XGrammar's `{"format": ...}` and its older `{"structures": [...], "triggers": [...]}`. */
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

/** Returns the result of `read`. Turns a `GrammarError` into a `RequestError` of `field`. */
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

import type { ToolFormat } from '../../model/text/tool-format.ts';
import { type Grammar, type TagFormat, tagGrammar } from '../grammar/grammar.ts';
import { type AnswerFormat, type FormatBody, readAnswerFormat, refusedFormat } from './answer-format.ts';
import { RequestError } from './request-error.ts';
import { readToolChoice, type ToolChoice, type ToolsBody } from './tool-choice.ts';
import { CALL_JSON, toolCallForm } from './tools/tool-grammar.ts';

/** What of a request decides the form of its answer. */
export interface AnswerForm {
  choice: ToolChoice;
  toolFormat: ToolFormat;
  /** What `response_format` or `structured_outputs` asks for. */
  format: AnswerFormat | null;
}

/**
 * The form that an answer is held to, its thoughts aside; null where any text will do. Calls that may come or not are an
 * alternative to a structured answer; forced ones take the place of `response_format`, which is about content. Calls are
 * held to their tools' schemas. Throws a `RequestError` for forced calls beside `structured_outputs`.
 */
export function answerGrammar({ choice, toolFormat, format }: AnswerForm): AnswerFormat | null {
  if (choice.kind === 'none') return format;
  const { kind, tools, parallel } = choice;
  if (kind !== 'auto' && format?.field.startsWith('structured_outputs')) {
    const message = `${format.field}: an answer of calls alone, which tool_choice asks for, cannot have this form too`;
    throw new RequestError('structured_outputs', message);
  }
  if (kind !== 'auto' || format === null) {
    const calls = toolCallForm(toolFormat, tools, { forced: kind !== 'auto', parallel });
    return { grammar: tagGrammar(calls, CALL_JSON), field: 'tools', free: kind === 'auto' };
  }
  const calls = toolCallForm(toolFormat, tools, { forced: true, parallel });
  const either: TagFormat = { type: 'or', elements: [calls, formatOf(format.grammar)] };
  const options = 'options' in format.grammar ? format.grammar.options : CALL_JSON;
  return { grammar: tagGrammar(either, options), field: 'tools' };
}

/** The error that tells a caller why the form that `body` asks of its answer is refused. */
export function refusedGrammar(body: FormatBody & ToolsBody, why: string): RequestError {
  if (readToolChoice(body).kind === 'none') return refusedFormat(body, why);
  const beside = readAnswerFormat(body);
  const fields = beside === null ? 'tools' : `tools or ${beside.field}`;
  return new RequestError('tools', `${fields}: ${why}`, 'invalid_request_error', 'invalid_grammar');
}

/** The same as a part of a structural tag, whose options then are those of the grammar. */
function formatOf(grammar: Grammar): TagFormat {
  switch (grammar.kind) {
    case 'json_schema':
      return { type: 'json_schema', json_schema: JSON.parse(grammar.schema) as object };
    case 'json_object':
      return { type: 'json_schema', json_schema: { type: 'object' } };
    case 'regex':
      return { type: 'regex', pattern: grammar.pattern };
    case 'choice':
      return { type: 'or', elements: grammar.choices.map((value) => ({ type: 'const_string', value })) };
    case 'rules':
      return { type: 'grammar', grammar: grammar.text };
    case 'structural_tag':
      return JSON.parse(grammar.format) as TagFormat;
  }
}

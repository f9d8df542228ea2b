import type { ToolFormat } from '../../model/text/tool-format.ts';
import { tagGrammar } from '../grammar/grammar.ts';
import { type AnswerFormat, bounded, type FormatBody, formatField, refusedFormat } from './answer-format.ts';
import { RequestError } from './request-error.ts';
import { readToolChoice, type ToolChoice, type ToolsBody } from './tool-choice.ts';
import { CALL_SPELLINGS, firstHead } from './tools/call-spelling.ts';
import { CALL_JSON, toolCallForm } from './tools/tool-grammar.ts';

/** What of a request decides the form of its answer. */
export interface OutputConstraints {
  choice: ToolChoice;
  toolFormat: ToolFormat;
  /** What `response_format` or `structured_outputs` asks for. */
  format: AnswerFormat | null;
}

/**
 * The form that an answer is held to, its thoughts aside; null where any text will do. Calls that may come or not are
 * an alternative to a structured answer, and what begins as one is one, so that its first words tell which it is; where
 * they are forced there is no content for `response_format` or `structured_outputs` to be about, but what these ask for
 * has to be such that it could be held. Calls are held to their tools' schemas.
 */
export function answerGrammar({ choice, toolFormat, format }: OutputConstraints): AnswerFormat | null {
  if (choice.kind === 'none') return format;
  const { kind, tools, parallel } = choice;
  const callKind = kind !== 'auto' ? 'forced' : format === null ? 'free' : 'alone';
  const calls = tagGrammar(toolCallForm(toolFormat, tools, { kind: callKind, parallel }), CALL_JSON);
  const asked = { grammar: calls, field: 'tools' };
  if (format === null) return bounded({ ...asked, free: kind === 'auto' });
  if (kind !== 'auto') return bounded({ ...asked, beside: format.grammar });
  const names = tools.map(({ function: { name } }) => name);
  const claim = tagGrammar(firstHead(CALL_SPELLINGS[toolFormat], names));
  return bounded({ grammar: { kind: 'either', ways: [calls, format.grammar], claim }, field: 'tools' });
}

/** The error that tells a caller why the form that `body` asks of its answer is refused. */
export function refusedGrammar(body: FormatBody & ToolsBody, why: string): RequestError {
  if (readToolChoice(body).kind === 'none') return refusedFormat(body, why);
  const beside = formatField(body);
  const fields = beside === null ? 'tools' : `tools or ${beside}`;
  return new RequestError('tools', `${fields}: ${why}`, 'invalid_request_error', 'invalid_grammar');
}

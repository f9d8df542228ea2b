import type { CompileContext } from './compile-context.ts';
import { ANY_JSON, type TagFormat } from './grammar.ts';
import type { GrammarNode } from './machine/node.ts';
import { Concatenation } from './machine/nonterminals.ts';
import { TagCompiler } from './tags/tag-compiler.ts';

/** Tokens that delimit messages in OpenAI's harmony format. */
export const CHANNEL_MARKS = {
  start: '<|start|>',
  channel: '<|channel|>',
  message: '<|message|>',
  constrain: '<|constrain|>',
  end: '<|end|>',
} as const;

const { start, channel, message, end } = CHANNEL_MARKS;

const text = (value: string): TagFormat => ({ type: 'const_string', value });

/** Returns an optional reasoning message, then `header`, the header of the message after it. */
function opening(header: string): TagFormat {
  const reasoning: TagFormat = {
    type: 'sequence',
    elements: [
      text(`${channel}analysis${message}`),
      { type: 'any_text', excludes: [end] },
      text(`${end}${start}assistant`),
    ],
  };
  return { type: 'sequence', elements: [{ type: 'optional', content: reasoning }, text(header)] };
}

/**
 * Compiles an output in harmony channels: an optional reasoning message, then `answer`. With `name` 'final', `answer`
 * is the text of a message in that channel. With null, `answer` includes its own message header.
 */
export function compileInChannel(
  compileContext: CompileContext,
  answer: GrammarNode,
  name: 'final' | null,
): GrammarNode {
  const format = opening(name === null ? '' : `${channel}${name}${message}`);
  const before = new TagCompiler(compileContext, ANY_JSON).compile(JSON.stringify(format));
  return new Concatenation(compileContext.numbers, [before, answer]);
}

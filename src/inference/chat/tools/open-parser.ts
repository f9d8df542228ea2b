import type { ToolFormat } from '../../../model/text/tool-format.ts';
import { HermesParser } from './hermes-parser.ts';
import { Llama3Parser, PYTHON_TAG } from './llama3-parser.ts';
import { MistralParser, TOOL_CALLS } from './mistral-parser.ts';
import type { ToolParser } from './tool-parser.ts';

/** A parser of the format, for calls of the tools with these names. */
export function openToolParser(format: ToolFormat, names: ReadonlySet<string>): ToolParser {
  switch (format) {
    case 'hermes':
      return new HermesParser(names);
    case 'llama3':
      return new Llama3Parser(names);
    case 'mistral':
      return new MistralParser(names);
  }
}

/** Tokens that a parser must see although they may be special ones, which answers leave out. */
export const TOOL_MARKERS: Record<ToolFormat, readonly string[]> = {
  hermes: ['<tool_call>', '</tool_call>'],
  llama3: [PYTHON_TAG],
  mistral: [TOOL_CALLS, '[ARGS]', '[CALL_ID]'],
};

export const ALL_TOOL_MARKERS: readonly string[] = Object.values(TOOL_MARKERS).flat();

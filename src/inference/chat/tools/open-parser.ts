import type { ToolFormat } from '../../../model/text/tool-format.ts';
import { CallParser } from './call-parser.ts';
import { PYTHON_TAG, TOOL_CALLS } from './call-spelling.ts';
import type { ToolParser } from './tool-parser.ts';

/** A parser of the format, for calls of the tools with these names. */
export function openToolParser(format: ToolFormat, names: ReadonlySet<string>, leading = false): ToolParser {
  return new CallParser({ format, names, leading });
}

/** Tokens that a parser must see although they may be special ones, which answers leave out. */
export const TOOL_MARKERS: Record<ToolFormat, readonly string[]> = {
  hermes: ['<tool_call>', '</tool_call>'],
  llama3: [PYTHON_TAG],
  mistral: [TOOL_CALLS],
};

export const ALL_TOOL_MARKERS: readonly string[] = Object.values(TOOL_MARKERS).flat();

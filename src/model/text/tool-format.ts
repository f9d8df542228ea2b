import { type JinjaProgram, visitJinja } from './jinja-template.ts';

/**
 * How models of a family write calls of tools:
 * - `hermes`: `<tool_call>{"name": ..., "arguments": {...}}</tool_call>`; Qwen2.5, Qwen3, SmolLM2, SmolLM3, Hermes
 * - `llama3`: `{"name": ..., "parameters": {...}}`, perhaps behind `<|python_tag|>`; Llama 3
 * - `mistral`: `[TOOL_CALLS][{"name": ..., "arguments": {...}}]`, or `[TOOL_CALLS]NAME[ARGS]{...}`
 */
export type ToolFormat = 'hermes' | 'llama3' | 'mistral';

const TOOLS: ReadonlySet<unknown> = new Set(['tools', 'tool_calls']);

/** Whether a template reads the tools, or the calls of a message: a variable, an attribute or a key of that name. */
export function readsTools(program: JinjaProgram): boolean {
  let reads = false;
  visitJinja(program, ({ type, value }) => {
    if (type === 'Identifier' || type === 'StringLiteral') reads ||= TOOLS.has(value);
  });
  return reads;
}

/**
 * The format in which a chat template has its model call tools; Hermes' where the template does not know tools, or has
 * them called in a way that is none of these.
 */
export function detectToolFormat(templateSource: string): ToolFormat {
  if (!/\btools\b/.test(templateSource) || templateSource.includes('<function=')) return 'hermes';
  if (templateSource.includes('<tool_call>')) return 'hermes';
  if (templateSource.includes('[TOOL_CALLS]')) return 'mistral';
  if (templateSource.includes('<|python_tag|>') || /\{\\?"name\\?": /.test(templateSource)) return 'llama3';
  return 'hermes';
}

/**
 * How models of a family write calls of tools:
 * - `hermes`: `<tool_call>{"name": ..., "arguments": {...}}</tool_call>`; Qwen2.5, Qwen3, SmolLM2, SmolLM3, Hermes
 * - `llama3`: `{"name": ..., "parameters": {...}}`, perhaps behind `<|python_tag|>`; Llama 3
 * - `mistral`: `[TOOL_CALLS][{"name": ..., "arguments": {...}}]`, or `[TOOL_CALLS]NAME[ARGS]{...}`
 */
export type ToolFormat = 'hermes' | 'llama3' | 'mistral';

/**
 * The format in which a chat template has its model call tools. Null where the template does not know tools, or has
 * them called in a way that is none of these.
 */
export function detectToolFormat(templateSource: string): ToolFormat | null {
  if (!/\btools\b/.test(templateSource)) return null;
  if (templateSource.includes('<function=')) return null;
  if (templateSource.includes('<tool_call>')) return 'hermes';
  if (templateSource.includes('[TOOL_CALLS]')) return 'mistral';
  if (templateSource.includes('<|python_tag|>') || /\{\\?"name\\?": /.test(templateSource)) return 'llama3';
  return null;
}

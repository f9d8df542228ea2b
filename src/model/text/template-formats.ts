import { type JinjaNode, type JinjaProgram, visitJinja } from './jinja-template.ts';

/** The form of a message's content that a template expects: one string, or a list of `{type: 'text', text}` parts. */
export type ContentFormat = 'string' | 'parts';

/**
 * Returns `parts` if some loop runs over a message's content: over `X.content` or `X['content']`, over a variable
 * `content`, or over a macro's parameter that receives such a value. Filters, tests and slices around it are ignored.
 */
export function detectContentFormat(program: JinjaProgram): ContentFormat {
  const loops: { iterable: JinjaNode; macro: JinjaNode | null }[] = [];
  const calls: JinjaNode[] = [];
  visitJinja(program, (node, macro) => {
    if (node.type === 'For') loops.push({ iterable: peel(node.iterable as JinjaNode), macro });
    if (node.type === 'CallExpression') calls.push(node);
  });
  const overContent = loops.some(({ iterable, macro }) => {
    if (isContentMember(iterable)) return true;
    if (iterable.type !== 'Identifier') return false;
    if (macro === null) return iterable.value === 'content';
    return receivesContent(macro, String(iterable.value), calls);
  });
  return overContent ? 'parts' : 'string';
}

function peel(node: JinjaNode): JinjaNode {
  if (node.type === 'FilterExpression' || node.type === 'TestExpression') return peel(node.operand as JinjaNode);
  if (node.type === 'SelectExpression') return peel(node.lhs as JinjaNode);
  const sliced = node.type === 'MemberExpression' && (node.property as JinjaNode).type === 'SliceExpression';
  return sliced ? peel(node.object as JinjaNode) : node;
}

function isContentMember(node: JinjaNode): boolean {
  return node.type === 'MemberExpression' && (node.property as JinjaNode).value === 'content';
}

function receivesContent(macro: JinjaNode, parameter: string, calls: readonly JinjaNode[]): boolean {
  const position = (macro.args as JinjaNode[]).findIndex((arg) => arg.value === parameter);
  const name = (macro.name as JinjaNode).value;
  return calls.some((call) => {
    if ((call.callee as JinjaNode).value !== name) return false;
    const args = call.args as JinjaNode[];
    const named = args.find(
      (arg) => arg.type === 'KeywordArgumentExpression' && (arg.key as JinjaNode).value === parameter,
    );
    const argument = (named?.value as JinjaNode | undefined) ?? args[position];
    return argument !== undefined && isContentMember(peel(argument));
  });
}

/**
 * The form of a tool call's arguments that a template expects:
 * - `object`: the template writes them by `tojson` or iterates over them
 * - `either`: it tests whether they are a string or a mapping, or writes them as they are
 * - `text`: it concatenates them with other text by `+` or `~`, as DeepSeek's does
 */
export type ArgumentsType = 'object' | 'either' | 'text';

const TYPE_TESTS: ReadonlySet<unknown> = new Set(['string', 'mapping']);

/** Detects the form by following `X.arguments` and `X['arguments']` through `set` and the parameters of macros. */
export function detectArgumentsType(program: JinjaProgram): ArgumentsType {
  const names = namesOfArguments(program);
  const areArguments = (node: JinjaNode): boolean =>
    isMember(node) || (node.type === 'Identifier' && names.has(node.value));
  let isText = false;
  let isEither = false;
  visitJinja(program, (node) => {
    if (node.type === 'BinaryExpression' && ['+', '~'].includes(operatorOf(node))) {
      isText ||= [node.left, node.right].some((side) => areArguments(side as JinjaNode));
    }
    if (node.type === 'TestExpression' && TYPE_TESTS.has((node.test as JinjaNode).value)) {
      isEither ||= areArguments(node.operand as JinjaNode);
    }
    isEither ||= writtenOut(node).some(areArguments);
  });
  return isText ? 'text' : isEither ? 'either' : 'object';
}

function isMember({ type, property }: JinjaNode): boolean {
  return type === 'MemberExpression' && (property as JinjaNode).value === 'arguments';
}

function operatorOf(node: JinjaNode): string {
  return String((node.operator as { value: unknown }).value);
}

/** Returns the names of variables and macro parameters that hold the arguments of a tool call. */
function namesOfArguments(program: JinjaProgram): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  const macros = new Map<unknown, JinjaNode[]>();
  visitJinja(program, (node) => {
    if (node.type === 'Macro') macros.set((node.name as JinjaNode).value, node.args as JinjaNode[]);
    if (node.type === 'Set' && node.value !== null && isMember(node.value as JinjaNode)) {
      names.add((node.assignee as JinjaNode).value);
    }
  });
  visitJinja(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const parameters = macros.get((node.callee as JinjaNode).value) ?? [];
    for (const [place, given] of (node.args as JinjaNode[]).entries()) {
      const isGiven = isMember(given) || (given.type === 'Identifier' && names.has(given.value));
      if (isGiven && parameters[place] !== undefined) names.add(parameters[place].value);
    }
  });
  return names;
}

/** Returns the expressions that a block outputs, including both branches of a ternary. */
function writtenOut(node: JinjaNode): JinjaNode[] {
  const blocks = [node.body, node.alternate, node.defaultBlock].filter(Array.isArray) as JinjaNode[][];
  const branches = (written: JinjaNode): JinjaNode[] =>
    written.type === 'Ternary'
      ? [written.trueExpr, written.falseExpr].flatMap((branch) => branches(branch as JinjaNode))
      : [written];
  return blocks.flat().flatMap(branches);
}

/**
 * The format in which a model writes tool calls:
 * - `hermes`: `<tool_call>{"name": ..., "arguments": {...}}</tool_call>`; Qwen2.5, Qwen3, SmolLM2, SmolLM3, Hermes
 * - `llama3`: `{"name": ..., "parameters": {...}}`, optionally after `<|python_tag|>`; Llama 3
 * - `mistral`: `[TOOL_CALLS][{"name": ..., "arguments": {...}}]`; Mistral 7B, Nemo, Small 3
 * - `mistral_args`: `[TOOL_CALLS]NAME[ARGS]{...}`; Mistral Small 3.2, Magistral, Devstral
 * - `granite`: `<|tool_call|>[{"name": ..., "arguments": {...}}]`; Granite 3
 * - `qwen3_coder`: `<tool_call><function=NAME><parameter=KEY>VALUE</parameter></function></tool_call>`; Qwen3-Coder
 * - `phi4_mini`: `<|tool_call|>[{"name": ..., "arguments": {...}}]<|/tool_call|>`; Phi-4-mini
 * - `functools`: `functools[{"name": ..., "arguments": {...}}]`; Phi-4-mini by vLLM's template
 * - `pythonic`: `[NAME(KEY='value'), ...]`; Llama 3.2, Llama 4 and Gemma 3 by vLLM's templates
 * - `functiongemma`: `<start_function_call>call:NAME{KEY:<escape>value<escape>}<end_function_call>`; FunctionGemma
 * - `harmony`: `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>{...}<|call|>`; gpt-oss
 */
export type ToolFormat =
  | 'hermes'
  | 'llama3'
  | 'mistral'
  | 'mistral_args'
  | 'granite'
  | 'qwen3_coder'
  | 'phi4_mini'
  | 'functools'
  | 'pythonic'
  | 'functiongemma'
  | 'harmony';

const TOOLS: ReadonlySet<unknown> = new Set(['tools', 'tool_calls']);

/** Returns whether a template reads `tools` or `tool_calls`, as a variable, an attribute or a key. */
export function readsTools(program: JinjaProgram): boolean {
  let reads = false;
  visitJinja(program, ({ type, value }) => {
    if (type === 'Identifier' || type === 'StringLiteral') reads ||= TOOLS.has(value);
  });
  return reads;
}

/**
 * Detects the tool-call format from a chat template. It is `hermes` if the template does not support tools or uses an
 * unknown format.
 */
export function detectToolFormat(templateSource: string): ToolFormat {
  if (!/\btools\b/.test(templateSource)) return 'hermes';
  const has = (...marks: string[]) => marks.every((mark) => templateSource.includes(mark));
  if (has('<tool_call>', '<function=', '<parameter=')) return 'qwen3_coder';
  if (has('<tool_call>') || has('<function=')) return 'hermes';
  if (has('<|channel|>', '<|message|>')) return 'harmony';
  if (has('<start_function_call>')) return 'functiongemma';
  if (has('<|/tool_call|>') || has('<|/tool|>')) return 'phi4_mini';
  if (has('functools[')) return 'functools';
  if (/func_name1\(params?_name1=/.test(templateSource)) return 'pythonic';
  if (has('<|tool_call|>')) return 'granite';
  if (has('[TOOL_CALLS]')) return has('[ARGS]') ? 'mistral_args' : 'mistral';
  if (has('<|python_tag|>') || /\{\\?"name\\?": /.test(templateSource)) return 'llama3';
  return 'hermes';
}

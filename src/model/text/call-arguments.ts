import { type JinjaNode, type JinjaProgram, visitJinja } from './jinja-template.ts';

/**
 * How a template takes the arguments of a tool call:
 * - `object`: it writes them by `tojson` or goes through them
 * - `either`: it asks whether they are a string or a mapping, or writes them as they are
 * - `text`: it concatenates them with other text by `+` or `~`, as DeepSeek's does
 */
export type ArgumentsType = 'object' | 'either' | 'text';

const TYPE_TESTS: ReadonlySet<unknown> = new Set(['string', 'mapping']);

/** Follows `X.arguments` and `X['arguments']` through `set` and the parameters of macros. */
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

/** Variables that `set` gives arguments to, and parameters of macros that are called with them. */
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

/** The expressions that a block writes out, of both branches where that is decided in the expression. */
function writtenOut(node: JinjaNode): JinjaNode[] {
  const blocks = [node.body, node.alternate, node.defaultBlock].filter(Array.isArray) as JinjaNode[][];
  const branches = (written: JinjaNode): JinjaNode[] =>
    written.type === 'Ternary'
      ? [written.trueExpr, written.falseExpr].flatMap((branch) => branches(branch as JinjaNode))
      : [written];
  return blocks.flat().flatMap(branches);
}

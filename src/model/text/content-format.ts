import { type JinjaProgram, type JinjaNode as Node, visitJinja } from './jinja-template.ts';

/** How a template wants a message's content: one string, or a list of `{type: 'text', text}` parts. */
export type ContentFormat = 'string' | 'parts';

/**
 * Parts if some loop runs over a message's content: over `X.content` or `X['content']`, over a variable `content`, or
 * over a macro's parameter that gets such a value at some call. Filters, tests and slices around it do not matter.
 */
export function detectContentFormat(program: JinjaProgram): ContentFormat {
  const loops: { iterable: Node; macro: Node | null }[] = [];
  const calls: Node[] = [];
  visitJinja(program, (node, macro) => {
    if (node.type === 'For') loops.push({ iterable: peel(node.iterable as Node), macro });
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

function peel(node: Node): Node {
  if (node.type === 'FilterExpression' || node.type === 'TestExpression') return peel(node.operand as Node);
  if (node.type === 'SelectExpression') return peel(node.lhs as Node);
  const sliced = node.type === 'MemberExpression' && (node.property as Node).type === 'SliceExpression';
  return sliced ? peel(node.object as Node) : node;
}

function isContentMember(node: Node): boolean {
  return node.type === 'MemberExpression' && (node.property as Node).value === 'content';
}

function receivesContent(macro: Node, parameter: string, calls: readonly Node[]): boolean {
  const position = (macro.args as Node[]).findIndex((arg) => arg.value === parameter);
  const name = (macro.name as Node).value;
  return calls.some((call) => {
    if ((call.callee as Node).value !== name) return false;
    const args = call.args as Node[];
    const named = args.find((arg) => arg.type === 'KeywordArgumentExpression' && (arg.key as Node).value === parameter);
    const argument = (named?.value as Node | undefined) ?? args[position];
    return argument !== undefined && isContentMember(peel(argument));
  });
}

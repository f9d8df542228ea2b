import type { Argument } from './ast.ts';

/** Python's order: positional arguments, then named ones; one `*` and one `**`, the latter at the end. */
export function mayFollow(argument: Argument, before: readonly Argument[]): boolean {
  const has = (type: Argument['type']) => before.some((one) => one.type === type);
  if (argument.type === 'KeywordSpreadExpression') return !has('KeywordSpreadExpression');
  if (has('KeywordSpreadExpression')) return false;
  if (argument.type === 'KeywordArgumentExpression') return true;
  if (argument.type === 'SpreadExpression') return !has('SpreadExpression');
  return !has('SpreadExpression') && !has('KeywordArgumentExpression');
}

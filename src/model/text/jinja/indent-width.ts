import { TemplateError } from '../template-error.ts';
import { indexOf } from './kinds.ts';
import type { Value } from './values.ts';

const WIDEST_INDENT = 256;

/** What a line is indented by: so many blanks, or a text. A few lines must not make a huge text. */
export function indentOf(width: Value): string {
  if (typeof width === 'string') return checked(width, width.length);
  const count = indexOf(width);
  return ' '.repeat(Math.max(0, checked(count, count)));
}

function checked<T>(value: T, width: number): T {
  if (width <= WIDEST_INDENT) return value;
  throw new TemplateError(`the chat template indents by ${width}; ${WIDEST_INDENT} is allowed`);
}

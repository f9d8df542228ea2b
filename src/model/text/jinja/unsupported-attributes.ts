import { kindOf } from './kinds.ts';
import type { Value } from './values.ts';

const NUMBER = 'real imag numerator denominator conjugate as_integer_ratio is_integer';
const BY_KIND: Readonly<Record<string, string>> = {
  str: 'encode expandtabs translate maketrans format_map istitle isidentifier isprintable',
  int: `${NUMBER} bit_length bit_count to_bytes from_bytes`,
  bool: `${NUMBER} bit_length bit_count to_bytes from_bytes`,
  float: `${NUMBER} hex fromhex`,
  range: 'start stop step index count',
  function: 'name arguments catch_kwargs catch_varargs caller',
  generator: 'send throw close',
  dict_items: 'isdisjoint mapping',
  dict_keys: 'isdisjoint mapping',
  dict_values: 'mapping',
};

/** Throws for what Python has there and we do not: without this it would read as undefined, that is as no text. */
export function refuseUnsupported(value: Value, name: string): void {
  const kind = kindOf(value);
  if (!Object.hasOwn(BY_KIND, kind) || !BY_KIND[kind].split(' ').includes(name)) return;
  throw new Error(`the attribute '${name}' of a ${kind} is not supported`);
}

import { Dict, Instance, Tuple, Undefined, type Value } from './values.ts';

/** Python's name for a value's type. */
export function kindOf(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Dict) return 'dict';
  return value instanceof Instance ? value.kind : 'Undefined';
}

export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict) return value.size > 0;
  if (value instanceof Undefined) return false;
  if (value instanceof Instance) return value.isTrue();
  return Boolean(value) || Number.isNaN(value);
}

/** A number, true and false as 1 and 0; undefined for what is none. */
export function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

/** An integer as Python's functions take one. */
export function indexOf(value: Value): number {
  if (value instanceof Undefined) value.fail();
  const number = numberOf(value);
  if (typeof number !== 'bigint') throw new Error(`'${kindOf(value)}' object cannot be interpreted as an integer`);
  return Number(number);
}

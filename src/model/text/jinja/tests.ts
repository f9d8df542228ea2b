import { withParameters } from './arguments.ts';
import { binary } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { FILTERS } from './filters.ts';
import { numberOf } from './kinds.ts';
import type { Runtime, Test } from './runtime.ts';
import { isIterable } from './sequences.ts';
import { STRING_PREDICATES } from './string-predicates.ts';
import { textOf } from './text.ts';
import { Callable, Dict, Instance, Markup, Range, Tuple, Undefined, type Value } from './values.ts';

/** Jinja's tests, that is what may stand behind `is`. */
export const TESTS: ReadonlyMap<string, Test> = new Map(
  Object.entries<Test>({
    defined: is((value) => !(value instanceof Undefined)),
    undefined: is((value) => value instanceof Undefined),
    none: is((value) => value === null),
    boolean: is((value) => typeof value === 'boolean'),
    true: is((value) => value === true),
    false: is((value) => value === false),
    integer: is((value) => typeof value === 'bigint'),
    float: is((value) => typeof value === 'number'),
    number: is((value) => numberOf(value) !== undefined),
    string: is((value) => typeof value === 'string' || value instanceof Markup),
    mapping: is((value) => value instanceof Dict),
    iterable: is(isIterable),
    sequence: is(isSequence),
    callable: is((value) => value instanceof Callable || value instanceof Undefined),
    escaped: is((value) => value instanceof Markup),
    lower: is((value, { budget }) => STRING_PREDICATES.islower(textOf(value, budget))),
    upper: is((value, { budget }) => STRING_PREDICATES.isupper(textOf(value, budget))),
    odd: is((value, { budget }) => isRest(value, 2n, 1n, budget)),
    even: is((value, { budget }) => isRest(value, 2n, 0n, budget)),
    divisibleby: withParameters('divisibleby', ['num'], (value, [num], { budget }) => isRest(value, num, 0n, budget)),
    filter: is((value) => typeof value === 'string' && FILTERS.has(value)),
    test: is((value) => typeof value === 'string' && TESTS.has(value)),
    sameas: withParameters('sameas', ['other'], (value, [other]) => value === other),
    in: comparison('in'),
    ...named('==', ['==', 'eq', 'equalto']),
    ...named('!=', ['!=', 'ne']),
    ...named('>', ['>', 'gt', 'greaterthan']),
    ...named('>=', ['>=', 'ge']),
    ...named('<', ['<', 'lt', 'lessthan']),
    ...named('<=', ['<=', 'le']),
  }),
);

function is(test: (value: Value, runtime: Runtime) => boolean): Test {
  return withParameters('test', [], (value, _, runtime) => test(value, runtime));
}

function comparison(operator: string): Test {
  return withParameters('test', ['other'], (value, [other], { budget }) => compare(operator, value, other, budget));
}

function named(operator: string, names: readonly string[]): Record<string, Test> {
  return Object.fromEntries(names.map((name) => [name, comparison(operator)]));
}

function isSequence(value: Value): boolean {
  if (value instanceof Instance) return value instanceof Range || value instanceof Markup;
  return (
    typeof value === 'string' ||
    Array.isArray(value) ||
    value instanceof Tuple ||
    value instanceof Dict ||
    value instanceof Undefined
  );
}

function isRest(value: Value, by: Value, rest: Value, budget: Runtime['budget']): boolean {
  if (typeof value === 'string') throw new Error('not all arguments converted during string formatting');
  return compare('==', binary('%', value, by, budget), rest, budget);
}

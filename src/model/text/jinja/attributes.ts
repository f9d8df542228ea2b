import { bind } from './arguments.ts';
import type { Budget } from './budget.ts';
import { areEqual } from './comparison.ts';
import { DictView } from './dict-view.ts';
import { kindOf } from './kinds.ts';
import type { Runtime } from './runtime.ts';
import { itemAt } from './sequences.ts';
import { STRING_METHODS } from './string-methods.ts';
import { reprOf } from './text.ts';
import { refuseUnsupported } from './unsupported-attributes.ts';
import { Callable, Dict, Instance, Markup, Tuple, Undefined, type Value } from './values.ts';

const UNSAFE = new Set(
  'append clear extend insert pop popitem remove reverse setdefault sort update fromkeys'.split(' '),
);

/** `value.name`: what Python has there, else the item of that name. What could change a value is out of reach. */
export function attributeOf(value: Value, name: string, runtime?: Runtime): Value {
  const own = ownAttribute(value, name, runtime);
  if (own !== undefined) return own;
  const item = value instanceof Dict ? value.get(name) : undefined;
  return item === undefined ? missing(value, name) : item;
}

/** `value[key]`: the item, else the attribute of that name. */
export function subscriptOf(value: Value, key: Value, budget: Budget, runtime?: Runtime): Value {
  if (value instanceof Undefined) value.fail();
  for (const text of [value, key]) if (typeof text === 'string') budget.read(text.length);
  const item = itemOf(value, key);
  if (item !== undefined) return item;
  if (typeof key === 'string') {
    const own = ownAttribute(value, key, runtime);
    return own === undefined ? missing(value, key) : own;
  }
  return new Undefined(`${described(value)} has no element ${reprOf(key, budget)}`);
}

/** What `getattr` of Python gives, without a look at items. */
export function ownAttribute(value: Value, name: string, runtime?: Runtime): Value | undefined {
  if (value instanceof Undefined) value.fail();
  if (value instanceof Markup) throw new Error('methods of an escaped or safe text are not supported');
  const isContainer = Array.isArray(value) || value instanceof Tuple || value instanceof Dict;
  if (/^__.*__$/.test(name) || (isContainer && !(value instanceof Tuple) && isUnsafe(value, name))) {
    return new Undefined(`access to attribute '${name}' of '${kindOf(value)}' object is unsafe.`);
  }
  refuseUnsupported(value, name);
  if (typeof value === 'string') {
    const method = STRING_METHODS.get(name);
    if (method === undefined || runtime === undefined) return undefined;
    return new Callable((args) => {
      runtime.budget.read(value.length);
      return method(value, args, runtime);
    });
  }
  if (value instanceof Dict) return dictMethod(value, name, runtime);
  if (Array.isArray(value)) return listMethod(value, name, runtime);
  if (value instanceof Tuple) {
    const part = (value as { attribute?(name: string): Value | undefined }).attribute?.(name);
    return part === undefined ? listMethod(value.items, name, runtime) : part;
  }
  return value instanceof Instance ? value.attribute(name) : undefined;
}

function isUnsafe(value: Value, name: string): boolean {
  const lists = ['append', 'extend', 'insert', 'remove', 'reverse', 'sort', 'clear', 'pop'];
  return UNSAFE.has(name) && (Array.isArray(value) === lists.includes(name) || name === 'clear' || name === 'pop');
}

function itemOf(value: Value, key: Value): Value | undefined {
  if (value instanceof Dict) {
    const hashable = !(Array.isArray(key) || key instanceof Dict);
    return hashable ? value.get(key) : undefined;
  }
  const index = typeof key === 'boolean' ? BigInt(key) : key;
  return typeof index === 'bigint' ? itemAt(value, Number(index)) : undefined;
}

function missing(value: Value, name: string): Undefined {
  return new Undefined(`'${described(value)}' has no attribute '${name}'`);
}

function described(value: Value): string {
  return value === null ? 'None' : `${kindOf(value)} object`;
}

function dictMethod(dict: Dict, name: string, runtime: Runtime | undefined): Value | undefined {
  if (name === 'keys' || name === 'values' || name === 'items') {
    return new Callable((args) => {
      bind(name, [], args);
      return new DictView(dict, name);
    });
  }
  if (name === 'copy') {
    return new Callable(() => {
      runtime?.budget.step(dict.size);
      return new Dict(dict.entries());
    });
  }
  if (name !== 'get') return undefined;
  return new Callable((args) => {
    const [key, standard] = bind('get', ['key', 'default?'], args);
    if (typeof key === 'string') runtime?.budget.read(key.length);
    const item = dict.get(key);
    return item === undefined ? (standard ?? null) : item;
  });
}

function listMethod(items: readonly Value[], name: string, runtime: Runtime | undefined): Value | undefined {
  if (runtime === undefined) return undefined;
  if (name === 'copy') {
    return new Callable(() => {
      runtime.budget.list(items.length);
      return [...items];
    });
  }
  if (name !== 'index' && name !== 'count') return undefined;
  return new Callable((args) => {
    const [wanted] = bind(name, ['value'], args);
    const matches = items.map((item) => areEqual(item, wanted, runtime.budget));
    if (name === 'count') return BigInt(matches.filter(Boolean).length);
    const at = matches.indexOf(true);
    if (at < 0) throw new Error('the value is not in list');
    return BigInt(at);
  });
}

import type { Budget } from './budget.ts';
import { floatText } from './float-text.ts';
import { kindOf } from './kinds.ts';
import { Dict, type Instance, Markup, Namespace, Tuple, Undefined, type Value } from './values.ts';

/** A value as Python's `str` writes it. Throws for what has no fixed spelling there, as a function. */
export function textOf(value: Value, budget: Budget): string {
  if (typeof value === 'string') return value;
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) return '';
  return reprOf(value, budget);
}

/** A value as Python's `repr` writes it. */
export function reprOf(value: Value, budget: Budget): string {
  const text = written(value, budget);
  budget.text(text.length);
  return text;
}

function written(value: Value, budget: Budget): string {
  budget.step();
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Markup) return `Markup(${quoted(value.text)})`;
  const items = (list: readonly Value[]) => list.map((item) => reprOf(item, budget));
  if (Array.isArray(value)) return `[${items(value).join(', ')}]`;
  if (value instanceof Tuple) return `(${items(value.items).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof Dict) {
    return `{${Array.from(value.entries(), (entry) => items(entry).join(': ')).join(', ')}}`;
  }
  return writtenInstance(value, items);
}

function writtenInstance(value: Instance, items: (list: readonly Value[]) => string[]): string {
  if (value.kind.startsWith('dict_')) return `${value.kind}([${items(value.iterate() ?? []).join(', ')}])`;
  if (value instanceof Namespace) return `<Namespace ${items([new Dict(value.values)])[0]}>`;
  const text = value.written();
  if (text === undefined) throw new Error(`a ${kindOf(value)} has no spelling of its own`);
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    return ESCAPES[character] ?? escapedCode(character.codePointAt(0) as number);
  });
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function escapedCode(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

import type { Budget } from './budget.ts';
import { order } from './comparison.ts';
import { floatText } from './float-text.ts';
import { kindOf } from './kinds.ts';
import { Dict, Markup, Tuple, type Value } from './values.ts';

export interface JsonLayout {
  ascii: boolean;
  /** What a level is indented by; null for all on one line. */
  indent: string | null;
  separators: readonly [string, string];
  sortKeys: boolean;
}

/** As Python's `json.dumps`. */
export function jsonText(value: Value, layout: JsonLayout, budget: Budget, depth = 0): string {
  budget.step();
  const text = scalar(value, layout) ?? container(value, layout, budget, depth);
  if (text === undefined) throw new Error(`Object of type ${kindOf(value)} is not JSON serializable`);
  budget.text(text.length);
  return text;
}

function scalar(value: Value, layout: JsonLayout): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return floatText(value);
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  }
  if (value instanceof Markup) return quoted(value.text, layout);
  return typeof value === 'string' ? quoted(value, layout) : undefined;
}

function quoted(text: string, { ascii }: JsonLayout): string {
  const json = JSON.stringify(text);
  if (!ascii) return json;
  return json.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function container(value: Value, layout: JsonLayout, budget: Budget, depth: number): string | undefined {
  const inner = (item: Value) => jsonText(item, layout, budget, depth + 1);
  const items = Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;
  if (items) return wrapped('[', items.map(inner), ']', layout, depth);
  if (!(value instanceof Dict)) return undefined;
  const entries = [...value.entries()];
  if (layout.sortKeys) entries.sort(([a], [b]) => order(a, b, '<', budget));
  const lines = entries.map(([key, item]) => keyText(key, layout) + layout.separators[1] + inner(item));
  return wrapped('{', lines, '}', layout, depth);
}

function keyText(key: Value, layout: JsonLayout): string {
  const text = scalar(key, layout);
  if (text === undefined) throw new Error(`keys must be str, int, float, bool or None, not ${kindOf(key)}`);
  return typeof key === 'string' ? text : `"${text}"`;
}

function wrapped(open: string, lines: readonly string[], close: string, layout: JsonLayout, depth: number): string {
  const { indent, separators } = layout;
  if (indent === null || lines.length === 0) return open + lines.join(separators[0]) + close;
  const margin = `\n${indent.repeat(depth + 1)}`;
  return `${open}${margin}${lines.join(separators[0] + margin)}\n${indent.repeat(depth)}${close}`;
}

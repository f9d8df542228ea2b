import { Markup, type Value } from './values.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, (character) => ENTITIES[character]);
}

/** A value's text for use beside a `Markup`. */
export function escapedUnlessMarkup(value: Value, text: string): string {
  return value instanceof Markup ? text : escaped(text);
}

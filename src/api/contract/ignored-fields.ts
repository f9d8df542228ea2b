import type { FieldTree } from '../../generated/request-fields.ts';

/** The fields of `body` that the contract does not know, such as `nvext` or `config.foo`. */
export function ignoredFields(known: FieldTree, body: unknown, prefix = ''): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field === undefined) return [prefix + name];
    return field === true ? [] : ignoredFields(field, value, `${prefix}${name}.`);
  });
}

/** The query parameters of a URL that the operation does not have, such as `query.page`. */
export function ignoredParameters(known: readonly string[], url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const sent = new Set(new URLSearchParams(url.slice(start)).keys());
  return [...sent].filter((name) => !known.includes(name)).map((name) => `query.${name}`);
}

const longestHeader = 1_024;

/** The names as a header's value: ASCII, separated by commas, cut when a client sends thousands of odd keys. */
export function ignoredFieldsHeader(fields: readonly string[]): string {
  // A key may be the empty string, and a header of nothing but it would be empty.
  const text = fields.map((field) => field.replaceAll(/[^\x21-\x2b\x2d-\x7e]/g, '?') || '?').join(', ');
  return text.length <= longestHeader ? text : `${text.slice(0, longestHeader - 3)}...`;
}

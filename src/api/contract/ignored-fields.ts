import type { FieldTree } from '../../generated/request-fields.ts';

/** Returns the fields of `body` that the contract does not define, such as `nvext` or `config.foo`. */
export function ignoredFields(known: FieldTree, body: unknown, prefix = ''): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field === undefined) return [prefix + name];
    return field === true ? [] : ignoredFields(field, value, `${prefix}${name}.`);
  });
}

/** Returns the query parameters of a URL that the operation does not define, such as `query.page`. */
export function ignoredParameters(known: readonly string[], url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const sent = new Set(new URLSearchParams(url.slice(start)).keys());
  return [...sent].filter((name) => !known.includes(name)).map((name) => `query.${name}`);
}

const longestHeader = 1_024;

/** Returns the names as a header value: ASCII, comma-separated, truncated in case a client sends thousands of keys. */
export function ignoredFieldsHeader(fields: readonly string[]): string {
  // A key may be the empty string, which would make an empty header.
  const text = fields.map((field) => field.replaceAll(/[^\x21-\x2b\x2d-\x7e]/g, '?') || '?').join(', ');
  return text.length <= longestHeader ? text : `${text.slice(0, longestHeader - 3)}...`;
}

/**
 * Maximum number of values in a document whose errors are all listed; Ajv creates an object per error before the first
 * is reported.
 */
const fewValues = 20_000;
/** The same for recursive schemas: for each error there, Ajv copies all errors found before. */
const fewNestedValues = 2_000;
/**
 * Maximum length of a value's path, in characters. Each error has its own copy; above 16,383 characters, strings are
 * slow map keys.
 */
const shortWay = 1_024;

/**
 * Returns whether a JSON document is small enough to list all its errors: few values, and short paths to each. `schema`
 * has its references resolved.
 */
export function hasFewValues(document: unknown, schema: unknown): boolean {
  const most = leadsIntoItself(schema) ? fewNestedValues : fewValues;
  const open: { value: unknown; way: number }[] = [{ value: document, way: 0 }];
  for (let seen = 0; open.length > 0; seen++) {
    const { value, way } = open.pop()!;
    if (way > shortWay) return false;
    if (typeof value !== 'object' || value === null) continue;
    const inside = Object.entries(value);
    if (seen + open.length + inside.length > most) return false;
    for (const [key, item] of inside) open.push({ value: item, way: way + 1 + key.length });
  }
  return true;
}

const known = new WeakMap<object, boolean>();

function leadsIntoItself(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const found = known.get(schema) ?? hasCycle(schema, new Set(), new Set());
  known.set(schema, found);
  return found;
}

function hasCycle(node: unknown, around: Set<object>, done: Set<object>): boolean {
  if (typeof node !== 'object' || node === null || done.has(node)) return false;
  if (around.has(node)) return true;
  around.add(node);
  const found = Object.values(node).some((inner) => hasCycle(inner, around, done));
  around.delete(node);
  done.add(node);
  return found;
}

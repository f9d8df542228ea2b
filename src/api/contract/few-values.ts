/**
 * Every fault becomes an object before the first is told, so documents above this are not searched for all of theirs.
 */
const fewValues = 20_000;
/** The same where the schema leads into itself: for each fault found there, Ajv copies all that it has found before. */
const fewNestedValues = 2_000;
/**
 * Characters of the way to a value. Each fault has its own copy of it, and beyond 16,383 they make poor keys of a map.
 */
const shortWay = 1_024;

/**
 * Whether a JSON document is small enough to list all its faults under the schema, whose references are replaced: few
 * values, and short names on the way to each.
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

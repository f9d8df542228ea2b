/** Every fault becomes an object before the first is told, so documents above this are not searched for all of theirs. */
const fewValues = 20_000;

/** Whether a JSON document is small enough to list all its faults. */
export function hasFewValues(document: unknown): boolean {
  const open = [document];
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (seen + open.length + inside.length > fewValues) return false;
    for (const item of inside) open.push(item);
  }
  return true;
}

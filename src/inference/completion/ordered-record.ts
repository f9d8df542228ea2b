/** A key that JavaScript lists before all others, whatever their order. */
const INDEX = /^(0|[1-9]\d{0,9})$/;

/** An object whose keys are listed, and so written as JSON, in the order of the entries, those like `7` too. */
export function orderedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  const record = Object.fromEntries(entries);
  const keys = [...entries.keys()];
  // A proxy is slower to write, and few texts are numbers.
  return keys.some((key) => INDEX.test(key)) ? new Proxy(record, { ownKeys: () => keys }) : record;
}

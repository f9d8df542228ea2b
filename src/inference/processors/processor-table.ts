import { pathToFileURL } from 'node:url';
import { endSooner } from './end-sooner.ts';
import type { LogitsProcessor, ShippedProcessor } from './logits-processor.ts';
import { noRepeatNgram } from './no-repeat-ngram.ts';

/** Built-in processors, by the names that requests use. */
export const shippedProcessors: ReadonlyMap<string, ShippedProcessor> = new Map([
  ['no_repeat_ngram', noRepeatNgram],
  ['end_sooner', endSooner],
]);

/** All registered processors, by name. */
export type ProcessorTable = ReadonlyMap<string, LogitsProcessor>;

/** Returns the built-in processors alone. */
export function shippedTable(): ProcessorTable {
  return new Map([...shippedProcessors].map(([name, { process }]) => [name, process]));
}

/**
 * Returns the built-in processors and the functions that the operator's module exports, under their export names.
 * `path` is absolute, or null for no module. Throws an error that names the module if it cannot be loaded or exports
 * anything else.
 */
export async function loadProcessors(path: string | null): Promise<ProcessorTable> {
  if (path === null) return shippedTable();
  const fault = (what: string, cause?: unknown) => new Error(`logits processors of ${path}: ${what}`, { cause });
  let exported: Record<string, unknown>;
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (error) {
    throw fault((error as Error).message, error);
  }
  const table = new Map(shippedTable());
  for (const [name, value] of Object.entries(exported)) {
    if (typeof value !== 'function') throw fault(`the export ${name} is not a function`);
    if (table.has(name)) throw fault(`the export ${name} has the name of a built-in processor`);
    table.set(name, value as LogitsProcessor);
  }
  return table;
}

import { readFileSync, statSync } from 'node:fs';
import { CheckpointError } from './checkpoint.ts';
import { checkJsonBounds, type JsonBounds } from './json-bounds.ts';

export type JsonObject = Record<string, unknown>;

const LARGEST = 256 * 1024 * 1024;

/**
 * The object in a JSON file, or null when there is no such file. Throws `CheckpointError` for anything else in it, and
 * for more of it than `bounds` allow.
 */
export function readJsonObject(path: string, bounds: JsonBounds = { values: Infinity, depth: 256 }): JsonObject | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.size > LARGEST) throw new CheckpointError(`${path}: ${found.size} bytes; ${LARGEST} are allowed`);
  const bytes = readFileSync(path);
  checkJsonBounds(path, bytes, bounds);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    throw new CheckpointError(`${path}: not readable as JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isJsonObject(value)) throw new CheckpointError(`${path}: not a JSON object`);
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

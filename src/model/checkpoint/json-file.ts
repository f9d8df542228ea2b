import { readFileSync, statSync } from 'node:fs';
import { CheckpointError } from './checkpoint.ts';

export type JsonObject = Record<string, unknown>;

const LARGEST = 256 * 1024 * 1024;

/**
 * Reads the object in a JSON file, or null if the file does not exist. Throws `CheckpointError` for any other content,
 * and for content beyond `bounds`.
 */
export function readJsonObject(path: string, bounds: JsonBounds = { values: Infinity, depth: 256 }): JsonObject | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.size > LARGEST) throw new CheckpointError(`${path}: ${found.size} bytes; at most ${LARGEST} are allowed`);
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

interface JsonBounds {
  /** Maximum number of values; keys are not counted. */
  values: number;
  /** Maximum nesting of arrays and objects. */
  depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Throws `CheckpointError` for JSON with more values or deeper nesting than allowed. The check runs before parsing,
 * because an untrusted file could take many times its size in memory.
 */
export function checkJsonBounds(path: string, json: Uint8Array, { values, depth }: JsonBounds): void {
  let count = 1;
  let open = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i + 1);
    else if (byte === COMMA) count += 1;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) open -= 1;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      count += 1;
      open += 1;
    } else continue;
    if (count > values) throw new CheckpointError(`${path}: more than ${values} values in its JSON`);
    if (open > depth) throw new CheckpointError(`${path}: JSON nested deeper than ${depth}`);
  }
}

function endOfString(json: Uint8Array, start: number): number {
  for (let i = start; i < json.length; i++) {
    if (json[i] === BACKSLASH) i += 1;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}

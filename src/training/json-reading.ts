import { isJsonObject, type JsonObject } from '../model/checkpoint/json-file.ts';
import { type InputPath, TrainingInputError } from './training-input-error.ts';

export function requireObject(value: unknown, place: InputPath): JsonObject {
  if (!isJsonObject(value)) throw new TrainingInputError(place, 'it must be an object');
  return value;
}

/** Reads an array. An absent or null array is empty, because clients leave out defaults. */
export function readList(value: unknown, place: InputPath): readonly unknown[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw new TrainingInputError(place, 'it must be an array');
  return value;
}

/** Reads token ids; null if absent. */
export function readIds(value: unknown, place: InputPath): Uint32Array<ArrayBuffer> | null {
  if (value == null) return null;
  if (!Array.isArray(value) || !value.every(isId)) {
    throw new TrainingInputError(place, 'it must be an array of token ids, integers of at least 0');
  }
  return Uint32Array.from(value);
}

function isId(id: unknown): boolean {
  return Number.isInteger(id) && (id as number) >= 0 && (id as number) < 2 ** 32;
}

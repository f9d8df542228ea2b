import { CheckpointError } from './checkpoint.ts';
import type { JsonObject } from './json-file.ts';

/** Typed look-ups in one JSON object; every failure names file and field. */
export class ConfigFields {
  readonly path: string;
  readonly json: JsonObject;

  constructor(path: string, json: JsonObject) {
    this.path = path;
    this.json = json;
  }

  fail(field: string, what: string): never {
    throw new CheckpointError(`${this.path}: ${field}: ${what}`);
  }

  /** Returns a whole number from 1 to 2^31. */
  count(field: string, fallback?: number): number {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 2 ** 31) {
      return this.fail(field, `must be a whole number from 1 to 2^31, not ${JSON.stringify(value)}`);
    }
    return value;
  }

  /** Returns a number above 0. Kernels use float32, in which it must be neither 0 nor infinite. */
  positive(field: string, fallback?: number): number {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'number' || !(Math.fround(value) > 0) || !Number.isFinite(Math.fround(value))) {
      return this.fail(field, `must be a number above 0 in the range of float32, not ${JSON.stringify(value)}`);
    }
    return value;
  }

  /** Returns the given fields that are present, each a number above 0. */
  present<Field extends string>(...names: Field[]): { [name in Field]?: number } {
    const found = names.filter((name) => (this.json[name] ?? null) !== null);
    return Object.fromEntries(found.map((name) => [name, this.positive(name)])) as { [name in Field]?: number };
  }

  /** Returns an array of `count` numbers above 0. */
  numbers(field: string, count: number): number[] {
    const values = this.json[field];
    const isSound =
      Array.isArray(values) &&
      values.length === count &&
      values.every((value) => typeof value === 'number' && value > 0 && Number.isFinite(value));
    if (!isSound) return this.fail(field, `must be ${count} numbers above 0`);
    return values as number[];
  }

  boolean(field: string, fallback: boolean): boolean {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'boolean') return this.fail(field, `must be true or false, not ${JSON.stringify(value)}`);
    return value;
  }
}

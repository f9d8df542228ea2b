import type { Budget } from './budget.ts';
import { Dict, type Value } from './values.ts';

/** Whole numbers from here on are floats, as JSON that names one so large has an exponent. */
const FLOATS_FROM = 1e21;

/** A value of JSON as Python reads it. */
export function fromJson(value: unknown, budget: Budget): Value {
  budget.value();
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < FLOATS_FROM ? BigInt(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => fromJson(item, budget));
  if (typeof value === 'object') {
    return new Dict(Object.entries(value).map(([key, item]) => [key, fromJson(item, budget)]));
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  throw new Error(`a template has no use for a ${typeof value}`);
}

import type { HistoryLine } from '../../store/client-runs.ts';
import { MOST_METRICS } from '../../store/stored-value.ts';

/** How the steps of a run's records are found. */
export interface StepRule {
  /** That of the model's newest checkpoint, where the run is a model's; null for a run of the client's own. */
  newest: number | null;
}

/** Objects in objects of which the names of metrics are made, with dots between. */
const MOST_DEPTH = 4;
const LONGEST_NAME = 256;
const MOST_STEPS = 2 ** 31;

/**
 * What is kept of a line of a run's history as the client writes it: its numbers. `_step` counts what the client
 * logged; of a model's run the step is that of a checkpoint, which ART's client logs as `training_step`.
 */
export function historyLine(text: string, rule: StepRule): HistoryLine {
  const fields = readObject(text);
  if (fields === null) return { text, entry: null };
  const metrics: Record<string, number> = {};
  collect(fields, '', 0, metrics);
  if (Object.keys(metrics).length === 0) return { text, entry: null };
  return { text, entry: { step: stepOf(fields, rule), metrics, ...timeOf(fields._timestamp) } };
}

/** Strings, and what stands outside of them for numbers that JSON has not. A string without an end is one match too. */
const NOT_FINITE = /"(?:[^"\\]|\\.?)*"?|-?\b(?:NaN|Infinity)\b/gs;

/** The object that a text is, or null. The client writes NaN and infinities as Python does; they are null here. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(NOT_FINITE, (part) => (part.startsWith('"') ? part : 'null')));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function collect(fields: object, prefix: string, depth: number, metrics: Record<string, number>): void {
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix + key;
    if (depth === 0 && key.startsWith('_')) continue;
    if (typeof value === 'number' && Number.isFinite(value)) {
      if (Object.keys(metrics).length < MOST_METRICS && isName(name)) metrics[name] = value;
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < MOST_DEPTH) {
      // What is not a number says by `_type` what it is, such as a table.
      if (!('_type' in value)) collect(value, `${name}.`, depth + 1, metrics);
    }
  }
}

function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && name.isWellFormed() && !name.includes('\0');
}

function stepOf(fields: Record<string, unknown>, { newest }: StepRule): number {
  const told = newest === null ? fields._step : fields.training_step;
  return Number.isInteger(told) && Number(told) >= 0 && Number(told) < MOST_STEPS ? Number(told) : (newest ?? 0);
}

function timeOf(timestamp: unknown): { time?: string } {
  const ms = Number(timestamp) * 1000;
  // Years of four digits.
  return typeof timestamp === 'number' && ms > 0 && ms < 253_402_300_799_000
    ? { time: new Date(ms).toISOString() }
    : {};
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HistoryLine } from '../../store/client-runs.ts';
import { MAX_METRICS } from '../../store/stored-value.ts';

/** Determines the step of a run's records. */
export interface StepRule {
  /** Step of the model's newest checkpoint if the run belongs to a model; null for a run that the client created. */
  newest: number | null;
}

/** Maximum nesting of objects whose metrics get dotted names. */
const MAX_DEPTH = 4;
const LONGEST_NAME = 256;
const MAX_STEPS = 2 ** 31;
/** Maximum length of a line that is kept unchanged: a client that resumes a run reads its last line. */
const LONGEST_LINE = 2 ** 18;

/**
 * Returns the stored part of a line of run history: its numbers. `_step` counts the client's log calls. For a model's
 * run, the step is that of a checkpoint, which ART's client logs as `training_step`.
 */
export function historyLine(text: string, rule: StepRule): HistoryLine {
  const fields = parseObjectOrNull(text);
  const kept = text.length <= LONGEST_LINE ? text : placeOf(fields ?? {});
  if (fields === null) return { text: kept, entry: null };
  const found: [string, number][] = [];
  collect(fields, '', 0, found);
  if (found.length === 0) return { text: kept, entry: null };
  const metrics = Object.fromEntries(found);
  return { text: kept, entry: { step: stepOf(fields, rule), metrics, ...timeOf(fields._timestamp) } };
}

/** Returns the fields that a resuming client needs, as JSON. */
function placeOf({ _step, _runtime, _timestamp }: Record<string, unknown>): string {
  const numbers = Object.entries({ _step, _runtime, _timestamp }).filter(([, value]) => typeof value === 'number');
  return JSON.stringify(Object.fromEntries(numbers));
}

/** Characters to parse before yielding to other requests. */
const TURN = 2 ** 16;

/** Parses many lines as `historyLine` does, yielding to other requests. */
export async function historyLines(texts: readonly string[], rule: StepRule): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = [];
  let read = 0;
  for (const text of texts) {
    lines.push(historyLine(text, rule));
    read += text.length;
    if (read < TURN) continue;
    await nextTurn();
    read = 0;
  }
  return lines;
}

/** Matches strings, including an unterminated one, and numbers outside of them that JSON lacks. */
const NOT_FINITE = /"(?:[^"\\]|\\.?)*"?|-?\b(?:NaN|Infinity)\b/gs;

/**
 * Parses a JSON object; returns null for anything else. NaN and infinities, which the client writes as Python does,
 * become null.
 */
export function parseObjectOrNull(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(NOT_FINITE, (part) => (part.startsWith('"') ? part : 'null')));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Collects metrics, at most `MAX_METRICS`. */
function collect(fields: object, prefix: string, depth: number, found: [string, number][]): void {
  for (const [key, value] of Object.entries(fields)) {
    if (found.length === MAX_METRICS) return;
    const name = prefix + key;
    if (depth === 0 && key.startsWith('_')) continue;
    if (typeof value === 'number' && Number.isFinite(value)) {
      if (isName(name)) found.push([name, value]);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < MAX_DEPTH) {
      // A non-numeric value such as a table has a `_type`.
      if (!('_type' in value)) collect(value, `${name}.`, depth + 1, found);
    }
  }
}

function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && name !== '__proto__' && name.isWellFormed() && !name.includes('\0');
}

function stepOf(fields: Record<string, unknown>, { newest }: StepRule): number {
  const told = newest === null ? fields._step : fields.training_step;
  return Number.isInteger(told) && Number(told) >= 0 && Number(told) < MAX_STEPS ? Number(told) : (newest ?? 0);
}

function timeOf(timestamp: unknown): { time?: string } {
  const ms = Number(timestamp) * 1000;
  // Limited to years of four digits.
  return typeof timestamp === 'number' && ms > 0 && ms < 253_402_300_799_000
    ? { time: new Date(ms).toISOString() }
    : {};
}

import { setImmediate as nextTurn } from 'node:timers/promises';
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
/** Characters of a line that is kept as it came: the last one of a run is, for a client that goes on behind it. */
const LONGEST_LINE = 2 ** 18;

/**
 * What is kept of a line of a run's history as the client writes it: its numbers. `_step` counts what the client
 * logged; of a model's run the step is that of a checkpoint, which ART's client logs as `training_step`.
 */
export function historyLine(text: string, rule: StepRule): HistoryLine {
  const fields = readObject(text);
  const kept = text.length <= LONGEST_LINE ? text : placeOf(fields ?? {});
  if (fields === null) return { text: kept, entry: null };
  const found: [string, number][] = [];
  collect(fields, '', 0, found);
  if (found.length === 0) return { text: kept, entry: null };
  const metrics = Object.fromEntries(found);
  return { text: kept, entry: { step: stepOf(fields, rule), metrics, ...timeOf(fields._timestamp) } };
}

/** The fields that a client which goes on looks for. */
function placeOf({ _step, _runtime, _timestamp }: Record<string, unknown>): string {
  const numbers = Object.entries({ _step, _runtime, _timestamp }).filter(([, value]) => typeof value === 'number');
  return JSON.stringify(Object.fromEntries(numbers));
}

/** Characters of lines between which others have their turn. */
const TURN = 2 ** 16;

/** As `historyLine`, of many: others have their requests answered meanwhile. */
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

/** Ends where there are as many as are kept. */
function collect(fields: object, prefix: string, depth: number, found: [string, number][]): void {
  for (const [key, value] of Object.entries(fields)) {
    if (found.length === MOST_METRICS) return;
    const name = prefix + key;
    if (depth === 0 && key.startsWith('_')) continue;
    if (typeof value === 'number' && Number.isFinite(value)) {
      if (isName(name)) found.push([name, value]);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < MOST_DEPTH) {
      // What is not a number says by `_type` what it is, such as a table.
      if (!('_type' in value)) collect(value, `${name}.`, depth + 1, found);
    }
  }
}

function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && name !== '__proto__' && name.isWellFormed() && !name.includes('\0');
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

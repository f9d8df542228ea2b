import type { GraphQLResolveInfo } from 'graphql';
import type { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { Runs } from '../../store/runs.ts';
import { invalidField } from '../errors/api-error.ts';
import { parseObjectOrNull } from './history-lines.ts';
import { type HistoryRow, rowsOfRange, rowsWithKeys, sampledRows } from './history-rows.ts';
import { once } from './once.ts';
import type { QueryBudget } from './query-budget.ts';

/** Default and maximum number of rows. */
const USUAL_ROWS = 500;
const MAX_ROWS = 10_000;
/** Maximum number of metric names per specification. */
const MAX_KEYS = 64;
/** Cost of a history in a query's budget, which allows for three of them. */
const VALUES_OF_HISTORY = 10_000;

export interface HistoryReading {
  runs: Runs;
  owner: string;
  /** Slots for reading histories, each of which is large. */
  turns: FairSemaphore;
  /** Signal of the request; reads stop if its client has disconnected. */
  signal: AbortSignal;
}

interface Specification {
  keys: string[] | null;
  minStep?: unknown;
  maxStep?: unknown;
  samples?: unknown;
}

/** Returns the fields that are derived from the history of the run `runId`. */
export function runHistoryFields({ runs, owner, turns, signal }: HistoryReading, runId: string) {
  const read = async (wanted: Specification, budget: QueryBudget, info: GraphQLResolveInfo): Promise<HistoryRow[]> => {
    budget.take(VALUES_OF_HISTORY, info);
    return turns.run(owner, () => readRows(runs, runId, { ...wanted, signal }), signal);
  };
  const stepRange = once(async (budget: QueryBudget, info: GraphQLResolveInfo) => {
    budget.takeLookUp(info);
    return runs.stepRange(runId);
  });
  return {
    historyKeys: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => {
      const range = await stepRange(budget, info);
      return range === null ? null : { lastStep: range.last };
    },
    history: async (asked: Omit<Specification, 'keys'>, budget: QueryBudget, info: GraphQLResolveInfo) => {
      const rows = await read({ ...asked, keys: null }, budget, info);
      return rows.map((row) => JSON.stringify(row));
    },
    sampledHistory: ({ specs }: { specs: string[] }, budget: QueryBudget, info: GraphQLResolveInfo) =>
      Promise.all(
        specs.map(readSpecification).map(async (wanted) => {
          const rows = await read(wanted, budget, info);
          // Each row contains all names.
          budget.takeText(rows.length * wanted.keys.join().length, info);
          return rows;
        }),
      ),
    // There are no Parquet files: the client reads rows from the first step of `liveData`.
    parquetHistory: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => {
      const range = await stepRange(budget, info);
      return { parquetUrls: [], liveData: range === null ? [] : [{ _step: range.first }] };
    },
  };
}

/** Reads the rows of a specification. Throws `validation_failed`, and what the store raises. */
function readRows(
  runs: Runs,
  runId: string,
  { keys, minStep, maxStep, samples, signal }: Specification & { signal: AbortSignal },
): Promise<HistoryRow[]> {
  const most = samples == null ? USUAL_ROWS : Math.min(Math.max(readWhole('samples', samples), 1), MAX_ROWS);
  if (minStep != null || maxStep != null) {
    const from = minStep == null ? 0 : readWhole('minStep', minStep);
    const to = maxStep == null ? Number.MAX_SAFE_INTEGER : readWhole('maxStep', maxStep);
    return rowsOfRange(runs, runId, { keys, most, from, to, signal });
  }
  return keys === null ? sampledRows(runs, runId, { most, signal }) : rowsWithKeys(runs, runId, { keys, most, signal });
}

/** Parses a specification. Throws `validation_failed`. */
function readSpecification(text: string): Specification & { keys: string[] } {
  const { keys, ...range } = parseObjectOrNull(text) ?? {};
  const areNames = Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  if (areNames && keys.length >= 1 && keys.length <= MAX_KEYS) return { ...range, keys };
  throw invalidField('specs', `must be JSON objects with 1 to ${MAX_KEYS} metric names as keys`, text);
}

function readWhole(field: string, value: unknown): number {
  if (Number.isSafeInteger(value)) return Number(value);
  throw invalidField(field, 'must be an integer', value);
}

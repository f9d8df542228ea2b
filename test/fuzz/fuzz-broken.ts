import fc from 'fast-check';
import { isLong } from '../tier.ts';
import { type BrokenValue, brokenValues } from './broken-values.ts';
import { type Answer, FuzzRequest } from './exchange.ts';
import { FuzzFault, type FuzzOptions, soundAnswer } from './fault.ts';
import type { Fixtures } from './fixtures.ts';
import type { Operation } from './operations.ts';
import { isValid, type Schema } from './schema.ts';
import { headersOf, knownParameters, target, validDocuments } from './valid-requests.ts';

/** Number of wrong types tried at each place. The seed selects which, since each place has several. */
const typesAtEachPlace = 2;
/** Number of faults of a body above which `npm test` sends only a third, selected by the seed. */
const mostFaults = isLong ? Number.POSITIVE_INFINITY : 60;

/**
 * Breaks each keyword of the operation's body in turn, in otherwise valid documents. The server must refuse each with
 * the field's name. Returns the number of requests.
 */
export async function fuzzBroken(
  operation: Operation,
  fixtures: Fixtures,
  { seed, runs }: FuzzOptions,
): Promise<number> {
  const schema = operation.body;
  if (schema === null) return 0;
  const all = chosenFaults(brokenValues(schema), seed);
  const faults = all.length <= mostFaults ? all : all.filter((_, i) => (i + seed) % 3 === 0);
  const bases = fc.sample(validDocuments(operation, fixtures), { seed, numRuns: runs });
  const { path, query } = places(operation, fixtures);
  for (const [i, fault] of faults.entries()) {
    const document = insideOf(schema, bases[i % bases.length]!, fault);
    const url = target(operation.path, path, query);
    const request = new FuzzRequest(operation.method, url, headersOf(operation), JSON.stringify(document));
    const answer = await soundAnswer(fixtures, request);
    const wrong = whatIsWrong(operation, answer, ['body', ...fault.path]);
    if (wrong !== null) throw new FuzzFault(request, `${fault.keyword} broken (seed ${seed}): ${wrong}`, answer);
  }
  return faults.length;
}

function places(operation: Operation, fixtures: Fixtures) {
  const known = Object.entries(knownParameters(operation, fixtures)).map(([name, value]) => [name, String(value)]);
  return { path: Object.fromEntries(known) as Record<string, string>, query: {} };
}

function chosenFaults(all: readonly BrokenValue[], seed: number): BrokenValue[] {
  const types = all.filter(({ keyword }) => keyword === 'type');
  const some = [...Map.groupBy(types, ({ path }) => path.join('.')).values()].flatMap((faults) => {
    const count = Math.min(typesAtEachPlace, faults.length);
    return Array.from({ length: count }, (_, i) => faults[(seed + i) % faults.length]!);
  });
  return [...all.filter(({ keyword }) => keyword !== 'type'), ...some];
}

/** Returns the document with the fault, or the fault alone if the combined document is valid. */
function insideOf(schema: Schema, base: Record<string, unknown>, fault: BrokenValue): unknown {
  const broken = fault.make();
  if (fault.path.length === 0 || typeof broken !== 'object' || broken === null) return broken;
  const left = new Set([String(fault.path[0]), ...fieldsAgainst(schema, String(fault.path[0]))]);
  const rest = Object.fromEntries(Object.entries(base).filter(([name]) => !left.has(name)));
  const both = { ...rest, ...broken };
  return isValid(schema, both) ? broken : both;
}

/** Returns the fields that may not be combined with this one. They would cause a refusal of their own. */
function fieldsAgainst({ allOf = [] }: Schema, field: string): string[] {
  const rules = allOf.map(({ not }) => not?.required ?? []);
  return rules.filter((names) => names.includes(field)).flat();
}

/** Returns what is wrong with the refusal of a fault at that place, or null. */
export function whatIsWrong({ validationStatus }: Operation, answer: Answer, place: readonly unknown[]): string | null {
  const { status, json } = answer;
  if (status !== validationStatus) return `must be refused with ${validationStatus}`;
  const { error, detail } = json;
  if (error.code !== 'validation_failed') return `the code is ${error.code}`;
  if (!Array.isArray(detail)) return 'detail is no list';
  const locs: unknown[][] = detail.map(({ loc }) => loc);
  const names = locs.some((loc) => place.every((key, i) => String(loc[i]) === String(key)));
  return names ? null : `no issue is at ${place.join('.')}`;
}

import { isDeepStrictEqual } from 'node:util';
import { nothing } from './change.ts';

/** Content at one place of a rule, before and after. */
export interface RuleChange {
  was: string;
  now: string;
}

/**
 * Yields the changes of a rule such as `if` or `not`, as deep as possible, since whole rules fill pages. The order of
 * lists is irrelevant in rules.
 */
export function* ruleChanges(place: string, was: unknown, now: unknown): Generator<RuleChange> {
  if (isDeepStrictEqual(was, now)) return;
  if (Array.isArray(was) && Array.isArray(now)) yield* itemChanges(place, was, now);
  else if (isObject(was) && isObject(now) && Object.keys(was).some((key) => key in now)) {
    for (const key of Object.keys({ ...was, ...now }).toSorted()) {
      yield* ruleChanges(`${place}.${key}`, was[key], now[key]);
    }
  } else yield { was: words(place, was), now: words(place, now) };
}

/** Yields changes of list items. Omits items in both lists, and pairs the rest in order. */
function* itemChanges(place: string, was: readonly unknown[], now: readonly unknown[]): Generator<RuleChange> {
  const [gone, come] = [without(was, now), without(now, was)];
  const paired = Math.min(gone.length, come.length);
  for (let i = 0; i < paired; i += 1) yield* ruleChanges(`${place}[${now.indexOf(come[i])}]`, gone[i], come[i]);
  for (const item of gone.slice(paired)) yield { was: words(`${place} with`, item), now: nothing };
  for (const item of come.slice(paired)) yield { was: nothing, now: words(`${place} with`, item) };
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  return list.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
}

function words(place: string, value: unknown): string {
  return value === undefined ? `no ${place}` : `${place} ${JSON.stringify(value)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether this is a run of `npm run test:long`, which tries more cases than `npm test`. */
export const isLong = process.env.DAYBREAK_TEST_TIER === 'long';

/** A table of cases: those of every day, one of each kind, and in `npm run test:long` those that go on from them. */
export function withMore<Case>(everyday: readonly Case[], more: readonly Case[]): Case[] {
  return isLong ? [...everyday, ...more] : [...everyday];
}

/** Whether this is a run of `npm run test:long`, which tests more cases than `npm test`. */
export const isLong = process.env.DAYBREAK_TEST_TIER === 'long';

/** Returns the everyday cases, one of each kind, and in `npm run test:long` the further cases too. */
export function withMore<Case>(everyday: readonly Case[], more: readonly Case[]): Case[] {
  return isLong ? [...everyday, ...more] : [...everyday];
}

/** Whether this is a run of `npm run test:long`, which tries more cases than `npm test`. */
export const isLong = process.env.DAYBREAK_TEST_TIER === 'long';

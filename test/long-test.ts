import { test } from 'vitest';
import { isLong } from './tier.ts';

/** A test that only `npm run test:long` has. */
export const longTest = (isLong ? test : Object.assign(() => {}, { each: () => () => {} })) as typeof test;

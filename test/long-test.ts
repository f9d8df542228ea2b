import { test } from 'vitest';
import { isLong } from './tier.ts';

/** A test that runs only in `npm run test:long`. */
export const longTest = (isLong ? test : Object.assign(() => {}, { each: () => () => {} })) as typeof test;

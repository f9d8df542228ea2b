import { SetupError } from '../../scripts/run.mjs';

/** Returns the result of `setUp`, or undefined if the machine lacks something for it. In CI, this is a failure. */
export async function orSkip<T>(setUp: () => Promise<T>): Promise<T | undefined> {
  try {
    return await setUp();
  } catch (error) {
    if (process.env.CI || !(error instanceof SetupError)) throw error;
    console.warn(`null GPU: skipped, ${error.message}`);
    return undefined;
  }
}

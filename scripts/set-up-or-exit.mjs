import { SetupError } from './run.mjs';
import { setUp } from './set-up.mjs';

/** Runs `setUp` with the given needs. On a SetupError, prints its message and exits. */
export async function setUpOrExit(needs = {}) {
  try {
    await setUp(needs);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`daybreak: ${error.message}`);
    process.exit(1);
  }
}

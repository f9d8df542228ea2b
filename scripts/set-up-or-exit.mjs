import { SetupError } from './run.mjs';
import { setUp } from './set-up.mjs';

/** Does the set-up, as `setUp` takes what is needed; a failure is told in the user's terms, and ends the process. */
export async function setUpOrExit(needs = {}) {
  try {
    await setUp(needs);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`daybreak: ${error.message}`);
    process.exit(1);
  }
}

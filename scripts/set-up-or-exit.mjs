import { SetupError } from './run.mjs';
import { setUp } from './set-up.mjs';

/** Does the set-up; a failure is told in the user's terms, and ends the process. */
export async function setUpOrExit() {
  try {
    await setUp();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`daybreak: ${error.message}`);
    process.exit(1);
  }
}

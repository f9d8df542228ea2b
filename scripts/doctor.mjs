// npm run doctor: checks what a server needs on this machine and reports problems. `npm run doctor -- --json` prints
// JSON.

import { join } from 'node:path';
import { computes, deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpDevice } from './set-up.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const env = { ...process.env, ...(computes() ? await driver() : {}), PATH: node24Path() };
const command = join(rootFolder, 'dist/app/doctor.js');
process.exitCode = (
  await runAsChild(node24(), ['--enable-source-maps', command, ...process.argv.slice(2)], { env })
).code;

/** Returns the device's variables; empty if there is no device, since doctor itself reports that. */
async function driver() {
  try {
    await setUpDevice();
    return await deviceEnvironment();
  } catch (error) {
    if (error instanceof SetupError) return {};
    throw error;
  }
}

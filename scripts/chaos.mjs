// npm run chaos: trains the toy model while processes are killed at random moments, and compares with an undisturbed
// run.
// npm run chaos -- --kills 200 --seed 7
import { join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const main = join(rootFolder, 'scripts/chaos/main.ts');
const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
process.exitCode = (await runAsChild(node24(), [main, ...process.argv.slice(2)], { env })).code;

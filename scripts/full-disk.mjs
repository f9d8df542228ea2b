// npm run full-disk: trains the toy model on disks that fill up at random moments, and compares with an undisturbed
// run.
// npm run full-disk -- --rounds 20 --seed 7 --disks data,log
import { join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const main = join(rootFolder, 'scripts/chaos/full-disk-main.ts');
const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
process.exitCode = (await runAsChild(node24(), [main, ...process.argv.slice(2)], { env })).code;

// npm start: runs the set-up, then the server until it ends.

import { join } from 'node:path';
import { computes, deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit({ device: true });
const env = { ...process.env, ...(computes() ? await deviceEnvironment() : {}), PATH: node24Path() };
const main = join(rootFolder, 'dist/app/main.js');
const end = await runAsChild(node24(), ['--enable-source-maps', main, ...process.argv.slice(2)], { env, apart: true });
// Ctrl-C is a normal end, even if it comes before the server can handle it.
process.exitCode = end.asked && end.signal ? 0 : end.code;

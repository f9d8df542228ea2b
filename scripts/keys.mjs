// npm run keys: creates, lists and revokes API keys. `npm run keys -- help` prints the usage.

import { join } from 'node:path';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const command = join(rootFolder, 'dist/app/keys.js');
const args = ['--enable-source-maps', command, ...process.argv.slice(2)];
process.exitCode = (await runAsChild(node24(), args, { env: { ...process.env, PATH: node24Path() } })).code;

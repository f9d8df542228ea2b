// npm run backup, npm run restore: saves the data folder as one file, and restores it. `-- --help` prints the usage.

import { join, resolve } from 'node:path';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const isRestore = process.argv[2] === 'restore';
const program = join(rootFolder, isRestore ? 'dist/app/restore.js' : 'dist/app/backup.js');
// npm runs this script in the repository root, so relative file names are resolved against the user's current folder.
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(isRestore ? 3 : 2).map((arg) => (arg.startsWith('-') ? arg : resolve(from, arg)));
const env = { ...process.env, PATH: node24Path() };
process.exitCode = (await runAsChild(node24(), ['--enable-source-maps', program, ...args], { env })).code;

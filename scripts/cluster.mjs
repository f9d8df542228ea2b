// npm run cluster: two API replicas behind HAProxy and three workers on this machine, with a PostgreSQL, a NATS and an
// S3 server that they share. npm run cluster -- --roles all,all
import { join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { rootFolder } from './root-folder.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
const main = join(rootFolder, 'scripts/cluster/main.ts');
const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
const end = await runAsChild(node24(), [main, ...process.argv.slice(2)], { env });
process.exitCode = end.asked && end.signal ? 0 : end.code;

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { ServerRole } from '../../src/cluster/worker-heartbeat.ts';
import { SetupError } from '../run.mjs';
import { LocalCluster } from './local-cluster.ts';

const ROLES: readonly string[] = ['all', 'api', 'worker'];
const MOST = 16;

const { values } = parseArgs({ options: { roles: { type: 'string', default: 'api,api,worker,worker,worker' } } });
const roles = values.roles.split(',') as ServerRole[];
const isWhole = ['api', 'worker'].every((other) => roles.some((role) => role !== other));
if (roles.length > MOST || roles.some((role) => !ROLES.includes(role)) || !isWhole) {
  const allowed = `up to ${MOST} of all, api and worker, separated by commas, which together serve and compute`;
  console.error(`cluster: --roles: ${JSON.stringify(values.roles)} cannot be started; allowed: ${allowed}`);
  process.exit(2);
}

const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log(`starting PostgreSQL, NATS, an S3 server, ${roles.length} servers of the toy model, and HAProxy`);
const key = process.env.DAYBREAK_API_KEY ?? `db_${randomBytes(32).toString('base64url')}`;
const starting = LocalCluster.start({ roles, isBalanced: true, key });
const isAsked = await Promise.race([asked.then(() => true), starting.then(() => false)]).catch(explain);
// Processes already started end with this process.
if (isAsked) process.exit(0);
const cluster = await starting;
console.log(lines(cluster).join('\n'));
await asked;
await cluster.stop();

function lines({ servers, baseUrl, folder }: LocalCluster): string[] {
  const set = `DAYBREAK_BASE_URL=${baseUrl} DAYBREAK_API_KEY=${key}`;
  const last = servers.at(roles.findLastIndex((role) => role !== 'api'))!;
  return [
    ...servers.map((one, number) => `  ${roles[number].padEnd(8)}  ${one.baseUrl}  (process ${one.pid})`),
    `  HAProxy   ${baseUrl}`,
    `  API key   ${key}`,
    `  logs      ${folder}`,
    '',
    'Try, in another terminal; the second command kills a worker, whose chats and job continue on the others:',
    `  ${set} node examples/rl.mjs`,
    `  ${set} node examples/cluster.mjs --kill ${last.pid}`,
    '',
    'Ctrl-C stops all servers, and removes their data.',
  ];
}

/** Prints one line for errors that the user can fix, such as no network or no Go. */
function explain(error: unknown): never {
  if (!(error instanceof SetupError)) throw error;
  console.error(`cluster: ${error.message}`);
  process.exit(1);
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { ServerRole } from '../../src/cluster/worker-beat.ts';
import { LocalCluster } from './local-cluster.ts';

const { values } = parseArgs({ options: { servers: { type: 'string', default: '3' }, roles: { type: 'string' } } });
const roles = values.roles?.split(',') as ServerRole[] | undefined;
const servers = roles?.length ?? Number(values.servers);
if (roles?.some((role) => !['all', 'api', 'worker'].includes(role))) {
  console.error('cluster: --roles must be a list of all, api and worker, separated by commas');
  process.exit(2);
}
if (!Number.isInteger(servers) || servers < 1 || servers > 16) {
  console.error('cluster: --servers must be a whole number from 1 to 16');
  process.exit(2);
}

const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log(`starting PostgreSQL, NATS, an S3 server and ${servers} servers of the toy model`);
const key = process.env.DAYBREAK_API_KEY ?? `db_${randomBytes(32).toString('base64url')}`;
const cluster = await LocalCluster.start({ servers, roles, key });
for (const [number, { baseUrl }] of cluster.servers.entries())
  console.log(`  ${roles?.[number] ?? 'server'} ${number}  ${baseUrl}`);
console.log(`  key       ${key}`);
console.log(`  logs      ${cluster.folder}`);
console.log('Ctrl-C ends them all, and removes what they keep');
await asked;
await cluster.stop();

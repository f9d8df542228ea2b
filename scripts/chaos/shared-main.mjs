// A server that shares its database and its data folder with others, which no setting allows: the folder stands for a
// store of bytes that all of them reach.
import { pino } from 'pino';
import { readConfig } from '../../dist/app/config.js';
import { startServer } from '../../dist/app/server.js';

const log = pino({}, pino.destination({ dest: 2, sync: true }));
const fail = (error) => {
  log.fatal({ err: error }, 'the server failed');
  process.exit(1);
};

const server = await startServer({
  config: readConfig(process.env),
  version: '0.0.0-test',
  shared: true,
  findModels: async () => [{ id: 'toy', path: process.env.DAYBREAK_MODEL }],
  say: () => {},
  log,
  onFailure: fail,
  env: process.env,
}).catch(fail);
process.on('SIGTERM', () => void server.close(1_000).then(() => process.exit(0), fail));
process.stdout.write(`  address    ${server.baseUrl}\n`);

import { createServer } from 'node:net';
import { pino } from 'pino';
import { isLoopback } from '../api/access/allowed-hosts.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import { CheckpointError } from '../model/checkpoint/checkpoint.ts';
import { DownloadProgress } from '../model/hub/download-progress.ts';
import { type ResolvedModel, resolveModel } from '../model/hub/model-source.ts';
import { ModelSourceError } from '../model/hub/model-source-error.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { FaultTolerantOutput } from './fault-tolerant-output.ts';
import { progressLines } from './progress-lines.ts';
import { type RunningServer, startServer } from './server.ts';
import { startLines } from './start-lines.ts';
import { unknownVariables } from './unknown-variables.ts';
import { version } from './version.ts';

/** How long running chats may continue after Ctrl-C. */
const graceMs = 20_000;
/** One Ctrl-C can arrive twice: from the terminal, and passed on by `npm start`. */
const sameSignalMs = 1_000;

// Overrides the shell's umask: no other user may read the database, the keys and the owners' data.
process.umask(0o077);

// Standard output is for the person who started the server, standard error for the log.
const output = new FaultTolerantOutput(1, (count, code) => `${count} log lines could not be written (${code})\n`);
const errors = new FaultTolerantOutput(2, (count, code) => {
  const line = {
    level: pino.levels.values.warn,
    time: Date.now(),
    lost: count,
    code,
    msg: 'lines of the log were lost',
  };
  return `${JSON.stringify(line)}\n`;
});
const log = pino({ redact: ['authorization', '*.authorization', 'headers', '*.headers'] }, errors);

const say = progressLines(output);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  // Until the server is up there is nothing to drain; the compute process ends with its parent.
  const leave = (): never => process.exit(0);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  say(`Daybreak ${version}`);
  for (const line of unknownVariables(process.env)) say(`warning: ${line}`);
  if (!isLoopback(config.host)) {
    say(
      `warning: DAYBREAK_HOST=${config.host} accepts other machines without TLS: keys and data are sent unencrypted;`,
    );
    say('  put a TLS proxy in front of it (docs/deployment.md)');
  }
  await checkPort(config);
  const server = await startServer({ config, version, log, print: say, env: process.env, findModels, onFailure: fail });
  process.off('SIGINT', leave).off('SIGTERM', leave);
  stopOnSignals(server);
  say(startLines(server, config).join('\n'));

  async function findModels(modelsFolder: string) {
    const progress = new DownloadProgress(output);
    const found: ResolvedModel[] = [];
    const weights = config.role !== 'api';
    for (const spec of config.models) {
      say(`model: ${spec}`);
      const model = await resolveModel(spec, { env: process.env, modelsFolder, progress, weights }).catch(ofSetting);
      if (found.some(({ id }) => id === model.id)) {
        const allowed = 'models with different names; rename the file or folder of one';
        throw new ConfigError('DAYBREAK_MODEL', `two models have the name ${JSON.stringify(model.id)}`, allowed);
      }
      found.push(model);
    }
    return found;
  }
}

/** Rethrows a failure to find a model as an error of the setting DAYBREAK_MODEL. */
function ofSetting(error: unknown): never {
  if (error instanceof ModelSourceError || error instanceof CheckpointError) {
    error.message = `DAYBREAK_MODEL: ${error.message}`;
  }
  throw error;
}

/** Throws if the port is in use, so that this shows before a model is downloaded. */
async function checkPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', reject).listen(port, host, resolve);
  await promise;
  await new Promise((done) => probe.close(done));
}

function stopOnSignals(server: RunningServer): void {
  let askedAt: number | null = null;
  const stop = (): void => {
    const now = performance.now();
    if (askedAt !== null) {
      if (now - askedAt > sameSignalMs) process.exit(0);
      return;
    }
    askedAt = now;
    say('stopping; Ctrl-C again stops at once');
    server.close(graceMs).then(
      () => process.exit(server.contractFaults.length === 0 ? 0 : 1),
      (error) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Ends the process. Prints one line for an error that the operator can fix, and logs the whole error otherwise. */
function fail(error: unknown): never {
  const expected = [ConfigError, StorageError, ModelSourceError, CheckpointError, WorkerError];
  if (expected.some((type) => error instanceof type)) {
    const { message, cause } = error as Error;
    errors.write(`daybreak: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
  } else if (error instanceof Error && 'code' in error && 'syscall' in error) {
    errors.write(`daybreak: ${listenProblem(error as NodeJS.ErrnoException)}\n`);
  } else {
    log.fatal({ err: error }, 'the server failed');
  }
  process.exit(1);
}

function listenProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `DAYBREAK_PORT: the port is in use; choose another, or 0 for any (${message})`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `DAYBREAK_HOST: not an address of this machine (${message})`;
  if (code === 'EACCES') return `DAYBREAK_PORT: not allowed; ports below 1024 need privileges (${message})`;
  return message;
}

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
await main().catch(fail);

import { randomUUID } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { Logger } from 'pino';
import { SignInCodes } from '../api/access/sign-in-codes.ts';
import { processHealth } from '../api/compute-health.ts';
import { ContractBackend } from '../api/contract/contract-backend.ts';
import { ResponseCheck } from '../api/contract/response-check.ts';
import { ApiServer } from '../api/http/http-server.ts';
import { TinkerSessions } from '../api/tinker/sessions.ts';
import { UpdateFeed } from '../api/updates/update-feed.ts';
import { type DataFolder, makePrivate, openDataFolder } from '../artifacts/data-folder.ts';
import { lockDataFolder } from '../artifacts/folder-lock.ts';
import type { ClusterMember } from '../cluster/cluster-member.ts';
import { document } from '../generated/document.ts';
import { loadProcessors } from '../inference/processors/processor-table.ts';
import { ServedModels, servedModel } from '../inference/served-models.ts';
import { PromptTexts } from '../inference/text/prompt-texts.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { KeptTrajectories } from '../jobs/kept-trajectories.ts';
import { periodically } from '../jobs/periodic.ts';
import { sharingTimes } from '../jobs/sharing.ts';
import type { ResolvedModel } from '../model/hub/model-source.ts';
import { openModelText } from '../model/text/model-text.ts';
import { openStore } from '../store/store.ts';
import { ComputeClient } from '../worker/client/compute-client.ts';
import { workerEntry } from '../worker/client/worker-process.ts';
import type { LoadReport } from '../worker/protocol.ts';
import { sweepEveryHour } from './bucket-sweeper.ts';
import { cleanUp } from './clean-up.ts';
import { computeEnvironment } from './compute-environment.ts';
import type { Config } from './config.ts';
import { connectionRoom } from './connection-room.ts';
import { buildContainer } from './container.ts';
import { DatabaseLock } from './database-lock.ts';
import { ensureFirstKey, olderKeysLine } from './first-key.ts';
import { connectBus, joinCluster } from './join-cluster.ts';
import { openBlobs } from './open-blobs.ts';
import { poolHealth } from './pool-health.ts';
import { refusedDatabase } from './refused-database.ts';
import { ReportedLengths } from './reported-lengths.ts';
import { serverName } from './server-name.ts';
import { highestStoredRank } from './stored-ranks.ts';
import { UnreachableWorkers } from './unreachable-workers.ts';

const cleanUpEveryMs = 60_000;

export interface ServerOptions {
  config: Config;
  version: string;
  log: Logger;
  /** Finds the models, once the data folder exists to hold downloads. */
  findModels(modelsFolder: string): Promise<ResolvedModel[]>;
  /** Prints a sentence for the person who started the server. */
  print(text: string): void;
  /** Called at most once, when another server has taken the database. The process should then end. */
  onFailure(error: Error): void;
  /** Environment of the compute process. */
  env: NodeJS.ProcessEnv;
  /** Entry of a different compute process, for tests of its crashes. */
  workerEntry?: string;
  /** Replaces parts of the server before it starts, for tests of their failures. */
  exchangeParts?(container: ReturnType<typeof buildContainer>): void;
}

export interface RunningServer {
  /** Base URL of the API; it ends in `/v1`. */
  baseUrl: string;
  /** Where the first key is stored; null in a worker, which makes none. */
  keyPlace: string | null;
  keyFile: string;
  /** One-time code that signs in instead of the first key, for a short time; null in a worker. */
  signInCode: string | null;
  /** Report of the loaded models; null in a server that computes nothing itself. */
  loaded: LoadReport | null;
  models: string[];
  compute: ComputeClient;
  /** Responses so far that violate the contract, one line each; empty unless responses are checked. */
  contractFaults: readonly string[];
  /** Lets requests finish for `graceMs`. Running jobs continue at the next start. */
  close(graceMs: number): Promise<void>;
}

/** Returns the name of this server in the table of jobs, unique to each start. */
function newHolder(): string {
  return `${serverName()}-${randomUUID()}`;
}

function joinedLine({ pool, worker }: ClusterMember): string {
  if (pool === null) return 'cluster: joined over NATS as a worker';
  if (worker === null) return 'cluster: joined over NATS to answer requests with its workers';
  return `cluster: joined over NATS as one of ${pool.workers.all().length}`;
}

const computeGraceMs = 5_000;

/** Starts the HTTP process: data folder, database, models, compute process, jobs, and last the listening socket. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, version, log, print, env } = options;
  await using opened = new AsyncDisposableStack();
  const folder: DataFolder = await openDataFolder(config.home, config.diskReserve);
  const lock = lockDataFolder(folder);
  opened.defer(() => lock.release());
  // Other servers can then use the same database and files.
  const isShared = config.databaseUrl !== null && config.bucket !== null;
  const holder = newHolder();
  const { role } = config;
  const sharing = isShared ? { holder, claims: role !== 'api', ...sharingTimes } : null;
  print(`data folder: ${folder.root}`);
  const { tightened, failed } = await makePrivate(folder);
  if (tightened.length > 0) print(`warning: others had access to ${tightened.join(', ')}; now only their owner has`);
  if (failed.length > 0) print(`warning: others have access to ${failed.join(', ')}; chmod is not allowed here`);
  const address = config.databaseUrl === null ? { sqliteFile: folder.databaseFile } : { url: config.databaseUrl };
  const refuse = (error: unknown) => Promise.reject(refusedDatabase(error));
  if (config.databaseUrl !== null) {
    const kind = sharing === null ? 'alone' : 'shared';
    const taken = await DatabaseLock.acquire(config.databaseUrl, log, options.onFailure, kind).catch(refuse);
    opened.adopt(taken, (held) => held.release());
  }
  const store = opened.adopt(await openStore(address, 'migrate', config.keepRules).catch(refuse), (open) =>
    open.close(),
  );
  const referenced = await store.referencedPaths();
  const blobs = await openBlobs({ config, folder, store, referenced, log, print });
  if (blobs !== null) {
    opened.adopt(blobs, (open) => open.cache.close());
    folder.blobs = blobs.cache;
    opened.defer(sweepEveryHour({ ...blobs, store, holder, log }));
  }
  // Connects first, so that an error shows before models are downloaded and loaded.
  const bus = opened.adopt(await connectBus(config), (open) => open?.close());
  // Users never call a worker, so it needs no key.
  const firstKey = role === 'worker' ? null : await ensureFirstKey(store.keys, folder, config.apiKey);
  // Servers that share the database each have a first key in their own key file.
  if (firstKey !== null && firstKey.older.length > 0 && sharing === null) print(olderKeysLine(firstKey.older));
  await store.keys.dropExpiredSessions();

  const found = await options.findModels(folder.models);
  const modelTexts = found.map(({ path }) => openModelText(path));
  const texts = opened.adopt(new PromptTexts(), (open) => open.close());
  const textsReady = role === 'worker' ? Promise.resolve() : texts.start(found.map(({ path }) => path));
  textsReady.catch(() => {});
  const compute = opened.adopt(
    new ComputeClient({
      entry: options.workerEntry ?? workerEntry(),
      env: computeEnvironment(env),
      onProgress: print,
      log: (level, text) => log[level](text),
      ...(blobs && { hold: (path) => blobs.cache.pin(relative(folder.root, path).replaceAll(sep, '/')) }),
    }),
    (client) => client.close(computeGraceMs),
  );
  const highestRank = Math.max(config.highestRank, await highestStoredRank(folder, store.checkpoints));
  const { precision, kvCache, lora } = config;
  const files = found.map(({ id, path }) => ({ id, path, precision, kvCache, lora, highestRank }));
  const loaded = role === 'api' ? null : await compute.start(files, config.logitsProcessors, config.trainingMemory);
  const lent = loaded && { compute, loaded, version };
  const cluster = bus === null ? null : await joinCluster({ bus, folder, database: store.id, role, lent });
  if (cluster !== null) print(joinedLine(cluster));
  const unreachable = cluster && new UnreachableWorkers({ known: store.busWorkers, cluster, name: serverName(), log });
  opened.defer(async () => unreachable?.close());
  const live = (i: number) =>
    new ReportedLengths(cluster!.pool!.workers, found[i].id, modelTexts[i].config.max_position_embeddings);
  const served = new ServedModels(
    found.map(({ id, path }, i) => servedModel(id, path, modelTexts[i], loaded?.models[i] ?? live(i), config)),
    loaded?.processors ?? [...(await loadProcessors(config.logitsProcessors)).keys()],
  );
  const check = config.checkResponses ? new ResponseCheck(document, log) : null;
  const limits = { ...config.limits, ...connectionRoom(config.limits) };
  const container = buildContainer({
    config: { ...config, limits, highestRank },
    folder,
    store,
    compute,
    chat: cluster?.pool ?? compute,
    health: loaded === null ? poolHealth(cluster!.pool!.workers, () => unreachable!.warning()) : processHealth(compute),
    cluster,
    unreachable: unreachable,
    served,
    texts,
    sharing,
    log,
    version,
    signingKey: await store.signingKey(),
    check,
  });
  options.exchangeParts?.(container);
  await container.get(ContractBackend).init();
  await textsReady;
  const jobs = container.get(JobRunner);
  opened.defer(() => jobs.close());
  const server = container.get(ApiServer);
  cluster?.shareLimits({
    getValue: () => server.limitUse(),
    onValue: (other, use) => server.recordPeerUse(other, use),
  });
  if (sharing === null) await container.get(KeptTrajectories).tidy();
  // Jobs left running by an earlier server are queued again before a request can start a new job, which would be
  // mistaken for one of them.
  await jobs.start();
  const cleaned = { sessions: container.get(TinkerSessions), store, folder, kept: container.get(KeptTrajectories) };
  const noteFailure = (error: unknown) => log.warn({ err: error }, 'cleaning up after clients failed');
  opened.defer(periodically(cleanUpEveryMs, () => cleanUp(cleaned), noteFailure));
  const port = await server.listen(config.host, config.port);

  const resources = opened.move();
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const close = async (graceMs: number): Promise<void> => {
    // Streams of updates never end by themselves, so waiting for them would be futile.
    container.get(UpdateFeed).close();
    const drained = Promise.all([jobs.close(), cluster?.drain(graceMs)]);
    // The HTTP server of a worker stays up until then, to report that it drains.
    if (role === 'worker') await drained;
    await Promise.all([server.close(graceMs), drained]);
    await cluster?.close();
    await resources.disposeAsync();
  };
  const models = served.list().map(({ id }) => id);
  return {
    baseUrl: `http://${host}:${port}/v1`,
    keyPlace: firstKey?.place ?? null,
    keyFile: folder.keyFile,
    signInCode: firstKey && container.get(SignInCodes).issue(firstKey.id),
    loaded,
    models,
    compute,
    contractFaults: check?.faults ?? [],
    close,
  };
}

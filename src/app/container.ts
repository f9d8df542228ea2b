import { Container, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { FileUrls } from '../api/access/file-urls.ts';
import { SignInCodes } from '../api/access/sign-in-codes.ts';
import { WholeChoices } from '../api/chat/whole-choices.ts';
import { MergedExports } from '../api/checkpoints/merged-exports.ts';
import type { ComputeHealth } from '../api/compute-health.ts';
import { ContractBackend } from '../api/contract/contract-backend.ts';
import type { ResponseCheck } from '../api/contract/response-check.ts';
import { DashboardFiles } from '../api/dashboard-files.ts';
import { DocsFiles } from '../api/docs-files.ts';
import { ArtifactsHandler } from '../api/handlers/artifacts.ts';
import { ChatCompletionsHandler } from '../api/handlers/chat-completions.ts';
import { CheckpointsHandler } from '../api/handlers/checkpoints.ts';
import { CompletionsHandler } from '../api/handlers/completions.ts';
import { DashboardHandler } from '../api/handlers/dashboard.ts';
import { DocsHandler } from '../api/handlers/docs.ts';
import { HealthHandler } from '../api/handlers/health.ts';
import { LogsHandler } from '../api/handlers/logs.ts';
import { MessagesHandler } from '../api/handlers/messages.ts';
import { MetricsHandler } from '../api/handlers/metrics.ts';
import { ModelsHandler } from '../api/handlers/models.ts';
import { ResponsesHandler } from '../api/handlers/responses.ts';
import { RunsHandler } from '../api/handlers/runs.ts';
import { SessionsHandler } from '../api/handlers/sessions.ts';
import { TinkerHandler } from '../api/handlers/tinker.ts';
import { TinkerRunsHandler } from '../api/handlers/tinker-runs.ts';
import { TokenizationHandler } from '../api/handlers/tokenization.ts';
import { TrainingJobsHandler } from '../api/handlers/training-jobs.ts';
import { TrajectoriesHandler } from '../api/handlers/trajectories.ts';
import { UpdatesHandler } from '../api/handlers/updates.ts';
import { WandbHandler } from '../api/handlers/wandb.ts';
import { ApiServer } from '../api/http/http-server.ts';
import { LargeBodies } from '../api/http/large-bodies/large-bodies.ts';
import type { RequestLimits } from '../api/http/request-limits.ts';
import { Metrics } from '../api/metrics/metrics.ts';
import { ServerStats } from '../api/metrics/server-stats.ts';
import { LiveModels } from '../api/tinker/live-models.ts';
import { restoreSession } from '../api/tinker/restored-session.ts';
import { SavedWeights } from '../api/tinker/saved-weights.ts';
import { TinkerSessions } from '../api/tinker/sessions.ts';
import { WorkStarter } from '../api/tinker/work-starter.ts';
import { UpdateFeed } from '../api/updates/update-feed.ts';
import { VersionFiles } from '../api/wandb/version-files.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import type { ClusterMember } from '../cluster/cluster-member.ts';
import { document } from '../generated/document.ts';
import type { HandlersByTag } from '../generated/handlers.ts';
import type { RouteId } from '../generated/operations.ts';
import { FairSemaphore } from '../inference/fair-semaphore.ts';
import type { ServedModels } from '../inference/served-models.ts';
import type { PromptTexts } from '../inference/text/prompt-texts.ts';
import { TrainingData } from '../jobs/data/training-data.ts';
import { memoryPausesMs } from '../jobs/job-run.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { KeptTrajectories } from '../jobs/kept-trajectories.ts';
import { type OutageTimes, outageTimes } from '../jobs/outage.ts';
import { JobPlanner } from '../jobs/plan/job-planner.ts';
import { planRl } from '../jobs/plan/rl-plan.ts';
import { planSft } from '../jobs/plan/sft-plan.ts';
import { ShardHelper } from '../jobs/shard-helper.ts';
import type { Sharing } from '../jobs/sharing.ts';
import { isOnExperts } from '../model/lora-layout.ts';
import type { Store } from '../store/store.ts';
import type { ChatCompute } from '../worker/client/chat-compute.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { Config } from './config.ts';
import { listLiveWorkers, ownWorker, versionsWarning } from './known-workers.ts';
import type { UnreachableWorkers } from './unreachable-workers.ts';

/** Parts that the caller opens and closes. */
interface Foundations {
  config: Pick<
    Config,
    | 'apiKey'
    | 'role'
    | 'allowedHosts'
    | 'artifactHosts'
    | 'artifactFolder'
    | 'requestTemplates'
    | 'limits'
    | 'highestRank'
    | 'lora'
    | 'wandb'
    | 'keep'
  >;
  folder: DataFolder;
  store: Store;
  compute: ComputeClient;
  /** Runs the sequences of requests: `compute`, or the workers of a cluster. */
  chat: ChatCompute;
  health: ComputeHealth;
  /** Null without a cluster. */
  cluster: ClusterMember | null;
  /** Null without a cluster. */
  unreachable: UnreachableWorkers | null;
  served: ServedModels;
  texts: PromptTexts;
  log: Logger;
  version: string;
  /** Key that signs URLs of files. */
  signingKey: string;
  /** Null if this is the only server of its database. */
  sharing: Sharing | null;
  /** Null unless in test mode. */
  check: ResponseCheck | null;
}

/** Routes that a worker answers over HTTP. Its chats come from the bus, and its jobs from the database. */
const OF_A_WORKER: ReadonlySet<RouteId> = new Set([
  ...(['getLivez', 'getLivezAtRoot', 'getReadyz', 'getReadyzAtRoot', 'getMetrics', 'getMetricsAtRoot'] as const),
]);

/** Bound separately so that tests can avoid long waits. */
export const outageToken: ServiceIdentifier<OutageTimes> = Symbol('outage');
export const memoryPausesToken: ServiceIdentifier<readonly number[]> = Symbol('memoryPauses');
export const limitsToken: ServiceIdentifier<RequestLimits> = Symbol('limits');
const handlersToken: ServiceIdentifier<HandlersByTag> = Symbol('handlers');

/** Wires the HTTP process. Only this module knows inversify; every class takes plain constructor arguments. */
export function buildContainer(parts: Foundations): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const { config, folder, store, compute, chat, health, cluster, served, texts, sharing, log, version } = parts;
  const { signingKey, unreachable } = parts;
  container
    .bind(TrainingData)
    .toDynamicValue(
      () =>
        new TrainingData({ store, folder, artifactHosts: config.artifactHosts, artifactFolder: config.artifactFolder }),
    );
  container.bind(memoryPausesToken).toConstantValue(memoryPausesMs);
  container.bind(outageToken).toConstantValue(outageTimes);
  container
    .bind(KeptTrajectories)
    .toDynamicValue(() => new KeptTrajectories({ store, folder, limits: config.keep, log }));
  container.bind(JobRunner).toResolvedValue(
    (data, pauses, outage, kept) => {
      const planner = new JobPlanner();
      const planners = {
        rl: planRl.bind(null, { store, folder, planner, outage, kept }),
        sft: planSft.bind(null, { data, planner, outage }),
      };
      const times = { outage, memoryPausesMs: pauses };
      const helper = new ShardHelper({ compute, folder, jobs: () => runner.running });
      const helpers = cluster?.shareSteps(helper, () => runner.running) ?? null;
      const own = { store, folder, compute, served, data, planners, ...times, sharing, log, kept, helpers };
      const runner: JobRunner = new JobRunner({ ...own, onLaunch: () => helper.close() });
      return runner;
    },
    [TrainingData, memoryPausesToken, outageToken, KeptTrajectories],
  );
  const { requestTemplates } = config;
  const whole = new WholeChoices();
  const pool = cluster?.pool ?? null;
  // In a cluster the worker fetches the adapter if it lacks it.
  const adapters = pool === null ? folder : { ...folder, blobs: null };
  const asked = { store, folder: adapters, served, compute: chat, texts };
  const figures = cluster && {
    workers: () => (pool === null ? [] : listLiveWorkers(pool.workers)),
    calls: pool?.counts ?? { rerouted: 0, moved: 0 },
    servedShards: () => cluster.servedShards,
  };
  const counted = { store, served, compute, version, blobs: folder.blobs, cluster: figures };
  container.bind(Metrics).toResolvedValue((jobs) => new Metrics({ ...counted, leases: jobs.leases }), [JobRunner]);
  container
    .bind(ChatCompletionsHandler)
    .toResolvedValue(
      ({ requests: metrics }) => new ChatCompletionsHandler({ ...asked, requestTemplates, metrics, whole }),
      [Metrics],
    );
  container
    .bind(CompletionsHandler)
    .toResolvedValue(({ requests: metrics }) => new CompletionsHandler({ ...asked, metrics, whole }), [Metrics]);
  container
    .bind(MessagesHandler)
    .toResolvedValue(
      ({ requests: metrics }) => new MessagesHandler({ ...asked, requestTemplates, metrics, whole }),
      [Metrics],
    );
  container
    .bind(ResponsesHandler)
    .toResolvedValue(
      ({ requests: metrics }) => new ResponsesHandler({ ...asked, requestTemplates, metrics, whole }),
      [Metrics],
    );
  container
    .bind(TokenizationHandler)
    .toDynamicValue(() => new TokenizationHandler({ store, folder: adapters, served, texts, requestTemplates }));
  container
    .bind(ModelsHandler)
    .toResolvedValue(
      (jobs, largeBodies, kept) => new ModelsHandler({ store, folder, served, jobs, largeBodies, kept }),
      [JobRunner, LargeBodies, KeptTrajectories],
    );
  const onExperts = isOnExperts(config.lora);
  const imports = { folder, served, highestRank: config.highestRank, onExperts, importSlots: new FairSemaphore(1) };
  container
    .bind(CheckpointsHandler)
    .toDynamicValue(() => new CheckpointsHandler({ store, ...imports, exports: new MergedExports() }));
  const urls = new FileUrls(signingKey);
  container.bind(WandbHandler).toDynamicValue(() => {
    const files = new VersionFiles({ folder, served, lora: config.lora });
    return new WandbHandler({ store, imports, files, urls: config.wandb ? urls : null });
  });
  container.bind(TrajectoriesHandler).toDynamicValue(() => new TrajectoriesHandler({ store, folder, served }));
  container.bind(LogsHandler).toDynamicValue(() => new LogsHandler({ store, folder }));
  container
    .bind(TrainingJobsHandler)
    .toResolvedValue(
      (jobs, data, largeBodies) => new TrainingJobsHandler({ store, folder, jobs, data, largeBodies }),
      [JobRunner, TrainingData, LargeBodies],
    );
  container.bind(RunsHandler).toDynamicValue(() => new RunsHandler({ store }));
  container.bind(ArtifactsHandler).toDynamicValue(() => new ArtifactsHandler({ store, folder }));
  const saved = new SavedWeights({ store, folder });
  const trained = { compute, turns: new FairSemaphore(1), store, folder, served, saved };
  container.bind(LiveModels).toDynamicValue(() => new LiveModels());
  container.bind(TinkerSessions).toResolvedValue(
    (live) => {
      const parts = { ...trained, live };
      return new TinkerSessions({ store, folder, restore: (record) => restoreSession(parts, record) });
    },
    [LiveModels],
  );
  container.bind(TinkerHandler).toResolvedValue(
    (sessions, live) => {
      const { highestRank } = config;
      const work = new WorkStarter(sessions, log);
      return new TinkerHandler({ ...trained, live, highestRank, sessions, sampling: compute, work });
    },
    [TinkerSessions, LiveModels],
  );
  container.bind(TinkerRunsHandler).toDynamicValue(() => new TinkerRunsHandler({ store, saved, urls }));
  container.bind(UpdateFeed).toDynamicValue(() => new UpdateFeed(store.updates));
  container
    .bind(UpdatesHandler)
    .toResolvedValue((feed) => new UpdatesHandler({ feed, keys: store.keys }), [UpdateFeed]);
  container.bind(SignInCodes).toDynamicValue(() => new SignInCodes());
  container
    .bind(SessionsHandler)
    .toResolvedValue(
      (codes, { key: limits }) => new SessionsHandler({ keys: store.keys, codes, limits }),
      [SignInCodes, limitsToken],
    );
  const workers = pool === null ? ownWorker(compute, version) : () => listLiveWorkers(pool.workers);
  const clusterProblem = () => cluster?.problem() ?? null;
  const warnings = (apart: string | null = null): string[] =>
    [apart, cluster && versionsWarning(cluster.workers)].filter((text) => text !== null);
  container.bind(HealthHandler).toResolvedValue(
    (jobs) => {
      const ofCluster = { clusterProblem, workers, warnings: () => warnings(unreachable?.warning()) };
      return new HealthHandler({ store, folder, jobs, compute, health, ...ofCluster, version, log });
    },
    [JobRunner],
  );
  const stats = new ServerStats({ store, folder, compute });
  container.bind(MetricsHandler).toResolvedValue(
    (metrics) => {
      const named = () => warnings(unreachable?.named());
      return new MetricsHandler({ metrics, stats, compute, store, workers, warnings: named });
    },
    [Metrics],
  );
  container.bind(LargeBodies).toDynamicValue(() => new LargeBodies());
  container.bind(DocsHandler).toDynamicValue(() => new DocsHandler(new DocsFiles()));
  container.bind(DashboardHandler).toDynamicValue(() => new DashboardHandler(new DashboardFiles()));
  bindServer(container, parts);
  return container;
}

function bindServer(container: Container, { config, store, served, log, check }: Foundations): void {
  container.bind(limitsToken).toConstantValue(config.limits);
  container.bind(handlersToken).toResolvedValue(
    (
      chat,
      completions,
      messages,
      responses,
      tokenization,
      models,
      checkpoints,
      logs,
      trajectories,
      jobs,
      runs,
      artifacts,
      wandb,
      tinker,
      tinkerRuns,
      updates,
      sessions,
      health,
      metrics,
      docs,
      dashboard,
    ): HandlersByTag => ({
      'chat-completions': chat,
      completions,
      messages,
      responses,
      tokenization,
      models,
      checkpoints,
      logs,
      trajectories,
      'training-jobs': jobs,
      runs,
      artifacts,
      wandb,
      tinker,
      'tinker-runs': tinkerRuns,
      updates,
      sessions,
      health,
      metrics,
      docs,
      dashboard,
    }),
    [
      ChatCompletionsHandler,
      CompletionsHandler,
      MessagesHandler,
      ResponsesHandler,
      TokenizationHandler,
      ModelsHandler,
      CheckpointsHandler,
      LogsHandler,
      TrajectoriesHandler,
      TrainingJobsHandler,
      RunsHandler,
      ArtifactsHandler,
      WandbHandler,
      TinkerHandler,
      TinkerRunsHandler,
      UpdatesHandler,
      SessionsHandler,
      HealthHandler,
      MetricsHandler,
      DocsHandler,
      DashboardHandler,
    ],
  );
  container
    .bind(ContractBackend)
    .toResolvedValue((handlers) => new ContractBackend(document, handlers), [handlersToken]);
  container.bind(ApiServer).toResolvedValue(
    (backend, limits, { http }, largeBodies) =>
      new ApiServer({
        backend,
        keys: store.keys,
        limits,
        log,
        chosenKey: config.apiKey,
        allowedHosts: config.allowedHosts,
        check,
        metrics: http,
        largeBodies,
        contextLength: () => Math.max(...served.list().map(({ contextLength }) => contextLength)),
        only: config.role === 'worker' ? OF_A_WORKER : null,
      }),
    [ContractBackend, limitsToken, Metrics, LargeBodies],
  );
}

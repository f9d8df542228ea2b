import { Container, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { ContractBackend } from '../api/contract/contract-backend.ts';
import type { ResponseCheck } from '../api/contract/response-check.ts';
import { DocsFiles } from '../api/docs-files.ts';
import { ArtifactsHandler } from '../api/handlers/artifacts.ts';
import { ChatCompletionsHandler } from '../api/handlers/chat-completions.ts';
import { CompletionsHandler } from '../api/handlers/completions.ts';
import { DocsHandler } from '../api/handlers/docs.ts';
import { HealthHandler } from '../api/handlers/health.ts';
import { MetricsHandler } from '../api/handlers/metrics.ts';
import { ModelsHandler } from '../api/handlers/models.ts';
import { RunsHandler } from '../api/handlers/runs.ts';
import { TokenizationHandler } from '../api/handlers/tokenization.ts';
import { TrainingJobsHandler } from '../api/handlers/training-jobs.ts';
import { ApiServer } from '../api/http/http-server.ts';
import type { RequestLimits } from '../api/http/request-limits.ts';
import { Metrics } from '../api/metrics/metrics.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { document } from '../generated/document.ts';
import type { HandlersByTag } from '../generated/handlers.ts';
import { TemplateSandbox } from '../inference/chat/templates/template-sandbox.ts';
import type { ServedModels } from '../inference/served-models.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { outageTimes } from '../jobs/outlast.ts';
import { planRl } from '../jobs/rl-plan.ts';
import { planSft } from '../jobs/sft-plan.ts';
import { TrainingData } from '../jobs/training-data.ts';
import type { Store } from '../store/store.ts';
import type { ComputeClient } from '../worker/client.ts';
import type { Config } from './config.ts';

/** What is opened, and will be closed, by whoever builds the container. */
export interface Foundations {
  config: Pick<Config, 'artifactHosts' | 'artifactFolder' | 'requestTemplates' | 'limits'>;
  folder: DataFolder;
  store: Store;
  compute: ComputeClient;
  served: ServedModels;
  log: Logger;
  version: string;
  /** Present in test mode. */
  check: ResponseCheck | null;
}

/** Bound by itself so that tests can do without long waits. */
export const limitsToken: ServiceIdentifier<RequestLimits> = Symbol('limits');
const handlersToken: ServiceIdentifier<HandlersByTag> = Symbol('handlers');

/** Wires the HTTP process. The only place that knows inversify; every class takes plain constructor arguments. */
export function buildContainer(parts: Foundations): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const { config, folder, store, compute, served, log, version } = parts;
  container
    .bind(TrainingData)
    .toDynamicValue(
      () =>
        new TrainingData({ store, folder, artifactHosts: config.artifactHosts, artifactFolder: config.artifactFolder }),
    );
  container.bind(JobRunner).toResolvedValue(
    (data) => {
      const planners = {
        rl: planRl.bind(null, { folder, served }),
        sft: planSft.bind(null, { data, served }),
      };
      return new JobRunner({ store, folder, compute, planners, outage: outageTimes, log });
    },
    [TrainingData],
  );
  const templates = config.requestTemplates ? new TemplateSandbox() : null;
  container.bind(Metrics).toDynamicValue(() => new Metrics({ store, served, compute, version }));
  container
    .bind(ChatCompletionsHandler)
    .toResolvedValue(
      ({ requests: metrics }) => new ChatCompletionsHandler({ store, folder, served, compute, templates, metrics }),
      [Metrics],
    );
  container
    .bind(CompletionsHandler)
    .toResolvedValue(
      ({ requests: metrics }) => new CompletionsHandler({ store, folder, served, compute, metrics }),
      [Metrics],
    );
  container
    .bind(TokenizationHandler)
    .toDynamicValue(() => new TokenizationHandler({ store, folder, served, templates }));
  container
    .bind(ModelsHandler)
    .toResolvedValue((jobs) => new ModelsHandler({ store, folder, served, jobs }), [JobRunner]);
  container
    .bind(TrainingJobsHandler)
    .toResolvedValue((jobs, data) => new TrainingJobsHandler({ store, folder, jobs, data }), [JobRunner, TrainingData]);
  container.bind(RunsHandler).toDynamicValue(() => new RunsHandler({ store }));
  container.bind(ArtifactsHandler).toDynamicValue(() => new ArtifactsHandler({ store, folder }));
  container
    .bind(HealthHandler)
    .toResolvedValue((jobs) => new HealthHandler({ store, jobs, compute, version, log }), [JobRunner]);
  container.bind(MetricsHandler).toResolvedValue((metrics) => new MetricsHandler(metrics), [Metrics]);
  container.bind(DocsHandler).toDynamicValue(() => new DocsHandler(new DocsFiles()));
  bindServer(container, parts);
  return container;
}

function bindServer(container: Container, { config, store, log, check }: Foundations): void {
  container.bind(limitsToken).toConstantValue(config.limits);
  container.bind(handlersToken).toResolvedValue(
    (chat, completions, tokenization, models, jobs, runs, artifacts, health, metrics, docs): HandlersByTag => ({
      'chat-completions': chat,
      completions,
      tokenization,
      models,
      'training-jobs': jobs,
      runs,
      artifacts,
      health,
      metrics,
      docs,
    }),
    [
      ChatCompletionsHandler,
      CompletionsHandler,
      TokenizationHandler,
      ModelsHandler,
      TrainingJobsHandler,
      RunsHandler,
      ArtifactsHandler,
      HealthHandler,
      MetricsHandler,
      DocsHandler,
    ],
  );
  container
    .bind(ContractBackend)
    .toResolvedValue((handlers) => new ContractBackend(document, handlers), [handlersToken]);
  container
    .bind(ApiServer)
    .toResolvedValue(
      (backend, limits, { http }) => new ApiServer({ backend, keys: store.keys, limits, log, check, metrics: http }),
      [ContractBackend, limitsToken, Metrics],
    );
}

import { expect, test } from 'vitest';
import { operations, type RouteId } from '../../src/generated/operations.ts';

// Written by hand, not read from the contract that the table is generated from.
const mebibyte = 2 ** 20;
const docs = ['docs', 'openapi.json', 'openapi.yaml'].flatMap((name) => [`GET /${name}`, `GET /v1/${name}`]);
const dashboard = ['', '/v1'].flatMap((root) => [`GET ${root}/app`, `GET ${root}/app/{file_name}`]);
const open = [
  ...['health', 'livez', 'readyz'].flatMap((name) => [`GET /${name}`, `GET /v1/${name}`]),
  ...['GET /v1/system-check', 'GET /v1/preview/base-models'],
  ...[...docs, 'GET /', 'GET /v1/docs/{file_name}', ...dashboard],
  // These URLs are signed.
  ...['GET /wandb/files/{address}', 'PUT /wandb/files/{address}', 'GET /tinker/api/v1/files/{address}'],
];
const wanted = `
  POST   /v1/chat/completions
  POST   /v1/chat/completions/
  POST   /v1/completions
  POST   /v1/responses
  POST   /v1/messages
  POST   /v1/messages/count_tokens
  POST   /v1/tokenize
  POST   /tokenize
  POST   /v1/detokenize
  POST   /detokenize
  GET    /v1/models
  GET    /v1/models/{model}
  GET    /v1/preview/base-models
  POST   /v1/preview/models
  GET    /v1/preview/models
  GET    /v1/preview/models/{model_id}
  DELETE /v1/preview/models/{model_id}
  GET    /v1/preview/models/{model_id}/checkpoints
  DELETE /v1/preview/models/{model_id}/checkpoints
  POST   /v1/preview/models/{model_id}/adapter
  GET    /v1/preview/models/{model_id}/checkpoints/{step}/files
  GET    /v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}
  GET    /v1/preview/models/{model_id}/checkpoints/{step}/merged
  POST   /v1/preview/models/{model_id}/log
  GET    /v1/preview/models/{model_id}/logs
  GET    /v1/preview/models/{model_id}/logs/{log_id}/trajectory-groups
  GET    /v1/preview/models/{model_id}/trajectories
  GET    /v1/preview/models/{model_id}/trajectories/{trajectory_id}
  GET    /v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens
  POST   /v1/preview/training-jobs
  GET    /v1/preview/training-jobs
  POST   /v1/preview/sft-training-jobs
  GET    /v1/preview/training-jobs/{training_job_id}
  POST   /v1/preview/training-jobs/{training_job_id}/cancel
  POST   /v1/preview/training-jobs/{training_job_id}/retry
  GET    /v1/preview/training-jobs/{training_job_id}/events
  GET    /v1/preview/training-jobs/{training_job_id}/groups
  GET    /v1/preview/runs
  GET    /v1/preview/runs/{run_id}
  GET    /v1/preview/runs/{run_id}/history
  GET    /v1/preview/runs/{run_id}/metrics
  GET    /v1/preview/runs/{run_id}/series
  GET    /v1/preview/runs/{run_id}/tensorboard
  GET    /v1/preview/artifacts
  POST   /v1/preview/artifacts
  GET    /v1/preview/artifacts/{artifact_id}
  DELETE /v1/preview/artifacts/{artifact_id}
  PUT    /v1/preview/artifacts/{artifact_id}/files/{file_name}
  GET    /v1/preview/artifacts/{artifact_id}/files/{file_name}
  POST   /graphql
  POST   /files/{entity}/{project}/{run}/file_stream
  PUT    /wandb/files/{address}
  GET    /wandb/files/{address}
  POST   /tinker/api/v1/client/config
  POST   /tinker/api/v1/client/dynamic_config
  POST   /tinker/api/v1/create_session
  POST   /tinker/api/v1/session_heartbeat
  POST   /tinker/api/v1/sessions/{session_id}/finish
  POST   /tinker/api/v1/telemetry
  GET    /tinker/api/v1/healthz
  GET    /tinker/api/v1/get_server_capabilities
  POST   /tinker/api/v1/create_model
  POST   /tinker/api/v1/get_info
  POST   /tinker/api/v1/forward_backward
  POST   /tinker/api/v1/optim_step
  POST   /tinker/api/v1/save_weights
  POST   /tinker/api/v1/save_weights_for_sampler
  POST   /tinker/api/v1/save_weights_external
  POST   /tinker/api/v1/load_weights
  POST   /tinker/api/v1/create_sampling_session
  GET    /tinker/api/v1/samplers/{sampler_id}
  POST   /tinker/api/v1/asample
  POST   /tinker/api/v1/retrieve_future
  POST   /tinker/api/v1/cancel_future
  POST   /tinker/api/v1/weights_info
  GET    /tinker/api/v1/training_runs/{training_run_id}/checkpoints
  DELETE /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}
  GET    /tinker/api/v1/checkpoints
  POST   /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish
  DELETE /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish
  PUT    /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/ttl
  GET    /tinker/api/v1/training_runs/{training_run_id}/checkpoints/external_weights/{name}/external_weights_urls
  GET    /tinker/api/v1/files/{address}
  GET    /tinker/api/v1/training_runs
  GET    /tinker/api/v1/training_runs/{training_run_id}
  GET    /tinker/api/v1/sessions
  GET    /tinker/api/v1/sessions/{session_id}
  POST   /tinker/oai/api/v1/chat/completions
  POST   /tinker/oai/api/v1/completions
  GET    /v1/preview/updates
  POST   /v1/preview/sessions
  DELETE /v1/preview/sessions/current
  GET    /v1/preview/key
  GET    /v1/health
  GET    /health
  GET    /v1/livez
  GET    /livez
  GET    /v1/readyz
  GET    /readyz
  GET    /v1/version
  GET    /version
  GET    /v1/system-check
  GET    /v1/metrics
  GET    /metrics
  GET    /v1/preview/stats
  GET    /v1/preview/workers
  GET    /v1/load
  GET    /load
  GET    /v1/tokenizer_info
  GET    /tokenizer_info
  GET    /
  GET    /docs
  GET    /v1/docs
  GET    /v1/docs/{file_name}
  GET    /openapi.json
  GET    /v1/openapi.json
  GET    /openapi.yaml
  GET    /v1/openapi.yaml
  GET    /app
  GET    /v1/app
  GET    /app/{file_name}
  GET    /v1/app/{file_name}`
  .trim()
  .split('\n')
  .map((line) => line.trim().replace(/\s+/, ' '));

const rows = Object.values(operations).map((row): [string, (typeof operations)[RouteId]] => {
  return [`${row.method.toUpperCase()} ${row.path}`, row];
});
const table = new Map(rows);

test('the contract has exactly the operations of this hand-written list', () => {
  expect([...table.keys()].toSorted()).toEqual(wanted.toSorted());
});

test('every operation requires an API key, except the listed ones', () => {
  expect(rows.filter(([, { secured }]) => !secured).map(([name]) => name)).toEqual(expect.arrayContaining(open));
  expect(rows.filter(([, { secured }]) => !secured)).toHaveLength(open.length);
});

test('the key is optional only for creating a session, where a sign-in code replaces it', () => {
  expect(rows.filter(([, { keyOptional }]) => keyOptional).map(([name]) => name)).toEqual([
    'POST /v1/preview/sessions',
  ]);
});

test('a failed validation is 422 under /v1/preview and 400 elsewhere', () => {
  for (const [name, { path, validationStatus }] of rows) {
    expect(validationStatus, name).toBe(path.startsWith('/v1/preview') ? 422 : 400);
  }
});

test('every operation lists the common statuses, and 404, 409 and 507 where they are possible', () => {
  for (const [name, { requestTypes, secured, statuses }] of rows) {
    const list: readonly number[] = statuses;
    expect(list, name).toEqual(expect.arrayContaining([200, 405, 500, 503]));
    if (secured) expect(list, name).toEqual(expect.arrayContaining([401, 403, 429]));
    for (const status of [413, 415]) expect(list.includes(status), name).toBe(requestTypes.length > 0);
  }
  const listing = (status: number) => rows.filter(([, row]) => (row.statuses as readonly number[]).includes(status));
  expect(listing(409).map(([name]) => name)).toEqual([
    'POST /v1/preview/models',
    'POST /v1/preview/models/{model_id}/adapter',
    'POST /v1/preview/models/{model_id}/log',
    'POST /v1/preview/training-jobs',
    'POST /v1/preview/sft-training-jobs',
    'POST /v1/preview/training-jobs/{training_job_id}/cancel',
    'POST /v1/preview/training-jobs/{training_job_id}/retry',
    'PUT /v1/preview/artifacts/{artifact_id}/files/{file_name}',
    'POST /files/{entity}/{project}/{run}/file_stream',
    'PUT /wandb/files/{address}',
  ]);
  const nothingToMiss = [
    ...[
      'POST /v1/preview/models',
      'POST /v1/preview/artifacts',
      'POST /v1/preview/sessions',
      'GET /v1/preview/key',
      'GET /v1/preview/updates',
      'GET /v1/preview/stats',
      'GET /v1/preview/workers',
    ],
    ...['GET /v1/models', 'GET /v1/metrics', 'GET /metrics'],
    ...['client/config', 'client/dynamic_config', 'create_session', 'telemetry'].map(
      (name) => `POST /tinker/api/v1/${name}`,
    ),
    ...['healthz', 'get_server_capabilities', 'checkpoints', 'training_runs', 'sessions'].map(
      (name) => `GET /tinker/api/v1/${name}`,
    ),
    ...['version', 'load', 'tokenizer_info'].flatMap((name) => [`GET /v1/${name}`, `GET /${name}`]),
    ...open.filter((name) => !/\/\{(file_name|address)\}$/.test(name)),
  ];
  expect(
    listing(404)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(wanted.filter((name) => !nothingToMiss.includes(name)).toSorted());
  const ofWandb = /^(POST|PUT) .(graphql|files|wandb)/;
  const writing = wanted.filter((name) => /^(POST|PUT|DELETE) .v1.preview/.test(name) || ofWandb.test(name));
  expect(
    listing(507)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(writing.toSorted());
});

test('bodies with trajectories may be up to 256 MiB', () => {
  for (const name of ['POST /v1/preview/training-jobs', 'POST /v1/preview/models/{model_id}/log']) {
    expect(table.get(name)!.bodyLimitBytes).toBe(256 * mebibyte);
  }
});

test('the aliases of chat completions and health name the handler of the main path', () => {
  expect(table.get('POST /v1/chat/completions/')!.handledBy).toBe('createChatCompletion');
  expect(table.get('GET /health')!.handledBy).toBe('getHealth');
});

// Generated from openapi.yaml by `npm run codegen`. Do not edit.

/** What an API key can be allowed to do. */
export const scopes = {
  chat: "Chat, and list what a chat can name.",
  train: "Models, checkpoints, training jobs, runs and artifacts of the key's owner.",
  admin: "Everything that the other scopes allow, for the key's owner."
} as const;

export type Scope = keyof typeof scopes;

/** One row of the operation table. */
export interface OperationRow {
  method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  path: string;
  tag: string;
  /** The operation whose handler answers; its own id but for an alias. */
  handledBy: string;
  /** Whether an API key is needed. */
  secured: boolean;
  /** What the key must be allowed to do; null where none is needed. */
  scope: Scope | null;
  /** Path parameters in the order in which the handler takes them. */
  pathParameters: readonly string[];
  /** Names of query parameters. */
  queryParameters: readonly string[];
  /** Header parameters in the order in which the handler takes them, in small letters. */
  headers: readonly string[];
  bodyLimitBytes: number;
  /** Content types that the body may have; empty when there is no body. */
  requestTypes: readonly string[];
  /** Every status that the operation may answer with. */
  statuses: readonly number[];
  /** The status of a request that fails validation. */
  validationStatus: 400 | 422;
}

export const operations = {
  createChatCompletion: {
    method: "post",
    path: "/v1/chat/completions",
    tag: "chat-completions",
    handledBy: "createChatCompletion",
    secured: true,
    scope: "chat",
    pathParameters: [],
    queryParameters: [],
    headers: ["x-request-id"],
    bodyLimitBytes: 33554432,
    requestTypes: ["application/json"],
    statuses: [200, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503],
    validationStatus: 400
  },
  createChatCompletionWithSlash: {
    method: "post",
    path: "/v1/chat/completions/",
    tag: "chat-completions",
    handledBy: "createChatCompletion",
    secured: true,
    scope: "chat",
    pathParameters: [],
    queryParameters: [],
    headers: ["x-request-id"],
    bodyLimitBytes: 33554432,
    requestTypes: ["application/json"],
    statuses: [200, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503],
    validationStatus: 400
  },
  listServedModels: {
    method: "get",
    path: "/v1/models",
    tag: "models",
    handledBy: "listServedModels",
    secured: true,
    scope: "chat",
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 405, 429, 500, 503],
    validationStatus: 400
  },
  listBaseModels: {
    method: "get",
    path: "/v1/preview/base-models",
    tag: "models",
    handledBy: "listBaseModels",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 422
  },
  listModels: {
    method: "get",
    path: "/v1/preview/models",
    tag: "models",
    handledBy: "listModels",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: ["after", "cursor", "limit", "order"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  createModel: {
    method: "post",
    path: "/v1/preview/models",
    tag: "models",
    handledBy: "createModel",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 405, 409, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  getModel: {
    method: "get",
    path: "/v1/preview/models/{model_id}",
    tag: "models",
    handledBy: "getModel",
    secured: true,
    scope: "train",
    pathParameters: ["model_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  deleteModel: {
    method: "delete",
    path: "/v1/preview/models/{model_id}",
    tag: "models",
    handledBy: "deleteModel",
    secured: true,
    scope: "train",
    pathParameters: ["model_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  listCheckpoints: {
    method: "get",
    path: "/v1/preview/models/{model_id}/checkpoints",
    tag: "models",
    handledBy: "listCheckpoints",
    secured: true,
    scope: "train",
    pathParameters: ["model_id"],
    queryParameters: ["after", "cursor", "limit", "order"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  deleteCheckpoints: {
    method: "delete",
    path: "/v1/preview/models/{model_id}/checkpoints",
    tag: "models",
    handledBy: "deleteCheckpoints",
    secured: true,
    scope: "train",
    pathParameters: ["model_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503],
    validationStatus: 422
  },
  downloadCheckpointFile: {
    method: "get",
    path: "/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}",
    tag: "models",
    handledBy: "downloadCheckpointFile",
    secured: true,
    scope: "train",
    pathParameters: ["model_id", "step", "file_name"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  logTrajectories: {
    method: "post",
    path: "/v1/preview/models/{model_id}/log",
    tag: "models",
    handledBy: "logTrajectories",
    secured: true,
    scope: "train",
    pathParameters: ["model_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 268435456,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  listTrainingJobs: {
    method: "get",
    path: "/v1/preview/training-jobs",
    tag: "training-jobs",
    handledBy: "listTrainingJobs",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: ["model_id", "status", "after", "cursor", "limit", "order"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  createTrainingJob: {
    method: "post",
    path: "/v1/preview/training-jobs",
    tag: "training-jobs",
    handledBy: "createTrainingJob",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 268435456,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  createSftTrainingJob: {
    method: "post",
    path: "/v1/preview/sft-training-jobs",
    tag: "training-jobs",
    handledBy: "createSftTrainingJob",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  getTrainingJob: {
    method: "get",
    path: "/v1/preview/training-jobs/{training_job_id}",
    tag: "training-jobs",
    handledBy: "getTrainingJob",
    secured: true,
    scope: "train",
    pathParameters: ["training_job_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  cancelTrainingJob: {
    method: "post",
    path: "/v1/preview/training-jobs/{training_job_id}/cancel",
    tag: "training-jobs",
    handledBy: "cancelTrainingJob",
    secured: true,
    scope: "train",
    pathParameters: ["training_job_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 409, 422, 429, 500, 503],
    validationStatus: 422
  },
  listTrainingJobEvents: {
    method: "get",
    path: "/v1/preview/training-jobs/{training_job_id}/events",
    tag: "training-jobs",
    handledBy: "listTrainingJobEvents",
    secured: true,
    scope: "train",
    pathParameters: ["training_job_id"],
    queryParameters: ["after", "cursor", "limit"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  listRuns: {
    method: "get",
    path: "/v1/preview/runs",
    tag: "runs",
    handledBy: "listRuns",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: ["model_id", "after", "cursor", "limit", "order"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  getRun: {
    method: "get",
    path: "/v1/preview/runs/{run_id}",
    tag: "runs",
    handledBy: "getRun",
    secured: true,
    scope: "train",
    pathParameters: ["run_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  listRunHistory: {
    method: "get",
    path: "/v1/preview/runs/{run_id}/history",
    tag: "runs",
    handledBy: "listRunHistory",
    secured: true,
    scope: "train",
    pathParameters: ["run_id"],
    queryParameters: ["after", "cursor", "limit", "order"],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  createArtifact: {
    method: "post",
    path: "/v1/preview/artifacts",
    tag: "artifacts",
    handledBy: "createArtifact",
    secured: true,
    scope: "train",
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: ["application/json"],
    statuses: [200, 401, 403, 405, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  getArtifact: {
    method: "get",
    path: "/v1/preview/artifacts/{artifact_id}",
    tag: "artifacts",
    handledBy: "getArtifact",
    secured: true,
    scope: "train",
    pathParameters: ["artifact_id"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  downloadArtifactFile: {
    method: "get",
    path: "/v1/preview/artifacts/{artifact_id}/files/{file_name}",
    tag: "artifacts",
    handledBy: "downloadArtifactFile",
    secured: true,
    scope: "train",
    pathParameters: ["artifact_id", "file_name"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 401, 403, 404, 405, 422, 429, 500, 503],
    validationStatus: 422
  },
  uploadArtifactFile: {
    method: "put",
    path: "/v1/preview/artifacts/{artifact_id}/files/{file_name}",
    tag: "artifacts",
    handledBy: "uploadArtifactFile",
    secured: true,
    scope: "train",
    pathParameters: ["artifact_id", "file_name"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 2147483648,
    requestTypes: ["application/octet-stream"],
    statuses: [200, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 507],
    validationStatus: 422
  },
  getHealth: {
    method: "get",
    path: "/v1/health",
    tag: "health",
    handledBy: "getHealth",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getHealthAtRoot: {
    method: "get",
    path: "/health",
    tag: "health",
    handledBy: "getHealth",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getSystemCheck: {
    method: "get",
    path: "/v1/system-check",
    tag: "health",
    handledBy: "getSystemCheck",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getDocsPage: {
    method: "get",
    path: "/v1/docs",
    tag: "docs",
    handledBy: "getDocsPage",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getDocsPageAtRoot: {
    method: "get",
    path: "/docs",
    tag: "docs",
    handledBy: "getDocsPage",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getDocsFile: {
    method: "get",
    path: "/v1/docs/{file_name}",
    tag: "docs",
    handledBy: "getDocsFile",
    secured: false,
    scope: null,
    pathParameters: ["file_name"],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 400, 404, 405, 500, 503],
    validationStatus: 400
  },
  getContract: {
    method: "get",
    path: "/v1/openapi.json",
    tag: "docs",
    handledBy: "getContract",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getContractAtRoot: {
    method: "get",
    path: "/openapi.json",
    tag: "docs",
    handledBy: "getContract",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getContractText: {
    method: "get",
    path: "/v1/openapi.yaml",
    tag: "docs",
    handledBy: "getContractText",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
  getContractTextAtRoot: {
    method: "get",
    path: "/openapi.yaml",
    tag: "docs",
    handledBy: "getContractText",
    secured: false,
    scope: null,
    pathParameters: [],
    queryParameters: [],
    headers: [],
    bodyLimitBytes: 1048576,
    requestTypes: [],
    statuses: [200, 405, 500, 503],
    validationStatus: 400
  },
} as const satisfies Record<string, OperationRow>;

/** Every operation of the contract. */
export type RouteId = keyof typeof operations;

/** The operations that have a handler of their own: all but aliases. */
export type OperationId = (typeof operations)[RouteId]['handledBy'];

export type Tag = (typeof operations)[RouteId]['tag'];

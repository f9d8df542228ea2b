// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Readable } from 'node:stream';
import type { OperationId } from './operations.ts';
import type * as types from './types.ts';

/** Who sent a request, by the API key that it carries. */
export interface Caller {
  keyId: string;
  /** Owner of all records that the request may see or create. */
  owner: string;
}

/** Facts about a request other than its fields. */
export interface RequestContext {
  requestId: string;
  /** Null if no key was sent to an operation that needs none. */
  caller: Caller | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** Content of the `Accept` header; empty if there is none. */
  accept: string;
  /** Scheme and host by which the client reaches the server, from its headers. */
  origin: string;
}

/** The context of an operation that needs a key. */
export interface KeyedContext extends RequestContext {
  caller: Caller;
}

/** Additional headers of a reply. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A reply with a JSON body. */
export interface JsonReply<Status extends number, Body> {
  status: Status;
  body: Body;
  headers?: ReplyHeaders;
}

/** A reply with a body of bytes. */
export interface BytesReply<Status extends number> {
  status: Status;
  body: Buffer | Readable;
  headers?: ReplyHeaders;
}

/** A reply with a text of a content type that is not JSON. */
export interface TextReply<Status extends number, Type extends string> {
  status: Status;
  type: Type;
  /** A buffer saves encoding a constant text for each reply. */
  body: string | Buffer;
  headers?: ReplyHeaders;
}

/** A reply of server-sent events, one for each item. */
export interface StreamReply<Status extends number, Event> {
  status: Status;
  stream: AsyncIterable<Event>;
  /** Ids of the events, with which a client resumes; `start` is the id before the first event. */
  ids?: { start: string; of(event: Event): string };
  /** Events are named by their `type`, errors `error`; the stream does not end with `[DONE]`. */
  named?: true;
  headers?: ReplyHeaders;
}

/** A reply with the error body. */
export type ErrorReply<Status extends number> = JsonReply<Status, types.ErrorBody>;

/**
 * The handler of each operation. It takes the request's fields after validation, defaults filled in: those of the path
 * in their order, the query, the body, what the server knows beside them, and the headers.
 */
export interface Operations {
  createChatCompletion: (
    body: types.ChatCompletionRequest,
    context: KeyedContext,
    requestId?: types.RequestId,
  ) => Promise<
    | JsonReply<200, types.ChatCompletion>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
    | StreamReply<200, types.ChatCompletionEvent>
  >;
  createCompletion: (
    body: types.CompletionRequest,
    context: KeyedContext,
    requestId?: types.RequestId,
  ) => Promise<
    | JsonReply<200, types.Completion>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
    | StreamReply<200, types.CompletionEvent>
  >;
  createMessage: (
    body: types.MessageRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Message>
    | JsonReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503, types.MessagesErrorBody>
    | StreamReply<200, types.MessageEvent>
  >;
  countMessageTokens: (
    body: types.CountMessageTokensRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.MessageTokens>
    | JsonReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503, types.MessagesErrorBody>
  >;
  createResponse: (
    body: types.ResponseRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ResponseObject>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
    | StreamReply<200, types.ResponseEvent>
  >;
  tokenize: (
    body: types.TokenizeRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TokenizedText>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  getTokenizerInfo: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TokenizerInfo>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  detokenize: (
    body: types.DetokenizeRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.DetokenizedText>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  listServedModels: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ServedModelList>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  getServedModel: (
    model: types.ServedModelName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ServedModel>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  listBaseModels: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.BaseModelList>
    | ErrorReply<405 | 500 | 503>
  >;
  listModels: (
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ModelPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  createModel: (
    body: types.CreateModelRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Model>
    | ErrorReply<401 | 403 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  getModel: (
    modelId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Model>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  deleteModel: (
    modelId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.DeletedModel>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503 | 507>
  >;
  listCheckpoints: (
    modelId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.CheckpointPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  deleteCheckpoints: (
    modelId: types.Uuid,
    body: types.DeleteCheckpointsRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.DeletedCheckpoints>
    | ErrorReply<401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  importAdapter: (
    modelId: types.Uuid,
    body: types.ImportAdapterRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Checkpoint>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  listCheckpointFiles: (
    modelId: types.Uuid,
    step: types.Step,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.CheckpointFileList>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  downloadMergedModel: (
    modelId: types.Uuid,
    step: types.Step,
    query: { dtype: types.MergedType; format: types.MergedFormat },
    context: KeyedContext,
  ) => Promise<
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
    | BytesReply<200>
  >;
  downloadCheckpointFile: (
    modelId: types.Uuid,
    step: types.Step,
    fileName: types.AdapterFileName,
    query: { redirect: boolean },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<307, types.FileAddress>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
    | BytesReply<200>
  >;
  logTrajectories: (
    modelId: types.Uuid,
    body: types.LogTrajectoriesRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.LoggedTrajectories>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  listLogs: (
    modelId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.LogPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listLoggedTrajectoryGroups: (
    modelId: types.Uuid,
    logId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrajectoryGroupPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listTrajectories: (
    modelId: types.Uuid,
    query: { split?: string; step?: types.Step; job_id?: types.Uuid; log_id?: types.Uuid; group?: number; outcome?: types.TrajectoryOutcome; truncated?: boolean; reward_min?: types.FiniteNumber; reward_max?: types.FiniteNumber; text?: string; sort: 'newest' | 'oldest' | 'highest_reward' | 'lowest_reward' | 'longest' | 'shortest'; after?: types.Cursor; cursor?: types.Cursor; limit: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrajectorySummaryPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  getTrajectory: (
    modelId: types.Uuid,
    trajectoryId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.KeptTrajectory>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  getTrajectoryTokens: (
    modelId: types.Uuid,
    trajectoryId: types.Uuid,
    query: { sequence: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrajectoryTokens>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listJobGroups: (
    trainingJobId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.JobGroupPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listTrainingJobs: (
    query: { model_id?: types.Uuid; status?: types.JobStatus; after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJobPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  createTrainingJob: (
    body: types.CreateTrainingJobRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJob>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  createSftTrainingJob: (
    body: types.CreateSftTrainingJobRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJob>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  getTrainingJob: (
    trainingJobId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJob>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  cancelTrainingJob: (
    trainingJobId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJob>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503 | 507>
  >;
  retryTrainingJob: (
    trainingJobId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingJob>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503 | 507>
  >;
  listTrainingJobEvents: (
    trainingJobId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TrainingEventPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listRuns: (
    query: { model_id?: types.Uuid; after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.RunPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  getRun: (
    runId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Run>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listRunHistory: (
    runId: types.Uuid,
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.RunHistoryPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  listRunMetrics: (
    runId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.RunMetricList>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  getRunSeries: (
    runId: types.Uuid,
    query: { metrics: string; x: types.SeriesAxis; from?: number; to?: number; points: number; smoothing?: number },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.RunSeries>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  downloadRunEvents: (
    runId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
    | BytesReply<200>
  >;
  listArtifacts: (
    query: { after?: types.Cursor; cursor?: types.Cursor; limit: number; order: 'asc' | 'desc' },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ArtifactPage>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  createArtifact: (
    body: types.CreateArtifactRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.CreatedArtifact>
    | ErrorReply<401 | 403 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  getArtifact: (
    artifactId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Artifact>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
  >;
  deleteArtifact: (
    artifactId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.DeletedArtifact>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503 | 507>
  >;
  downloadArtifactFile: (
    artifactId: types.Uuid,
    fileName: types.FileName,
    query: { redirect: boolean },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<307, types.FileAddress>
    | ErrorReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503>
    | BytesReply<200>
  >;
  uploadArtifactFile: (
    artifactId: types.Uuid,
    fileName: types.FileName,
    body: Readable,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.ArtifactFile>
    | ErrorReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  streamUpdates: (
    query: { after?: types.UpdateCursor; wait: number },
    context: KeyedContext,
    lastEventID?: types.UpdateCursor,
  ) => Promise<
    | JsonReply<200, types.UpdatePage>
    | ErrorReply<401 | 403 | 405 | 422 | 429 | 500 | 503>
    | StreamReply<200, types.UpdateEvent>
  >;
  createSession: (
    body: types.CreateSessionRequest,
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.Session>
    | ErrorReply<401 | 403 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507>
  >;
  deleteSession: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.DeletedSession>
    | ErrorReply<401 | 403 | 404 | 405 | 429 | 500 | 503 | 507>
  >;
  getKey: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Key>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  getHealth: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.Health>
    | ErrorReply<405 | 500 | 503>
  >;
  getLivez: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.Liveness>
    | ErrorReply<405 | 500 | 503>
  >;
  getReadyz: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.Readiness>
    | ErrorReply<405 | 500 | 503>
  >;
  getVersion: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Version>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  getSystemCheck: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.SystemCheck>
    | ErrorReply<405 | 500>
    | JsonReply<503, types.SystemCheckFailure>
  >;
  getMetrics: (
    context: KeyedContext,
  ) => Promise<
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
    | TextReply<200, 'text/plain'>
  >;
  getLoad: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Load>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  getStats: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.Stats>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  listWorkers: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.WorkerList>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  getDocsPage: (
    context: RequestContext,
  ) => Promise<
    | ErrorReply<405 | 500 | 503>
    | TextReply<200, 'text/html'>
  >;
  getDocsFile: (
    fileName: types.FileName,
    context: RequestContext,
  ) => Promise<
    | ErrorReply<400 | 404 | 405 | 500 | 503>
    | TextReply<200, 'image/svg+xml' | 'text/css' | 'text/javascript'>
  >;
  getContract: (
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.Contract>
    | ErrorReply<405 | 500 | 503>
  >;
  getContractText: (
    context: RequestContext,
  ) => Promise<
    | ErrorReply<405 | 500 | 503>
    | TextReply<200, 'application/yaml'>
  >;
  getDashboardPage: (
    context: RequestContext,
    acceptEncoding?: types.AcceptEncoding,
  ) => Promise<
    | ErrorReply<400 | 405 | 500 | 503>
    | TextReply<200, 'text/html'>
  >;
  getDashboardFile: (
    fileName: types.FileName,
    context: RequestContext,
    acceptEncoding?: types.AcceptEncoding,
  ) => Promise<
    | ErrorReply<400 | 404 | 405 | 500 | 503>
    | TextReply<200, 'image/svg+xml' | 'text/css' | 'text/javascript'>
  >;
  wandbGraphql: (
    body: types.WandbQuery,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.WandbAnswer>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 507>
  >;
  wandbFileStream: (
    entity: types.WandbName,
    project: types.WandbName,
    run: types.WandbName,
    body: types.WandbFileStream,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.WandbFileStreamAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 507>
  >;
  wandbDownloadFile: (
    address: types.WandbToken,
    context: RequestContext,
  ) => Promise<
    | ErrorReply<400 | 404 | 405 | 500 | 503>
    | BytesReply<200>
  >;
  wandbUploadFile: (
    address: types.WandbToken,
    body: Readable,
    context: RequestContext,
  ) => Promise<
    | JsonReply<200, types.WandbFileAck>
    | ErrorReply<400 | 404 | 405 | 409 | 413 | 415 | 500 | 503 | 507>
  >;
  tinkerClientConfig: (
    body: types.TinkerClientConfigRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerClientConfig>
    | ErrorReply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerClientDynamicConfig: (
    body: types.TinkerClientConfigRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerClientDynamicConfig>
    | ErrorReply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerCreateSession: (
    body: types.TinkerCreateSessionRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSession>
    | ErrorReply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerSessionHeartbeat: (
    body: types.TinkerSessionRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerHeartbeat>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerFinishSession: (
    sessionId: types.Uuid,
    body: types.TinkerFinishRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerTelemetry: (
    body: types.TinkerTelemetryRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerTelemetryAck>
    | ErrorReply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerHealth: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerHealth>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  tinkerServerCapabilities: (
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerCapabilities>
    | ErrorReply<401 | 403 | 405 | 429 | 500 | 503>
  >;
  tinkerCreateModel: (
    body: types.TinkerCreateModelRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerGetInfo: (
    body: types.TinkerModelRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerModelInfo>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerForwardBackward: (
    body: Readable,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerOptimStep: (
    body: types.TinkerOptimStepRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerSaveWeights: (
    body: types.TinkerSaveWeightsRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerSaveWeightsForSampler: (
    body: types.TinkerSaveSamplerRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerSaveWeightsExternal: (
    body: types.TinkerSaveExternalRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerLoadWeights: (
    body: types.TinkerLoadWeightsRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerCreateSamplingSession: (
    body: types.TinkerCreateSamplingSessionRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSamplingSession>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerGetSampler: (
    samplerId: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSampler>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerSample: (
    body: types.TinkerSampleRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSampleFuture>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerRetrieveFuture: (
    body: types.TinkerRetrieveRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerResult>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 410 | 413 | 415 | 429 | 500 | 503>
    | JsonReply<408, types.TinkerTryAgain>
    | TextReply<200, 'application/x-protobuf'>
  >;
  tinkerCancelFuture: (
    body: types.TinkerCancelRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerWeightsInfo: (
    body: types.TinkerPathRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerWeightsInfo>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerListRunCheckpoints: (
    trainingRunId: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerCheckpointList>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerDeleteCheckpoint: (
    trainingRunId: types.TinkerName,
    kind: types.TinkerKind,
    name: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerListCheckpoints: (
    query: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerCheckpointList>
    | ErrorReply<400 | 401 | 403 | 405 | 429 | 500 | 503>
  >;
  tinkerPublishCheckpoint: (
    trainingRunId: types.TinkerName,
    kind: types.TinkerKind,
    name: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerUnpublishCheckpoint: (
    trainingRunId: types.TinkerName,
    kind: types.TinkerKind,
    name: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerSetCheckpointTtl: (
    trainingRunId: types.TinkerName,
    kind: types.TinkerKind,
    name: types.TinkerName,
    body: types.TinkerTtlRequest,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerAck>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503>
  >;
  tinkerExternalWeightsUrls: (
    trainingRunId: types.TinkerName,
    name: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerFileUrls>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerDownloadFile: (
    address: types.TinkerToken,
    context: RequestContext,
  ) => Promise<
    | ErrorReply<400 | 404 | 405 | 500 | 503>
    | BytesReply<200>
  >;
  tinkerListTrainingRuns: (
    query: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerTrainingRunList>
    | ErrorReply<400 | 401 | 403 | 405 | 429 | 500 | 503>
  >;
  tinkerGetTrainingRun: (
    trainingRunId: types.TinkerName,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerTrainingRun>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
  tinkerListSessions: (
    query: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSessionList>
    | ErrorReply<400 | 401 | 403 | 405 | 429 | 500 | 503>
  >;
  tinkerGetSession: (
    sessionId: types.Uuid,
    context: KeyedContext,
  ) => Promise<
    | JsonReply<200, types.TinkerSessionContents>
    | ErrorReply<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503>
  >;
}

export type Handler<Id extends OperationId> = Operations[Id];
export type Reply<Id extends OperationId> = Awaited<ReturnType<Handler<Id>>>;

/** All handlers. An object that lacks an operation, or answers with what the contract does not have, won't compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** Operations tagged chat-completions. */
export interface ChatCompletionsHandlers {
  /** Create a chat completion: POST /v1/chat/completions */
  createChatCompletion: Handler<'createChatCompletion'>;
}

/** Operations tagged completions. */
export interface CompletionsHandlers {
  /** Create a completion: POST /v1/completions */
  createCompletion: Handler<'createCompletion'>;
}

/** Operations tagged messages. */
export interface MessagesHandlers {
  /** Create a message (Anthropic): POST /v1/messages */
  createMessage: Handler<'createMessage'>;
  /** Count the tokens of a message: POST /v1/messages/count_tokens */
  countMessageTokens: Handler<'countMessageTokens'>;
}

/** Operations tagged responses. */
export interface ResponsesHandlers {
  /** Create a response (Responses API): POST /v1/responses */
  createResponse: Handler<'createResponse'>;
}

/** Operations tagged tokenization. */
export interface TokenizationHandlers {
  /** Tokenize a text or a conversation: POST /v1/tokenize */
  tokenize: Handler<'tokenize'>;
  /** Get the tokenizer's configuration: GET /v1/tokenizer_info */
  getTokenizerInfo: Handler<'getTokenizerInfo'>;
  /** Detokenize token ids: POST /v1/detokenize */
  detokenize: Handler<'detokenize'>;
}

/** Operations tagged models. */
export interface ModelsHandlers {
  /** List the models that chat can use: GET /v1/models */
  listServedModels: Handler<'listServedModels'>;
  /** Get a model that chat can use: GET /v1/models/{model} */
  getServedModel: Handler<'getServedModel'>;
  /** List the base models that can be trained: GET /v1/preview/base-models */
  listBaseModels: Handler<'listBaseModels'>;
  /** List the models, oldest first: GET /v1/preview/models */
  listModels: Handler<'listModels'>;
  /** Create a model, or with `return_existing` get the existing one: POST /v1/preview/models */
  createModel: Handler<'createModel'>;
  /** Get a model: GET /v1/preview/models/{model_id} */
  getModel: Handler<'getModel'>;
  /** Delete a model and everything that belongs to it: DELETE /v1/preview/models/{model_id} */
  deleteModel: Handler<'deleteModel'>;
  /** List the checkpoints of a model, by step: GET /v1/preview/models/{model_id}/checkpoints */
  listCheckpoints: Handler<'listCheckpoints'>;
  /** Delete checkpoints by step: DELETE /v1/preview/models/{model_id}/checkpoints */
  deleteCheckpoints: Handler<'deleteCheckpoints'>;
  /** Download an adapter file of a checkpoint: GET /v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name} */
  downloadCheckpointFile: Handler<'downloadCheckpointFile'>;
  /** Log trajectories without training on them: POST /v1/preview/models/{model_id}/log */
  logTrajectories: Handler<'logTrajectories'>;
}

/** Operations tagged checkpoints. */
export interface CheckpointsHandlers {
  /** Import an adapter: POST /v1/preview/models/{model_id}/adapter */
  importAdapter: Handler<'importAdapter'>;
  /** List the adapter files of a checkpoint: GET /v1/preview/models/{model_id}/checkpoints/{step}/files */
  listCheckpointFiles: Handler<'listCheckpointFiles'>;
  /** Download the whole model, with the adapter merged into its weights: GET /v1/preview/models/{model_id}/checkpoints/{step}/merged */
  downloadMergedModel: Handler<'downloadMergedModel'>;
}

/** Operations tagged logs. */
export interface LogsHandlers {
  /** List the logs of a model: GET /v1/preview/models/{model_id}/logs */
  listLogs: Handler<'listLogs'>;
  /** List the trajectory groups of a log: GET /v1/preview/models/{model_id}/logs/{log_id}/trajectory-groups */
  listLoggedTrajectoryGroups: Handler<'listLoggedTrajectoryGroups'>;
}

/** Operations tagged trajectories. */
export interface TrajectoriesHandlers {
  /** List the trajectories of a model: GET /v1/preview/models/{model_id}/trajectories */
  listTrajectories: Handler<'listTrajectories'>;
  /** Get a trajectory: GET /v1/preview/models/{model_id}/trajectories/{trajectory_id} */
  getTrajectory: Handler<'getTrajectory'>;
  /** Get the training figures of each token: GET /v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens */
  getTrajectoryTokens: Handler<'getTrajectoryTokens'>;
  /** List the trajectory groups of an RL job: GET /v1/preview/training-jobs/{training_job_id}/groups */
  listJobGroups: Handler<'listJobGroups'>;
}

/** Operations tagged training-jobs. */
export interface TrainingJobsHandlers {
  /** List training jobs, oldest first: GET /v1/preview/training-jobs */
  listTrainingJobs: Handler<'listTrainingJobs'>;
  /** Create an RL training job: POST /v1/preview/training-jobs */
  createTrainingJob: Handler<'createTrainingJob'>;
  /** Create an SFT training job: POST /v1/preview/sft-training-jobs */
  createSftTrainingJob: Handler<'createSftTrainingJob'>;
  /** Get a training job: GET /v1/preview/training-jobs/{training_job_id} */
  getTrainingJob: Handler<'getTrainingJob'>;
  /** Cancel a queued or running job: POST /v1/preview/training-jobs/{training_job_id}/cancel */
  cancelTrainingJob: Handler<'cancelTrainingJob'>;
  /** Retry a failed or cancelled job: POST /v1/preview/training-jobs/{training_job_id}/retry */
  retryTrainingJob: Handler<'retryTrainingJob'>;
  /** List the events of a job, oldest first: GET /v1/preview/training-jobs/{training_job_id}/events */
  listTrainingJobEvents: Handler<'listTrainingJobEvents'>;
}

/** Operations tagged runs. */
export interface RunsHandlers {
  /** List tracking runs, oldest first: GET /v1/preview/runs */
  listRuns: Handler<'listRuns'>;
  /** Get a tracking run: GET /v1/preview/runs/{run_id} */
  getRun: Handler<'getRun'>;
  /** List the history of a tracking run: GET /v1/preview/runs/{run_id}/history */
  listRunHistory: Handler<'listRunHistory'>;
  /** List the metrics of a tracking run: GET /v1/preview/runs/{run_id}/metrics */
  listRunMetrics: Handler<'listRunMetrics'>;
  /** Get metrics of a tracking run as curves: GET /v1/preview/runs/{run_id}/series */
  getRunSeries: Handler<'getRunSeries'>;
  /** Download a tracking run for TensorBoard: GET /v1/preview/runs/{run_id}/tensorboard */
  downloadRunEvents: Handler<'downloadRunEvents'>;
}

/** Operations tagged artifacts. */
export interface ArtifactsHandlers {
  /** List artifacts, oldest first: GET /v1/preview/artifacts */
  listArtifacts: Handler<'listArtifacts'>;
  /** Create an artifact to upload files to: POST /v1/preview/artifacts */
  createArtifact: Handler<'createArtifact'>;
  /** Get an artifact and the list of its files: GET /v1/preview/artifacts/{artifact_id} */
  getArtifact: Handler<'getArtifact'>;
  /** Delete an artifact and its files: DELETE /v1/preview/artifacts/{artifact_id} */
  deleteArtifact: Handler<'deleteArtifact'>;
  /** Download a file: GET /v1/preview/artifacts/{artifact_id}/files/{file_name} */
  downloadArtifactFile: Handler<'downloadArtifactFile'>;
  /** Upload a file: PUT /v1/preview/artifacts/{artifact_id}/files/{file_name} */
  uploadArtifactFile: Handler<'uploadArtifactFile'>;
}

/** Operations tagged updates. */
export interface UpdatesHandlers {
  /** Follow changes: GET /v1/preview/updates */
  streamUpdates: Handler<'streamUpdates'>;
}

/** Operations tagged sessions. */
export interface SessionsHandlers {
  /** Create a session: POST /v1/preview/sessions */
  createSession: Handler<'createSession'>;
  /** Delete the session: DELETE /v1/preview/sessions/current */
  deleteSession: Handler<'deleteSession'>;
  /** Get information about the key: GET /v1/preview/key */
  getKey: Handler<'getKey'>;
}

/** Operations tagged health. */
export interface HealthHandlers {
  /** Check the health of the service: GET /v1/health */
  getHealth: Handler<'getHealth'>;
  /** Check that the process is alive: GET /v1/livez */
  getLivez: Handler<'getLivez'>;
  /** Check whether the server can take requests: GET /v1/readyz */
  getReadyz: Handler<'getReadyz'>;
  /** Get the version of the server: GET /v1/version */
  getVersion: Handler<'getVersion'>;
  /** Check each part of the service: GET /v1/system-check */
  getSystemCheck: Handler<'getSystemCheck'>;
}

/** Operations tagged metrics. */
export interface MetricsHandlers {
  /** Get the metrics: GET /v1/metrics */
  getMetrics: Handler<'getMetrics'>;
  /** Count the requests in flight: GET /v1/load */
  getLoad: Handler<'getLoad'>;
  /** Get the current statistics of the server: GET /v1/preview/stats */
  getStats: Handler<'getStats'>;
  /** List the workers of the cluster: GET /v1/preview/workers */
  listWorkers: Handler<'listWorkers'>;
}

/** Operations tagged docs. */
export interface DocsHandlers {
  /** Open the documentation: GET /v1/docs */
  getDocsPage: Handler<'getDocsPage'>;
  /** Get a file of the documentation page: GET /v1/docs/{file_name} */
  getDocsFile: Handler<'getDocsFile'>;
  /** Get the contract as JSON: GET /v1/openapi.json */
  getContract: Handler<'getContract'>;
  /** Get the contract as YAML: GET /v1/openapi.yaml */
  getContractText: Handler<'getContractText'>;
}

/** Operations tagged dashboard. */
export interface DashboardHandlers {
  /** Open the dashboard: GET /v1/app */
  getDashboardPage: Handler<'getDashboardPage'>;
  /** Get a file of the dashboard: GET /v1/app/{file_name} */
  getDashboardFile: Handler<'getDashboardFile'>;
}

/** Operations tagged wandb. */
export interface WandbHandlers {
  /** Answer a query of the W&B client: POST /graphql */
  wandbGraphql: Handler<'wandbGraphql'>;
  /** Add to the history of a run: POST /files/{entity}/{project}/{run}/file_stream */
  wandbFileStream: Handler<'wandbFileStream'>;
  /** Download a file of an artifact: GET /wandb/files/{address} */
  wandbDownloadFile: Handler<'wandbDownloadFile'>;
  /** Upload a file of an artifact: PUT /wandb/files/{address} */
  wandbUploadFile: Handler<'wandbUploadFile'>;
}

/** Operations tagged tinker. */
export interface TinkerHandlers {
  /** Get the configuration of the Tinker client: POST /tinker/api/v1/client/config */
  tinkerClientConfig: Handler<'tinkerClientConfig'>;
  /** Get the dynamic configuration of the Tinker client: POST /tinker/api/v1/client/dynamic_config */
  tinkerClientDynamicConfig: Handler<'tinkerClientDynamicConfig'>;
  /** Create a session of a Tinker client: POST /tinker/api/v1/create_session */
  tinkerCreateSession: Handler<'tinkerCreateSession'>;
  /** Keep a session alive: POST /tinker/api/v1/session_heartbeat */
  tinkerSessionHeartbeat: Handler<'tinkerSessionHeartbeat'>;
  /** End a session: POST /tinker/api/v1/sessions/{session_id}/finish */
  tinkerFinishSession: Handler<'tinkerFinishSession'>;
  /** Receive telemetry of a Tinker client: POST /tinker/api/v1/telemetry */
  tinkerTelemetry: Handler<'tinkerTelemetry'>;
  /** Check that the Tinker API answers: GET /tinker/api/v1/healthz */
  tinkerHealth: Handler<'tinkerHealth'>;
  /** List the base models that can be trained and sampled: GET /tinker/api/v1/get_server_capabilities */
  tinkerServerCapabilities: Handler<'tinkerServerCapabilities'>;
  /** Create a LoRA adapter to train: POST /tinker/api/v1/create_model */
  tinkerCreateModel: Handler<'tinkerCreateModel'>;
  /** Get a model: POST /tinker/api/v1/get_info */
  tinkerGetInfo: Handler<'tinkerGetInfo'>;
  /** Run forward and backward and accumulate the gradient of a loss: POST /tinker/api/v1/forward_backward */
  tinkerForwardBackward: Handler<'tinkerForwardBackward'>;
  /** Take an AdamW optimizer step: POST /tinker/api/v1/optim_step */
  tinkerOptimStep: Handler<'tinkerOptimStep'>;
  /** Save the adapter and the optimizer state: POST /tinker/api/v1/save_weights */
  tinkerSaveWeights: Handler<'tinkerSaveWeights'>;
  /** Save the adapter for sampling: POST /tinker/api/v1/save_weights_for_sampler */
  tinkerSaveWeightsForSampler: Handler<'tinkerSaveWeightsForSampler'>;
  /** Save the adapter for download: POST /tinker/api/v1/save_weights_external */
  tinkerSaveWeightsExternal: Handler<'tinkerSaveWeightsExternal'>;
  /** Load saved weights: POST /tinker/api/v1/load_weights */
  tinkerLoadWeights: Handler<'tinkerLoadWeights'>;
  /** Create a sampling session: POST /tinker/api/v1/create_sampling_session */
  tinkerCreateSamplingSession: Handler<'tinkerCreateSamplingSession'>;
  /** Get a sampling session: GET /tinker/api/v1/samplers/{sampler_id} */
  tinkerGetSampler: Handler<'tinkerGetSampler'>;
  /** Sample from a sampling session: POST /tinker/api/v1/asample */
  tinkerSample: Handler<'tinkerSample'>;
  /** Wait for the result of a request: POST /tinker/api/v1/retrieve_future */
  tinkerRetrieveFuture: Handler<'tinkerRetrieveFuture'>;
  /** Cancel a sample: POST /tinker/api/v1/cancel_future */
  tinkerCancelFuture: Handler<'tinkerCancelFuture'>;
}

/** Operations tagged tinker-runs. */
export interface TinkerRunsHandlers {
  /** Get information about saved weights: POST /tinker/api/v1/weights_info */
  tinkerWeightsInfo: Handler<'tinkerWeightsInfo'>;
  /** List the saved weights of a model: GET /tinker/api/v1/training_runs/{training_run_id}/checkpoints */
  tinkerListRunCheckpoints: Handler<'tinkerListRunCheckpoints'>;
  /** Delete saved weights of a model: DELETE /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name} */
  tinkerDeleteCheckpoint: Handler<'tinkerDeleteCheckpoint'>;
  /** List all saved weights: GET /tinker/api/v1/checkpoints */
  tinkerListCheckpoints: Handler<'tinkerListCheckpoints'>;
  /** Publish saved weights: POST /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish */
  tinkerPublishCheckpoint: Handler<'tinkerPublishCheckpoint'>;
  /** Unpublish saved weights: DELETE /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish */
  tinkerUnpublishCheckpoint: Handler<'tinkerUnpublishCheckpoint'>;
  /** Set the time to live of saved weights: PUT /tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/ttl */
  tinkerSetCheckpointTtl: Handler<'tinkerSetCheckpointTtl'>;
  /** Get the download URLs of saved weights: GET /tinker/api/v1/training_runs/{training_run_id}/checkpoints/external_weights/{name}/external_weights_urls */
  tinkerExternalWeightsUrls: Handler<'tinkerExternalWeightsUrls'>;
  /** Download a file of saved weights: GET /tinker/api/v1/files/{address} */
  tinkerDownloadFile: Handler<'tinkerDownloadFile'>;
  /** List training runs: GET /tinker/api/v1/training_runs */
  tinkerListTrainingRuns: Handler<'tinkerListTrainingRuns'>;
  /** Get a training run: GET /tinker/api/v1/training_runs/{training_run_id} */
  tinkerGetTrainingRun: Handler<'tinkerGetTrainingRun'>;
  /** List sessions: GET /tinker/api/v1/sessions */
  tinkerListSessions: Handler<'tinkerListSessions'>;
  /** Get a session: GET /tinker/api/v1/sessions/{session_id} */
  tinkerGetSession: Handler<'tinkerGetSession'>;
}

/** The handlers of each tag. */
export interface HandlersByTag {
  'chat-completions': ChatCompletionsHandlers;
  'completions': CompletionsHandlers;
  'messages': MessagesHandlers;
  'responses': ResponsesHandlers;
  'tokenization': TokenizationHandlers;
  'models': ModelsHandlers;
  'checkpoints': CheckpointsHandlers;
  'logs': LogsHandlers;
  'trajectories': TrajectoriesHandlers;
  'training-jobs': TrainingJobsHandlers;
  'runs': RunsHandlers;
  'artifacts': ArtifactsHandlers;
  'updates': UpdatesHandlers;
  'sessions': SessionsHandlers;
  'health': HealthHandlers;
  'metrics': MetricsHandlers;
  'docs': DocsHandlers;
  'dashboard': DashboardHandlers;
  'wandb': WandbHandlers;
  'tinker': TinkerHandlers;
  'tinker-runs': TinkerRunsHandlers;
}

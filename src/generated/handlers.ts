// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Readable } from 'node:stream';
import type { OperationId } from './operations.ts';
import type * as types from './types.ts';

/** What the server knows of a request beside its fields. */
export interface RequestContext {
  requestId: string;
  /** Id of the API key; null where none is needed. */
  keyId: string | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** Headers of a reply beside those that every reply has. */
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

/** A reply of server-sent events, one for each item. */
export interface StreamReply<Status extends number, Event> {
  status: Status;
  stream: AsyncIterable<Event>;
  headers?: ReplyHeaders;
}

type Nothing = Record<string, never>;

/** Query parameters as they are after validation, which fills in defaults. */
type Filled<Query, Name extends keyof Query> = Query & Required<Pick<Query, Name>>;

/** Each operation's request fields, after validation, and its replies. */
export interface Operations {
  createChatCompletion: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: { 'x-request-id'?: types.RequestId };
      body: types.ChatCompletionRequest;
    };
    reply:
      | JsonReply<200, types.ChatCompletion>
      | JsonReply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503, types.ErrorBody>
      | StreamReply<200, types.ChatCompletionEvent>;
  };
  listServedModels: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.ServedModelList>
      | JsonReply<401 | 403 | 405 | 429 | 500 | 503, types.ErrorBody>;
  };
  listBaseModels: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.BaseModelList>
      | JsonReply<405 | 422 | 500 | 503, types.ErrorBody>;
  };
  listModels: {
    request: {
      params: Nothing;
      query: Filled<NonNullable<types.ListModelsData['query']>, 'limit' | 'order'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.ModelPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  createModel: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: types.CreateModelRequest;
    };
    reply:
      | JsonReply<200, types.Model>
      | JsonReply<401 | 403 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  getModel: {
    request: {
      params: { model_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.Model>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  deleteModel: {
    request: {
      params: { model_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.DeletedModel>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  listCheckpoints: {
    request: {
      params: { model_id: types.Uuid };
      query: Filled<NonNullable<types.ListCheckpointsData['query']>, 'limit' | 'order'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.CheckpointPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  deleteCheckpoints: {
    request: {
      params: { model_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: types.DeleteCheckpointsRequest;
    };
    reply:
      | JsonReply<200, types.DeletedCheckpoints>
      | JsonReply<401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  downloadCheckpointFile: {
    request: {
      params: { model_id: types.Uuid; step: types.Step; file_name: types.AdapterFileName };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>
      | BytesReply<200>;
  };
  logTrajectories: {
    request: {
      params: { model_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: types.LogTrajectoriesRequest;
    };
    reply:
      | JsonReply<200, types.LoggedTrajectories>
      | JsonReply<401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  listTrainingJobs: {
    request: {
      params: Nothing;
      query: Filled<NonNullable<types.ListTrainingJobsData['query']>, 'limit' | 'order'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.TrainingJobPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  createTrainingJob: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: types.CreateTrainingJobRequest;
    };
    reply:
      | JsonReply<200, types.TrainingJob>
      | JsonReply<401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  createSftTrainingJob: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: types.CreateSftTrainingJobRequest;
    };
    reply:
      | JsonReply<200, types.TrainingJob>
      | JsonReply<401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  getTrainingJob: {
    request: {
      params: { training_job_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.TrainingJob>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  cancelTrainingJob: {
    request: {
      params: { training_job_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.TrainingJob>
      | JsonReply<401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  listTrainingJobEvents: {
    request: {
      params: { training_job_id: types.Uuid };
      query: Filled<NonNullable<types.ListTrainingJobEventsData['query']>, 'limit'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.TrainingEventPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  listRuns: {
    request: {
      params: Nothing;
      query: Filled<NonNullable<types.ListRunsData['query']>, 'limit' | 'order'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.RunPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  getRun: {
    request: {
      params: { run_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.Run>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  listRunHistory: {
    request: {
      params: { run_id: types.Uuid };
      query: Filled<NonNullable<types.ListRunHistoryData['query']>, 'limit' | 'order'>;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.RunHistoryPage>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  createArtifact: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: types.CreateArtifactRequest;
    };
    reply:
      | JsonReply<200, types.CreatedArtifact>
      | JsonReply<401 | 403 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  getArtifact: {
    request: {
      params: { artifact_id: types.Uuid };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.Artifact>
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>;
  };
  downloadArtifactFile: {
    request: {
      params: { artifact_id: types.Uuid; file_name: types.FileName };
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<401 | 403 | 404 | 405 | 422 | 429 | 500 | 503, types.ErrorBody>
      | BytesReply<200>;
  };
  uploadArtifactFile: {
    request: {
      params: { artifact_id: types.Uuid; file_name: types.FileName };
      query: Nothing;
      headers: Nothing;
      body: Readable;
    };
    reply:
      | JsonReply<200, types.ArtifactFile>
      | JsonReply<401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507, types.ErrorBody>;
  };
  getHealth: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.Health>
      | JsonReply<405 | 500 | 503, types.ErrorBody>;
  };
  getSystemCheck: {
    request: {
      params: Nothing;
      query: Nothing;
      headers: Nothing;
      body: undefined;
    };
    reply:
      | JsonReply<200, types.SystemCheck>
      | JsonReply<405 | 500, types.ErrorBody>
      | JsonReply<503, types.SystemCheckFailure>;
  };
}

export type OperationRequest<Id extends OperationId> = Operations[Id]['request'] & RequestContext;
export type Reply<Id extends OperationId> = Operations[Id]['reply'];
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Reply<Id>>;

/** All handlers. An object that lacks an operation, or answers with what the contract does not have, won't compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** Operations tagged chat-completions. */
export interface ChatCompletionsHandlers {
  /** Answer a conversation: POST /v1/chat/completions */
  createChatCompletion: Handler<'createChatCompletion'>;
}

/** Operations tagged models. */
export interface ModelsHandlers {
  /** List what a chat can name as its model: GET /v1/models */
  listServedModels: Handler<'listServedModels'>;
  /** List the base models that can be trained: GET /v1/preview/base-models */
  listBaseModels: Handler<'listBaseModels'>;
  /** List the models, oldest first: GET /v1/preview/models */
  listModels: Handler<'listModels'>;
  /** Create a model, or fetch the one of that name: POST /v1/preview/models */
  createModel: Handler<'createModel'>;
  /** Read a model: GET /v1/preview/models/{model_id} */
  getModel: Handler<'getModel'>;
  /** Delete a model and all that belongs to it: DELETE /v1/preview/models/{model_id} */
  deleteModel: Handler<'deleteModel'>;
  /** List the checkpoints of a model, by step: GET /v1/preview/models/{model_id}/checkpoints */
  listCheckpoints: Handler<'listCheckpoints'>;
  /** Delete checkpoints by step: DELETE /v1/preview/models/{model_id}/checkpoints */
  deleteCheckpoints: Handler<'deleteCheckpoints'>;
  /** Download a file of a checkpoint's adapter: GET /v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name} */
  downloadCheckpointFile: Handler<'downloadCheckpointFile'>;
  /** Log trajectories that are not trained on: POST /v1/preview/models/{model_id}/log */
  logTrajectories: Handler<'logTrajectories'>;
}

/** Operations tagged training-jobs. */
export interface TrainingJobsHandlers {
  /** List training jobs, oldest first: GET /v1/preview/training-jobs */
  listTrainingJobs: Handler<'listTrainingJobs'>;
  /** Train a model by reinforcement: POST /v1/preview/training-jobs */
  createTrainingJob: Handler<'createTrainingJob'>;
  /** Fine-tune a model on uploaded conversations: POST /v1/preview/sft-training-jobs */
  createSftTrainingJob: Handler<'createSftTrainingJob'>;
  /** Read a training job: GET /v1/preview/training-jobs/{training_job_id} */
  getTrainingJob: Handler<'getTrainingJob'>;
  /** Cancel a queued or running job: POST /v1/preview/training-jobs/{training_job_id}/cancel */
  cancelTrainingJob: Handler<'cancelTrainingJob'>;
  /** List the events of a job, oldest first: GET /v1/preview/training-jobs/{training_job_id}/events */
  listTrainingJobEvents: Handler<'listTrainingJobEvents'>;
}

/** Operations tagged runs. */
export interface RunsHandlers {
  /** List tracking runs, oldest first: GET /v1/preview/runs */
  listRuns: Handler<'listRuns'>;
  /** Read a tracking run: GET /v1/preview/runs/{run_id} */
  getRun: Handler<'getRun'>;
  /** List what a tracking run has recorded: GET /v1/preview/runs/{run_id}/history */
  listRunHistory: Handler<'listRunHistory'>;
}

/** Operations tagged artifacts. */
export interface ArtifactsHandlers {
  /** Create an artifact to upload files to: POST /v1/preview/artifacts */
  createArtifact: Handler<'createArtifact'>;
  /** Read an artifact and the list of its files: GET /v1/preview/artifacts/{artifact_id} */
  getArtifact: Handler<'getArtifact'>;
  /** Download a file: GET /v1/preview/artifacts/{artifact_id}/files/{file_name} */
  downloadArtifactFile: Handler<'downloadArtifactFile'>;
  /** Upload a file: PUT /v1/preview/artifacts/{artifact_id}/files/{file_name} */
  uploadArtifactFile: Handler<'uploadArtifactFile'>;
}

/** Operations tagged health. */
export interface HealthHandlers {
  /** Whether the service answers: GET /v1/health */
  getHealth: Handler<'getHealth'>;
  /** Whether each part of the service works: GET /v1/system-check */
  getSystemCheck: Handler<'getSystemCheck'>;
}

/** The handlers of each tag. */
export interface HandlersByTag {
  'chat-completions': ChatCompletionsHandlers;
  'models': ModelsHandlers;
  'training-jobs': TrainingJobsHandlers;
  'runs': RunsHandlers;
  'artifacts': ArtifactsHandlers;
  'health': HealthHandlers;
}

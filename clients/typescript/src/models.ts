import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type {
  AdapterFileName,
  Checkpoint,
  CheckpointFile,
  CreateModelRequest,
  DeletedCheckpoints,
  DeletedModel,
  ImportAdapterRequest,
  LoggedTrajectories,
  LogTrajectoriesRequest,
  MergedFormat,
  MergedType,
  Model,
  ServedModel,
} from './generated/types.gen.ts';
import { Logs } from './logs.ts';
import { type ListQuery, Pages } from './pages.ts';
import { Trajectories } from './trajectories.ts';

/** Data type of the weights, and file format. */
interface MergedQuery {
  /** Has no effect on GGUF formats. */
  dtype?: MergedType;
  format?: MergedFormat;
}

/** Returns the name of a trained model for chat requests: its newest checkpoint, or the checkpoint of `step`. */
export function chatName(model: Pick<Model, 'entity' | 'project' | 'name'>, step?: number): string {
  const name = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
  return step === undefined ? name : `${name}:step${step}`;
}

/** Trained models, and the models that chat can use. */
export class Models {
  readonly checkpoints: Checkpoints;
  readonly logs: Logs;
  readonly trajectories: Trajectories;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.checkpoints = new Checkpoints(connection);
    this.logs = new Logs(connection);
    this.trajectories = new Trajectories(connection);
  }

  /** Lists the base models that can be trained, the values of `base_model`. */
  base(options?: RequestOptions): Promise<string[]> {
    return this.#connection.call((common) => sdk.listBaseModels(common), options);
  }

  /** Lists the models that chat can use. */
  async served(options?: RequestOptions): Promise<ServedModel[]> {
    return (await this.#connection.call((common) => sdk.listServedModels(common), options)).data;
  }

  /** Returns a model that chat can use, by name; a checkpoint's name is valid too. Throws `NotFoundError`. */
  servedAs(name: string, options?: RequestOptions): Promise<ServedModel> {
    return this.#connection.call((common) => sdk.getServedModel({ ...common, path: { model: name } }), options);
  }

  /**
   * Creates an untrained model. If the name is taken, throws `ConflictError`; with `return_existing`, returns the
   * existing model.
   */
  create(body: CreateModelRequest, options?: RequestOptions): Promise<Model> {
    return this.#connection.call((common) => sdk.createModel({ ...common, body }), options);
  }

  /** Returns a model. */
  get(modelId: string, options?: RequestOptions): Promise<Model> {
    return this.#connection.call((common) => sdk.getModel({ ...common, path: { model_id: modelId } }), options);
  }

  /** Lists all models. */
  list(query: ListQuery = {}, options?: RequestOptions): Pages<Model> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listModels({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Deletes a model with its checkpoints, artifacts, jobs and run. */
  delete(modelId: string, options?: RequestOptions): Promise<DeletedModel> {
    return this.#connection.call((common) => sdk.deleteModel({ ...common, path: { model_id: modelId } }), options);
  }

  /** Logs trajectories without training on them, and stores their mean reward and metrics. */
  log(modelId: string, body: LogTrajectoriesRequest, options?: RequestOptions): Promise<LoggedTrajectories> {
    const path = { model_id: modelId };
    return this.#connection.call((common) => sdk.logTrajectories({ ...common, path, body }), options);
  }
}

/** Checkpoints of a model: step 0, and one for each job that succeeded. */
export class Checkpoints {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the checkpoints of a model, by step. */
  list(modelId: string, query: ListQuery = {}, options?: RequestOptions): Pages<Checkpoint> {
    const path = { model_id: modelId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listCheckpoints({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Deletes checkpoints by step. Steps that do not exist are reported and are not an error. */
  delete(modelId: string, steps: number[], options?: RequestOptions): Promise<DeletedCheckpoints> {
    const input = { path: { model_id: modelId }, body: { steps } };
    return this.#connection.call((common) => sdk.deleteCheckpoints({ ...common, ...input }), options);
  }

  /** Imports an uploaded PEFT adapter as step 0 of a model. Throws `ConflictError` if the model has had a job. */
  import(modelId: string, body: ImportAdapterRequest, options?: RequestOptions): Promise<Checkpoint> {
    const path = { model_id: modelId };
    return this.#connection.call((common) => sdk.importAdapter({ ...common, path, body }), options);
  }

  /** Lists the adapter files of a checkpoint with their sizes. The untrained step 0 has none. */
  async files(modelId: string, step: number, options?: RequestOptions): Promise<CheckpointFile[]> {
    const path = { model_id: modelId, step };
    return (await this.#connection.call((common) => sdk.listCheckpointFiles({ ...common, path }), options)).data;
  }

  /**
   * Downloads the whole model, with the adapter merged into its weights: a tar archive of a Hugging Face folder, or, if
   * `format` is a GGUF type, one file for llama.cpp.
   */
  downloadMerged(modelId: string, step: number, query: MergedQuery = {}, options?: RequestOptions): Promise<Blob> {
    const input = { path: { model_id: modelId, step }, query, parseAs: 'blob' } as const;
    return this.#connection.call((common) => sdk.downloadMergedModel({ ...common, ...input }), options);
  }

  /**
   * Like `downloadMerged`, but returns the unread response, for models larger than memory. Its headers `content-length`
   * and `content-disposition` have the size and name. Reading has no timeout; only the signal aborts it.
   */
  openMerged(modelId: string, step: number, query: MergedQuery = {}, options?: RequestOptions): Promise<Response> {
    const input = { path: { model_id: modelId, step }, query, parseAs: 'stream' } as const;
    return this.#connection.openFile((common) => sdk.downloadMergedModel({ ...common, ...input }), options);
  }

  /** Downloads an adapter file of a checkpoint. The two files together are a PEFT adapter folder. */
  download(modelId: string, step: number, fileName: AdapterFileName, options?: RequestOptions): Promise<Blob> {
    const path = { model_id: modelId, step, file_name: fileName };
    return this.#connection.call((common) => sdk.downloadCheckpointFile({ ...common, path, parseAs: 'blob' }), options);
  }
}

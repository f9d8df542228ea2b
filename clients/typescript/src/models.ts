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

/** How weights are stored, and what the file is. */
interface MergedQuery {
  /** Without effect on GGUF. */
  dtype?: MergedType;
  format?: MergedFormat;
}

/** What a chat names a trained model by: its newest checkpoint, or that of a step. */
export function chatName(model: Pick<Model, 'entity' | 'project' | 'name'>, step?: number): string {
  const name = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
  return step === undefined ? name : `${name}:step${step}`;
}

/** Models under training, and what can be chatted with. */
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

  /** The names that `base_model` takes. */
  base(options?: RequestOptions): Promise<string[]> {
    return this.#connection.call((common) => sdk.listBaseModels(common), options);
  }

  /** All that a chat can name as its model. */
  async served(options?: RequestOptions): Promise<ServedModel[]> {
    return (await this.#connection.call((common) => sdk.listServedModels(common), options)).data;
  }

  /** One of them, or a checkpoint, by name. Throws `NotFoundError`. */
  servedAs(name: string, options?: RequestOptions): Promise<ServedModel> {
    return this.#connection.call((common) => sdk.getServedModel({ ...common, path: { model: name } }), options);
  }

  /** A new model, untrained; or with `return_existing` the one of that name. Throws `ConflictError`. */
  create(body: CreateModelRequest, options?: RequestOptions): Promise<Model> {
    return this.#connection.call((common) => sdk.createModel({ ...common, body }), options);
  }

  get(modelId: string, options?: RequestOptions): Promise<Model> {
    return this.#connection.call((common) => sdk.getModel({ ...common, path: { model_id: modelId } }), options);
  }

  list(query: ListQuery = {}, options?: RequestOptions): Pages<Model> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listModels({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Deletes a model with its checkpoints, artifacts, jobs and run. */
  delete(modelId: string, options?: RequestOptions): Promise<DeletedModel> {
    return this.#connection.call((common) => sdk.deleteModel({ ...common, path: { model_id: modelId } }), options);
  }

  /** Keeps trajectories that are not trained on, and stores their mean reward and metrics. */
  log(modelId: string, body: LogTrajectoriesRequest, options?: RequestOptions): Promise<LoggedTrajectories> {
    const path = { model_id: modelId };
    return this.#connection.call((common) => sdk.logTrajectories({ ...common, path, body }), options);
  }
}

/** The checkpoints of a model: step 0, and one for each job that succeeded. */
export class Checkpoints {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(modelId: string, query: ListQuery = {}, options?: RequestOptions): Pages<Checkpoint> {
    const path = { model_id: modelId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listCheckpoints({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  delete(modelId: string, steps: number[], options?: RequestOptions): Promise<DeletedCheckpoints> {
    const input = { path: { model_id: modelId }, body: { steps } };
    return this.#connection.call((common) => sdk.deleteCheckpoints({ ...common, ...input }), options);
  }

  /** Makes an uploaded PEFT adapter the step 0 of a model that has had no job. Throws `ConflictError` later. */
  import(modelId: string, body: ImportAdapterRequest, options?: RequestOptions): Promise<Checkpoint> {
    const path = { model_id: modelId };
    return this.#connection.call((common) => sdk.importAdapter({ ...common, path, body }), options);
  }

  /** The files of the adapter with their sizes; none for the base model. */
  async files(modelId: string, step: number, options?: RequestOptions): Promise<CheckpointFile[]> {
    const path = { model_id: modelId, step };
    return (await this.#connection.call((common) => sdk.listCheckpointFiles({ ...common, path }), options)).data;
  }

  /**
   * The whole model, the adapter merged into its weights: a tar archive of a Hugging Face folder, or with a `format` of
   * GGUF one file that llama.cpp opens.
   */
  downloadMerged(modelId: string, step: number, query: MergedQuery = {}, options?: RequestOptions): Promise<Blob> {
    const input = { path: { model_id: modelId, step }, query, parseAs: 'blob' } as const;
    return this.#connection.call((common) => sdk.downloadMergedModel({ ...common, ...input }), options);
  }

  /**
   * The same, not read yet, for a model that is larger than memory: `content-length` and `content-disposition` tell its
   * size and name. Only the signal ends the reading.
   */
  openMerged(modelId: string, step: number, query: MergedQuery = {}, options?: RequestOptions): Promise<Response> {
    const input = { path: { model_id: modelId, step }, query, parseAs: 'stream' } as const;
    return this.#connection.openFile((common) => sdk.downloadMergedModel({ ...common, ...input }), options);
  }

  /** A file of the adapter; both together are a PEFT folder. */
  download(modelId: string, step: number, fileName: AdapterFileName, options?: RequestOptions): Promise<Blob> {
    const path = { model_id: modelId, step, file_name: fileName };
    return this.#connection.call((common) => sdk.downloadCheckpointFile({ ...common, path, parseAs: 'blob' }), options);
  }
}

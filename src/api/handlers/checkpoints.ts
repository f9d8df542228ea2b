import { ensureLocal, storedBytes } from '../../artifacts/stored-file.ts';
import type { BytesReply, CheckpointsHandlers, ErrorReply, JsonReply, KeyedContext } from '../../generated/handlers.ts';
import type {
  Checkpoint,
  CheckpointFile,
  CheckpointFileList,
  ImportAdapterRequest,
  MergedFormat,
  MergedType,
  Step,
  Uuid,
} from '../../generated/types.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { WrittenType } from '../../model/checkpoint/float32-stored.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import { checkpointBody } from '../checkpoints/checkpoint-body.ts';
import { type ImportParts, importAdapter } from '../checkpoints/import-adapter.ts';
import type { MergedExports } from '../checkpoints/merged-exports.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Get, Inject, Path, Post, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';

export interface CheckpointsParts extends ImportParts {
  store: RecordsByOwner;
  exports: MergedExports;
}

/** Output type and format of a merged model. */
interface MergedQuery {
  dtype: MergedType;
  format: MergedFormat;
}

const ggufTypes: Record<Exclude<MergedFormat, 'safetensors'>, WrittenType> = {
  'gguf-f32': 'f32',
  'gguf-bf16': 'bf16',
  'gguf-f16': 'f16',
  'gguf-q8_0': 'q8_0',
  'gguf-q4_1': 'q4_1',
  'gguf-q4_0': 'q4_0',
};

/** Import and download of checkpoints. */
@Route('v1/preview/models/{model_id}')
export class CheckpointsHandler implements CheckpointsHandlers {
  readonly #parts: CheckpointsParts;

  constructor(parts: CheckpointsParts) {
    this.#parts = parts;
  }

  @Post('adapter')
  @Security('bearerAuth')
  async importAdapter(
    @Path('model_id') modelId: Uuid,
    @Body() body: ImportAdapterRequest,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, Checkpoint> | ErrorReply<Keyed | Bodied | 404 | 409 | 422 | 507>> {
    const own = this.#parts.store.ownedBy(caller.owner);
    const model = await own.models.get(modelId);
    const checkpoint = await importAdapter(this.#parts, own, model, body, {
      owner: caller.owner,
      signal,
    });
    return { status: 200, body: checkpointBody(checkpoint) };
  }

  @Get('checkpoints/{step}/files')
  @Security('bearerAuth')
  async listCheckpointFiles(
    @Path('model_id') modelId: Uuid,
    @Path('step') step: Step,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, CheckpointFileList> | ErrorReply<Keyed | 404 | 422>> {
    const { store, folder } = this.#parts;
    const { models, checkpoints } = store.ownedBy(caller.owner);
    await models.get(modelId);
    const checkpoint = await checkpoints.byStep(modelId, step);
    const data: CheckpointFile[] = [];
    for (const name of checkpoint.folder === null ? [] : ADAPTER_FILES) {
      data.push({ name, bytes: await storedBytes(folder, `${checkpoint.folder}/${name}`) });
    }
    return { status: 200, body: { object: 'list', data } };
  }

  @Get('checkpoints/{step}/merged')
  @Security('bearerAuth')
  async downloadMergedModel(
    @Path('model_id') modelId: Uuid,
    @Path('step') step: Step,
    @Queries() query: MergedQuery,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<BytesReply<200> | ErrorReply<Keyed | 404 | 422>> {
    const { store, folder, served, exports } = this.#parts;
    const { models, checkpoints } = store.ownedBy(caller.owner);
    const model = await models.get(modelId);
    const checkpoint = await checkpoints.byStep(modelId, step);
    const base = served.get(model.baseModel);
    if (base === null) {
      const why = `its base model '${model.baseModel}' is not served now, so its weights are not available`;
      throw new ApiError('not_found', `model_id: ${why}`, { param: 'model_id' });
    }
    const name = `${model.name.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 48)}-step${checkpoint.step}`;
    using held = new DisposableStack();
    const adapter =
      checkpoint.folder === null ? null : held.use(await ensureLocal(folder, checkpoint.folder, ADAPTER_FILES)).path;
    const gguf = query.format === 'safetensors' ? undefined : ggufTypes[query.format];
    const merged = { path: base.path, adapter, type: query.dtype, gguf, name };
    const fileName = gguf === undefined ? `${name}.tar` : `${name}-${gguf.toUpperCase()}.gguf`;
    const { bytes, stream } = await exports.begin(caller.owner, merged, signal).catch(async (error: unknown) => {
      // The checkpoint may have been deleted while the request waited; that throws `not_found`.
      await checkpoints.byStep(modelId, step);
      throw error;
    });
    const reading = held.move();
    stream.once('close', () => reading.dispose());
    return {
      status: 200,
      body: stream,
      headers: {
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${fileName}"`,
      },
    };
  }
}

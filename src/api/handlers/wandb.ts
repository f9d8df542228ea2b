import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { newArtifactPath } from '../../artifacts/data-folder.ts';
import { storeUpload } from '../../artifacts/store-upload.ts';
import { openStoredFile } from '../../artifacts/stored-file.ts';
import type {
  BytesReply,
  ErrorReply,
  JsonReply,
  KeyedContext,
  RequestContext,
  WandbHandlers,
} from '../../generated/handlers.ts';
import { operations } from '../../generated/operations.ts';
import type * as types from '../../generated/types.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { ClientRunRecord } from '../../store/client-runs.ts';
import type { Records, RecordsByOwner } from '../../store/store.ts';
import type { FilePlace, FileUrls } from '../access/file-urls.ts';
import { defaultEntity } from '../access/owner.ts';
import type { ImportParts } from '../checkpoints/import-adapter.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Consumes, Get, Inject, Path, Post, Put, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerQuery } from '../wandb/answer-query.ts';
import { ArtifactFields, type ResolverContext } from '../wandb/artifact-fields.ts';
import { historyLines, parseObjectOrNull } from '../wandb/history-lines.ts';
import { MAX_MANIFEST_BYTES, manifestJson } from '../wandb/manifest.ts';
import { rootFields } from '../wandb/root-fields.ts';
import { MAX_JSON } from '../wandb/run-fields.ts';
import type { VersionFiles } from '../wandb/version-files.ts';

export interface WandbParts {
  store: RecordsByOwner;
  /** Dependencies that import uploaded adapters as checkpoints. */
  imports: ImportParts;
  files: VersionFiles;
  /** Null if the operator has disabled W&B's API. */
  urls: FileUrls | null;
}

/** The parts of W&B's API that its client needs. */
@Route('')
export class WandbHandler implements WandbHandlers {
  readonly #parts: WandbParts;
  /** Slots for reading histories. */
  readonly #histories = new FairSemaphore(2);

  constructor(parts: WandbParts) {
    this.#parts = parts;
  }

  @Post('graphql')
  @Security('bearerAuth')
  async wandbGraphql(
    @Body() body: types.WandbQuery,
    @Inject() { caller, requestId, signal, origin }: KeyedContext,
  ): Promise<JsonReply<200, types.WandbAnswer> | ErrorReply<Keyed | Bodied | 400 | 404 | 507>> {
    const { owner } = caller;
    const { store, imports, files } = this.#parts;
    const urls = this.#urls();
    const own = store.ownedBy(owner);
    const address = (place: Omit<FilePlace, 'owner'>) => urls.address(origin, { ...place, owner });
    const { folder } = imports;
    const reading = { own, owner, files, address, turns: this.#histories, signal };
    const root = rootFields({ ...reading, folder, imports, defaultEntity });
    return { status: 200, body: await answerQuery(body, { root, requestId, signal }) };
  }

  @Post('files/{entity}/{project}/{run}/file_stream')
  @Security('bearerAuth')
  async wandbFileStream(
    @Path('entity') entity: types.WandbName,
    @Path('project') project: types.WandbName,
    @Path('run') name: types.WandbName,
    @Body() body: types.WandbFileStream,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.WandbFileStreamAck> | ErrorReply<Keyed | Bodied | 400 | 404 | 409 | 507>> {
    this.#urls();
    const own = this.#parts.store.ownedBy(caller.owner);
    const run = await own.clientRuns.find({ entity, project, name });
    if (run === null) {
      const where = `${entity}/${project}/${name}`;
      throw new ApiError('not_found', `run: run '${where}' does not exist; wandb.init creates it.`, { param: 'run' });
    }
    await keepLines(own, run, body);
    return { status: 200, body: { exitcode: null, limits: {} } };
  }

  @Put('wandb/files/{address}')
  @Consumes('application/octet-stream')
  async wandbUploadFile(
    @Path('address') address: types.WandbToken,
    @Body() body: Readable,
    @Inject() _context: RequestContext,
  ): Promise<JsonReply<200, types.WandbFileAck> | ErrorReply<400 | 404 | 405 | 409 | 413 | 415 | 500 | 503 | 507>> {
    const place = this.#urls().read(address);
    if (place.kind !== 'upload')
      throw new ApiError('not_found', 'address: this address is for downloads, not for uploads.');
    const { folder } = this.#parts.imports;
    const { uploads } = this.#parts.store.ownedBy(place.owner);
    const { md5, isManifest } = await uploads.file(place.id, place.name);
    const { bytes } = await storeUpload(folder, newArtifactPath(place.id), {
      source: hashing(body, isManifest ? null : md5),
      maxBytes: isManifest ? MAX_MANIFEST_BYTES : operations.wandbUploadFile.bodyLimitBytes,
      check: await uploads.checkRoom(),
      keep: (received) => uploads.putFile(place.id, { name: place.name, md5, ...received }),
    });
    return { status: 200, body: { bytes } };
  }

  @Get('wandb/files/{address}')
  async wandbDownloadFile(
    @Path('address') signed: types.WandbToken,
    @Inject() { origin, signal }: RequestContext,
  ): Promise<BytesReply<200> | ErrorReply<400 | 404 | 405 | 500 | 503>> {
    const urls = this.#urls();
    const place = urls.read(signed);
    if (place.kind === 'upload')
      throw new ApiError('not_found', 'address: this address is for uploads, not for downloads.');
    const { store, files, imports } = this.#parts;
    const own = store.ownedBy(place.owner);
    const address = (other: Omit<FilePlace, 'owner'>) => urls.address(origin, { ...other, owner: place.owner });
    const reading: ResolverContext = { own, owner: place.owner, files, address, turns: this.#histories, signal };
    if (place.kind === 'manifest') return manifestReply(reading, imports, place.id);
    const version = await new ArtifactFields(reading).versions.get(place.id);
    const file = await files.file(own, version, place.name);
    return { status: 200, body: await file.open(), headers: { 'content-length': String(file.bytes) } };
  }

  #urls(): FileUrls {
    const { urls } = this.#parts;
    if (urls !== null) return urls;
    throw new ApiError('not_found', 'W&B’s API is disabled on this server; the operator can set DAYBREAK_WANDB=1.');
  }
}

/** Returns the uploaded manifest, or one generated from the files. */
async function manifestReply(reading: ResolverContext, { folder }: ImportParts, id: string): Promise<BytesReply<200>> {
  const fields = new ArtifactFields(reading);
  const version = await fields.versions.get(id);
  const stored = version.kind === 'artifact' ? await reading.own.artifacts.manifest(id) : null;
  if (stored !== null) {
    const { handle, bytes } = await openStoredFile(folder, stored);
    return { status: 200, body: handle.createReadStream(), headers: { 'content-length': String(bytes) } };
  }
  const body = Buffer.from(manifestJson(await fields.digests(version)));
  return { status: 200, body, headers: { 'content-length': String(body.length) } };
}

/**
 * Passes the bytes on, and at the end throws `validation_failed` if their MD5 (base64) differs from `md5`; null accepts
 * any.
 */
async function* hashing(source: AsyncIterable<Uint8Array>, md5: string | null): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  const found = hash.digest('base64');
  if (md5 === null || found === md5) return;
  throw new ApiError('validation_failed', `body: its MD5 is ${found}, but ${md5} was announced; send it again.`);
}

async function keepLines(
  own: Records,
  run: ClientRunRecord,
  { files, complete, exitcode }: types.WandbFileStream,
): Promise<void> {
  const history = files?.['wandb-history.jsonl'];
  if (history !== undefined && history.content.length > 0) {
    const { modelId } = await own.runs.get(run.runId);
    const newest = modelId === null ? null : ((await own.checkpoints.newest(modelId))?.step ?? 0);
    const lines = await historyLines(history.content, { newest });
    await own.clientRuns.append(run.id, history.offset ?? run.lines, lines);
  }
  const text = files?.['wandb-summary.json']?.content.at(-1) ?? '';
  // A summary that is too long is dropped like an invalid one; the history is stored.
  const summary = text.length > MAX_JSON ? null : parseObjectOrNull(text);
  // A late message, such as a repeated summary, does not resume a run that has ended.
  const ended = complete === true ? { state: exitcode === 0 ? ('finished' as const) : ('failed' as const) } : null;
  if (summary === null && ended === null) return;
  await own.clientRuns.change(run.id, { ...ended, ...(summary === null ? {} : { summary }) });
}

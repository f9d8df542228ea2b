import type { Readable } from 'node:stream';
import { type DataFolder, newArtifactPath } from '../../artifacts/data-folder.ts';
import { checkFileName } from '../../artifacts/file-name.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { StorageError } from '../../artifacts/storage-error.ts';
import { storeUpload } from '../../artifacts/store-upload.ts';
import type { ArtifactsHandlers, BytesReply, ErrorReply, JsonReply, KeyedContext } from '../../generated/handlers.ts';
import { operations } from '../../generated/operations.ts';
import type {
  Artifact,
  ArtifactFile,
  ArtifactPage,
  CreateArtifactRequest,
  CreatedArtifact,
  DeletedArtifact,
  FileAddress,
  FileName,
  Uuid,
} from '../../generated/types.ts';
import { isDataFile, maxDataBytes } from '../../jobs/data/training-data.ts';
import type { ArtifactFile as ArtifactFileRecord, ArtifactRecord } from '../../store/artifacts.ts';
import type { Records, RecordsByOwner } from '../../store/store.ts';
import { defaultEntity, defaultProject } from '../access/owner.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import {
  Body,
  Consumes,
  Delete,
  Get,
  Inject,
  Path,
  Post,
  Put,
  Queries,
  Route,
  Security,
} from '../contract/route-decorators.ts';
import { fileReply } from '../file-reply.ts';
import { type OrderedPageQuery, pageBody, pageRequest } from '../page.ts';

export interface ArtifactsParts {
  store: RecordsByOwner;
  folder: DataFolder;
}

/** Uploaded files, such as the training data of SFT jobs. */
@Route('v1/preview/artifacts')
export class ArtifactsHandler implements ArtifactsHandlers {
  readonly #parts: ArtifactsParts;

  constructor(parts: ArtifactsParts) {
    this.#parts = parts;
  }

  @Post('')
  @Security('bearerAuth')
  async createArtifact(
    @Body() body: CreateArtifactRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, CreatedArtifact> | ErrorReply<Keyed | Bodied | 422 | 507>> {
    const { id, url } = await this.#parts.store.ownedBy(caller.owner).artifacts.create({
      entity: body.entity ?? defaultEntity,
      project: body.project ?? defaultProject,
      name: body.name,
    });
    return { status: 200, body: { id, url } };
  }

  @Get('')
  @Security('bearerAuth')
  async listArtifacts(
    @Queries() query: OrderedPageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, ArtifactPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#parts.store.ownedBy(caller.owner).artifacts.list(pageRequest(query));
    return { status: 200, body: pageBody(page, artifactBody) };
  }

  @Delete('{artifact_id}')
  @Security('bearerAuth')
  async deleteArtifact(
    @Path('artifact_id') artifactId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, DeletedArtifact> | ErrorReply<Keyed | 404 | 422 | 507>> {
    const paths = await this.#parts.store.ownedBy(caller.owner).artifacts.delete(artifactId);
    await removePaths(this.#parts.folder, paths);
    return { status: 200, body: { id: artifactId, deleted: true } };
  }

  @Get('{artifact_id}')
  @Security('bearerAuth')
  async getArtifact(
    @Path('artifact_id') artifactId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, Artifact> | ErrorReply<Keyed | 404 | 422>> {
    const { artifacts } = this.#parts.store.ownedBy(caller.owner);
    const record = await artifacts.get(artifactId);
    return { status: 200, body: artifactBody({ ...record, files: await artifacts.files(artifactId) }) };
  }

  @Put('{artifact_id}/files/{file_name}')
  @Security('bearerAuth')
  @Consumes('application/octet-stream')
  async uploadArtifactFile(
    @Path('artifact_id') artifactId: Uuid,
    @Path('file_name') name: FileName,
    @Body() body: Readable,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, ArtifactFile> | ErrorReply<Keyed | Bodied | 404 | 409 | 422 | 507>> {
    const { folder } = this.#parts;
    const own = this.#parts.store.ownedBy(caller.owner);
    checkFileName(name);
    await refuseUsed(own, artifactId);
    const check = await own.artifacts.checkRoom(artifactId, name);
    check(1);
    // A job would refuse longer data, so it is refused before the upload.
    const maxBytes = isDataFile(name) ? maxDataBytes : operations.uploadArtifactFile.bodyLimitBytes;
    const { file } = await storeUpload(folder, newArtifactPath(artifactId), {
      ...{ source: body, maxBytes, check },
      keep: async (received) => {
        // The upload may have taken an hour.
        await refuseUsed(own, artifactId);
        return own.artifacts.putFile(artifactId, { name, ...received });
      },
    });
    return { status: 200, body: fileBody(file) };
  }

  @Get('{artifact_id}/files/{file_name}')
  @Security('bearerAuth')
  async downloadArtifactFile(
    @Path('artifact_id') artifactId: Uuid,
    @Path('file_name') name: FileName,
    @Queries() { redirect }: { redirect: boolean },
    @Inject() { caller }: KeyedContext,
  ): Promise<BytesReply<200> | JsonReply<307, FileAddress> | ErrorReply<Keyed | 404 | 422>> {
    const { store, folder } = this.#parts;
    checkFileName(name);
    const file = await store.ownedBy(caller.owner).artifacts.file(artifactId, name);
    return fileReply(folder, file.path, redirect);
  }
}

async function refuseUsed(own: Records, artifactId: string): Promise<void> {
  if (!(await isArtifactUsed(own, await own.artifacts.get(artifactId)))) return;
  throw new StorageError(
    'conflict',
    'A job was created from this artifact, so it cannot be changed; create another version.',
  );
}

function artifactBody(record: ArtifactRecord & { files: ArtifactFileRecord[] }): Artifact {
  const { id, url, entity, project, name, version, created, files } = record;
  return { id, url, entity, project, name, version, created, files: files.map(fileBody) };
}

function fileBody({ name, bytes, sha256 }: ArtifactFileRecord): ArtifactFile {
  return { name, bytes, sha256 };
}

/**
 * Returns whether a job of the same owner was created from the artifact. Its files must then not change, as the job may
 * run again.
 */
async function isArtifactUsed({ jobs }: Pick<Records, 'jobs'>, artifact: ArtifactRecord): Promise<boolean> {
  for (let after: string | null = null; ; ) {
    // Newest first: a job older than the artifact cannot use it, and an upload mostly follows its artifact's creation
    // at once.
    const page = await jobs.list({}, { after, limit: 100, order: 'desc' });
    for (const job of page.data) {
      if (job.created < artifact.created) return false;
      if (job.config.training_data_url === artifact.url) return true;
    }
    if (!page.hasMore) return false;
    after = page.data[page.data.length - 1].id;
  }
}

import { absolutePath, type DataFolder, newArtifactPath } from '../../artifacts/data-folder.ts';
import { checkFileName } from '../../artifacts/file-name.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { openStoredFile } from '../../artifacts/stored-file.ts';
import { receiveUpload } from '../../artifacts/upload.ts';
import type { ArtifactsHandlers, OperationRequest, Reply } from '../../generated/handlers.ts';
import { operations } from '../../generated/operations.ts';
import type { ArtifactFile } from '../../generated/types.ts';
import { isArtifactUsed } from '../../jobs/artifact-use.ts';
import { isDataFile, mostDataBytes } from '../../jobs/training-data.ts';
import type { ArtifactFile as ArtifactFileRecord } from '../../store/artifacts.ts';
import type { Store } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import { defaultEntity, defaultProject, operator } from '../owner.ts';

export interface ArtifactsParts {
  store: Store;
  folder: DataFolder;
}

/** Uploaded files, such as the training data of SFT jobs. */
export class ArtifactsHandler implements ArtifactsHandlers {
  readonly #parts: ArtifactsParts;

  constructor(parts: ArtifactsParts) {
    this.#parts = parts;
  }

  async createArtifact({ body }: OperationRequest<'createArtifact'>): Promise<Reply<'createArtifact'>> {
    const { id, url } = await this.#parts.store.artifacts.create({
      entity: body.entity ?? defaultEntity,
      project: body.project ?? defaultProject,
      name: body.name,
      owner: operator,
    });
    return { status: 200, body: { id, url } };
  }

  async getArtifact({ params }: OperationRequest<'getArtifact'>): Promise<Reply<'getArtifact'>> {
    const { artifacts } = this.#parts.store;
    const { id, url, entity, project, name, version, created } = await artifacts.get(params.artifact_id);
    const files = (await artifacts.files(id)).map(fileBody);
    return { status: 200, body: { id, url, entity, project, name, version, created, files } };
  }

  async uploadArtifactFile({
    params,
    body,
  }: OperationRequest<'uploadArtifactFile'>): Promise<Reply<'uploadArtifactFile'>> {
    const { store, folder } = this.#parts;
    const { artifact_id: artifactId, file_name: name } = params;
    checkFileName(name);
    if (await isArtifactUsed(store, await store.artifacts.get(artifactId))) {
      throw new ApiError(
        'conflict',
        'A job was created from this artifact, so it cannot change; create another version.',
      );
    }
    const path = newArtifactPath(artifactId);
    // A job would refuse longer data; better now than after the upload.
    const maxBytes = isDataFile(name) ? mostDataBytes : operations.uploadArtifactFile.bodyLimitBytes;
    const { bytes, sha256 } = await receiveUpload(body, absolutePath(folder, path), { maxBytes });
    try {
      const { file, replaced } = await store.artifacts.putFile(artifactId, { name, bytes, sha256, path });
      if (replaced !== null) await removePaths(folder, [replaced]);
      return { status: 200, body: fileBody(file) };
    } catch (error) {
      await removePaths(folder, [path]);
      throw error;
    }
  }

  async downloadArtifactFile({
    params,
  }: OperationRequest<'downloadArtifactFile'>): Promise<Reply<'downloadArtifactFile'>> {
    const { store, folder } = this.#parts;
    await store.artifacts.get(params.artifact_id);
    const file = await store.artifacts.file(params.artifact_id, params.file_name);
    const { handle, bytes } = await openStoredFile(folder, file.path);
    return { status: 200, body: handle.createReadStream(), headers: { 'content-length': String(bytes) } };
  }
}

function fileBody({ name, bytes, sha256 }: ArtifactFileRecord): ArtifactFile {
  return { name, bytes, sha256 };
}

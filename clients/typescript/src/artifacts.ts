import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { Artifact, ArtifactFile, CreateArtifactRequest, CreatedArtifact } from './generated/types.gen.ts';
import { type ListQuery, Pages } from './pages.ts';

/** Uploaded files, such as the training data of SFT jobs. */
export class Artifacts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates an artifact to upload files to. Its `url` can be passed as `training_data_url`. */
  create(body: CreateArtifactRequest, options?: RequestOptions): Promise<CreatedArtifact> {
    return this.#connection.call((common) => sdk.createArtifact({ ...common, body }), options);
  }

  /** Lists all artifacts. */
  list(query: ListQuery = {}, options?: RequestOptions): Pages<Artifact> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listArtifacts({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Returns an artifact and the list of its files. */
  get(artifactId: string, options?: RequestOptions): Promise<Artifact> {
    const path = { artifact_id: artifactId };
    return this.#connection.call((common) => sdk.getArtifact({ ...common, path }), options);
  }

  /** Deletes an artifact and its files. Jobs have copies of their data. */
  async delete(artifactId: string, options?: RequestOptions): Promise<void> {
    const path = { artifact_id: artifactId };
    await this.#connection.call((common) => sdk.deleteArtifact({ ...common, path }), options);
  }

  /** Uploads a file. A string is sent as UTF-8. */
  upload(
    artifactId: string,
    fileName: string,
    content: Blob | string | ArrayBuffer | Uint8Array<ArrayBuffer>,
    options?: RequestOptions,
  ): Promise<ArtifactFile> {
    const path = { artifact_id: artifactId, file_name: fileName };
    const body = content instanceof Blob ? content : new Blob([content]);
    return this.#connection.call((common) => sdk.uploadArtifactFile({ ...common, path, body }), options);
  }

  /** Downloads a file. */
  download(artifactId: string, fileName: string, options?: RequestOptions): Promise<Blob> {
    const path = { artifact_id: artifactId, file_name: fileName };
    return this.#connection.call((common) => sdk.downloadArtifactFile({ ...common, path, parseAs: 'blob' }), options);
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type {
  ArtifactFile,
  CreateArtifactRequest,
  CreatedArtifact,
} from '../../clients/typescript/src/generated/types.gen.ts';
import { type Context, signalExitCodes } from '../context.ts';
import { CommandFailure } from '../failures.ts';
import { noTimeout } from '../operations/exchange.ts';
import { blobOf } from './local-blob.ts';

/** A local file, and its name in the artifact. */
export interface LocalFile {
  path: string;
  name: string;
}

/**
 * Creates an artifact of these files and passes it to `use`. Deletes the artifact if anything fails or a signal arrives
 * before.
 */
export async function withArtifact<T>(
  context: Context,
  request: CreateArtifactRequest,
  files: readonly LocalFile[],
  use: (artifact: CreatedArtifact, sent: ArtifactFile[], signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const blobs = await Promise.all(files.map(({ path }) => blobOf(path)));
  const { artifacts } = context.client();
  const interrupted = new AbortController();
  const undo = context.onInterrupt((signal) => {
    // A pending request may never be answered, so a second signal ends at once.
    if (interrupted.signal.aborted) process.exit(signalExitCodes[signal]);
    interrupted.abort(new CommandFailure('interrupted', signalExitCodes[signal]));
  });
  try {
    const artifact = await artifacts.create(request);
    try {
      const sent: ArtifactFile[] = [];
      for (const [index, file] of files.entries()) {
        sent.push(await upload(context, artifact, file, blobs[index]!, interrupted.signal));
      }
      return await use(artifact, sent, interrupted.signal);
    } catch (error) {
      await artifacts.delete(artifact.id).catch(() => {});
      throw error;
    }
  } finally {
    undo();
  }
}

/** Uploads a file without loading it into memory, and compares the stored digest. */
async function upload(
  context: Context,
  { id }: CreatedArtifact,
  { path, name }: LocalFile,
  body: Blob,
  signal: AbortSignal,
): Promise<ArtifactFile> {
  const request = { headers: { 'content-type': 'application/octet-stream' }, body };
  const place = `/v1/preview/artifacts/${id}/files/${encodeURIComponent(name)}`;
  const { response, watch } = await context.connection().send('PUT', place, request, { signal, ...noTimeout });
  const stored = (await response.json().finally(() => watch.end())) as ArtifactFile;
  if (stored.sha256 === (await sha256Of(path, signal))) return stored;
  throw new CommandFailure(`the server received other bytes than ${path} has, or the file changed meanwhile`);
}

async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) {
    signal.throwIfAborted();
    hash.update(piece as Uint8Array);
  }
  return hash.digest('hex');
}

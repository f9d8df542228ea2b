import type { DataFolder } from '../artifacts/data-folder.ts';
import { openStoredFile } from '../artifacts/stored-file.ts';
import type { BytesReply, JsonReply } from '../generated/handlers.ts';
import type { FileAddress } from '../generated/types.ts';

/** Validity of a file's presigned URL, in seconds. */
const ADDRESS_SECONDS = 900;

/** Returns a stored file, or a redirect to the bucket if requested and there is one. Raises as `openStoredFile`. */
export async function fileReply(
  folder: DataFolder,
  path: string,
  redirect: boolean,
): Promise<BytesReply<200> | JsonReply<307, FileAddress>> {
  if (redirect && folder.blobs) {
    const url = await folder.blobs.address(path, ADDRESS_SECONDS);
    return { status: 307, body: { url, expires_in: ADDRESS_SECONDS }, headers: { location: url } };
  }
  const { handle, bytes } = await openStoredFile(folder, path);
  return { status: 200, body: handle.createReadStream(), headers: { 'content-length': String(bytes) } };
}

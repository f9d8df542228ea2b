/** Error of a backup or restore; `message` is the one line that the operator sees. */
export class BackupError extends Error {
  override name = 'BackupError';
}

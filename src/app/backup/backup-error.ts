/** A backup cannot be made or restored; `message` is the one line that the operator sees. */
export class BackupError extends Error {
  override name = 'BackupError';
}

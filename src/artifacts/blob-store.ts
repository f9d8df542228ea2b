/** Keeps something stored on the disk until it is released; released twice, the second time does nothing. */
export interface Hold extends Disposable {}

/** Objects that have gone one way, with their bytes and the time that it took, in seconds. */
export interface Transferred {
  objects: number;
  bytes: number;
  seconds: number;
}

/**
 * Where files that rows point at lie beside the data folder, which then is a checked cache of it. A stored path is that
 * of a file, or of a folder without folders in it. Paths are never used again, and what lies at one never changes.
 */
export interface BlobStore {
  /** Since the server's start: what was put, and what was fetched. */
  readonly transferred: Readonly<Record<'put' | 'fetched', Readonly<Transferred>>>;
  /**
   * Takes in what lies whole at a stored path; only then may a row point at it. Raises `unavailable`; a second try does
   * no harm.
   */
  put(path: string): Promise<void>;
  /**
   * Sees to it that a stored path, or a file in a stored folder, is in the data folder, with its size and SHA-256. Of a
   * folder, `names` are the files that are needed, where not all are; those that it lacks are passed over.
   * Raises `not_found`, `damaged`, `unavailable` and `disk_full`.
   */
  fetch(path: string, names?: readonly string[]): Promise<Hold>;
  /** As it was when it was put, without its bytes being asked for. Raises `not_found`. */
  bytes(path: string): Promise<number>;
  /** Where anyone can fetch a file for so long, with GET and without a key. Raises `not_found`. */
  address(path: string, seconds: number): Promise<string>;
  /** Keeps on the disk what lies there; for what was fetched a moment ago. */
  hold(path: string): Hold;
  /** Lets go of the copy on the disk of something that is in use nowhere here. Never rejects. */
  forgetCopy(path: string): Promise<void>;
  /**
   * Lets go of paths that no row points at any more. Never rejects: what stays in the store is noted in the database,
   * and removed later.
   */
  remove(paths: readonly string[]): Promise<void>;
  /** Lets go of one file of each of these stored folders, where it is there. Never rejects. */
  removeFile(paths: readonly string[], name: string): Promise<void>;
}

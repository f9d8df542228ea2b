/** Handle that keeps a stored path on disk until it is disposed; a second disposal does nothing. */
export interface Pin extends Disposable {}

/** Objects transferred in one direction, with their bytes and the time that it took, in seconds. */
export interface Transferred {
  objects: number;
  bytes: number;
  seconds: number;
}

/**
 * Store of the files that rows point at; the data folder is its verified cache. A stored path is the path of a file, or
 * of a folder without subfolders. Paths are never reused, and the content of a path never changes.
 */
export interface BlobStore {
  /** Transfers since the server's start, in each direction. */
  readonly transferred: Readonly<Record<'put' | 'fetched', Readonly<Transferred>>>;
  /** Stores the complete content of a path; only then may a row point at it. Throws `unavailable`; a retry is safe. */
  put(path: string): Promise<void>;
  /**
   * Ensures that a stored path, or a file in a stored folder, is in the data folder, with its size and SHA-256. For a
   * folder, `names` are the files needed, by default all; missing names are ignored. Throws `not_found`, `damaged`,
   * `unavailable` and `disk_full`.
   */
  fetch(path: string, names?: readonly string[]): Promise<Pin>;
  /** Returns the size at the time of `put`, without transferring the content. Throws `not_found`. */
  bytes(path: string): Promise<number>;
  /** Returns a URL that serves a file to anyone for some `seconds`, with GET and without a key. Throws `not_found`. */
  address(path: string, seconds: number): Promise<string>;
  /** Keeps a path on disk; for one that was fetched a moment ago. */
  pin(path: string): Pin;
  /** Removes the copy on disk of a path that is not in use here. Never rejects. */
  dropCopy(path: string): Promise<void>;
  /**
   * Removes paths that no row points at any more. Never rejects: what stays in the store is noted in the database, and
   * removed later.
   */
  remove(paths: readonly string[]): Promise<void>;
  /** Removes one file from each of these stored folders, if it is there. Never rejects. */
  removeFile(paths: readonly string[], name: string): Promise<void>;
}

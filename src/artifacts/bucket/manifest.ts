/** A file as it was put: whoever reads it compares. */
export interface ManifestFile {
  /** In the stored folder; empty for a stored path that is a file itself. */
  name: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** What lies in the bucket at a stored path. */
export interface Manifest {
  path: string;
  files: readonly ManifestFile[];
}

/** A note that something may lie at a path of the bucket that no row points at. */
export interface RemovalNote {
  path: string;
  /** Whether a row points at it all the same. */
  referenced: boolean;
}

/** The manifests of a database, and its notes of what may have to be removed. All methods raise `unavailable`. */
export interface Manifests {
  /** Before the first object is put: should the manifest never come, the note tells of what was left. */
  announce(path: string): Promise<void>;
  /** Once all objects are put. Raises `conflict` where the note is gone, and what was put may be too. */
  add(manifest: Manifest): Promise<void>;
  find(path: string): Promise<Manifest | null>;
  all(): Promise<Manifest[]>;
  /** Those of the paths whose manifests have a file of this name. */
  withFile(paths: readonly string[], name: string): Promise<string[]>;
  /** Takes a file out of a manifest. */
  dropFile(path: string, name: string): Promise<void>;
  /** Takes the manifest away and leaves a note, before objects are removed. */
  release(path: string): Promise<void>;
  /** When the objects are gone. */
  forget(path: string): Promise<void>;
  /**
   * Paths that were noted at least so long ago by the database's clock, or put and have no row; one note for each.
   */
  notes(ageMs: number): Promise<RemovalNote[]>;
  /** So long ago, by the database's clock. */
  ago(ageMs: number): Promise<Date>;
}

/** The key of the object that holds a file. */
export function keyOf(path: string, name: string): string {
  return name === '' ? path : `${path}/${name}`;
}

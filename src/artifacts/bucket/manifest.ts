/** A file as it was put; readers compare with it. */
export interface ManifestFile {
  /** Name in the stored folder; empty if the stored path is itself a file. */
  name: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Files in the bucket at a stored path. */
export interface BucketManifest {
  path: string;
  files: readonly ManifestFile[];
}

/** Note of a path in the bucket that may have objects, with no row that points at it. */
export interface RemovalNote {
  path: string;
  /** Whether a row does point at it. */
  referenced: boolean;
}

/** Manifests of a database, and its notes of what may have to be removed. All methods throw `unavailable`. */
export interface Manifests {
  /**
   * Writes a note, before the first object is put: if the manifest never follows, the note tells what was left behind.
   */
  announce(path: string): Promise<void>;
  /**
   * Adds the manifest, once all objects are put. Throws `conflict` if the note is gone, since the objects may be too.
   */
  add(manifest: BucketManifest): Promise<void>;
  find(path: string): Promise<BucketManifest | null>;
  all(): Promise<BucketManifest[]>;
  /** Returns those of the paths whose manifests have a file of this name. */
  withFile(paths: readonly string[], name: string): Promise<string[]>;
  /** Removes a file from a manifest. */
  dropFile(path: string, name: string): Promise<void>;
  /** Deletes the manifest and writes a note, before objects are removed. */
  release(path: string): Promise<void>;
  /** Deletes the note, once the objects are gone. */
  forget(path: string): Promise<void>;
  /**
   * Returns one note for each path that was noted at least `ageMs` ago, or was put at least `ageMs` ago and has no row.
   * Uses the database's clock.
   */
  notes(ageMs: number): Promise<RemovalNote[]>;
  /** Returns the time `ageMs` ago, by the database's clock. */
  ago(ageMs: number): Promise<Date>;
}

/** Returns the key of the object that holds a file. */
export function keyOf(path: string, name: string): string {
  return name === '' ? path : `${path}/${name}`;
}

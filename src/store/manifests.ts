import type { Knex } from 'knex';
import type { BucketManifest, ManifestFile, Manifests, RemovalNote } from '../artifacts/bucket/manifest.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { databaseTime, readDatabaseTime } from './database-time.ts';
import { readReferencedPaths } from './referenced-paths.ts';

interface ManifestRow {
  path: string;
  files: string;
}

/** Paths bound in one statement: SQLite allows 32,766 bound values. */
const PATHS_PER_STATEMENT = 1_000;

/**
 * Manifests of what is in the bucket. A note in the table of removals precedes each manifest, and stays until the sweep
 * finds that a row points at the path. So whatever a crash leaves behind is known. Objects that the database has never
 * heard of belong to a newer state of it, and stay.
 */
export class StoredManifests implements Manifests {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async announce(path: string): Promise<void> {
    await this.#database.query((db) => note(db, path));
  }

  async add({ path, files }: BucketManifest): Promise<void> {
    await this.#database.write(async (db) => {
      // Restarts the time that the sweep allows for a row to point at the path.
      const noted = await db('removals')
        .where({ path })
        .update({ noted: databaseTime(db) });
      if (noted === 0) throw new StorageError('conflict', `${path} was removed during its upload to the bucket.`);
      const row = { path, files: JSON.stringify(files), made: databaseTime(db) };
      await db('manifests').insert(row).onConflict('path').merge();
    });
  }

  async find(path: string): Promise<BucketManifest | null> {
    const row = await this.#database.first<ManifestRow>('manifests', { path });
    return row === undefined ? null : manifestOf(row);
  }

  async all(): Promise<BucketManifest[]> {
    const rows: ManifestRow[] = await this.#database.query((db) => db('manifests').select('path', 'files'));
    return rows.map(manifestOf);
  }

  async withFile(paths: readonly string[], name: string): Promise<string[]> {
    const found: string[] = [];
    for (let start = 0; start < paths.length; start += PATHS_PER_STATEMENT) {
      const some = paths.slice(start, start + PATHS_PER_STATEMENT);
      const rows: ManifestRow[] = await this.#database.query((db) =>
        db('manifests').whereIn('path', some).select('path', 'files'),
      );
      const having = rows.map(manifestOf).filter(({ files }) => files.some((file) => file.name === name));
      found.push(...having.map(({ path }) => path));
    }
    return found;
  }

  async dropFile(path: string, name: string): Promise<void> {
    await this.#database.write(async (db) => {
      const row: ManifestRow | undefined = await db('manifests').where({ path }).first();
      if (row === undefined) return;
      const files = manifestOf(row).files.filter((file) => file.name !== name);
      await db('manifests')
        .where({ path })
        .update({ files: JSON.stringify(files) });
    });
  }

  async release(path: string): Promise<void> {
    await this.#database.write(async (db) => {
      await note(db, path);
      await db('manifests').where({ path }).delete();
    });
  }

  async forget(path: string): Promise<void> {
    await this.#database.query((db) => db('removals').where({ path }).delete());
  }

  async notes(ageMs: number): Promise<RemovalNote[]> {
    const made: string[] = await this.#database.query((db) =>
      db('manifests').where('made', '<=', databaseTime(db, -ageMs)).pluck('path'),
    );
    const noted: string[] = await this.#database.query((db) =>
      db('removals').where('noted', '<=', databaseTime(db, -ageMs)).pluck('path'),
    );
    // Read last, so that a row inserted meanwhile counts.
    const referenced = await this.#database.query(readReferencedPaths);
    const paths = new Set([...noted, ...made.filter((path) => !referenced.has(path))]);
    return [...paths].map((path) => ({ path, referenced: referenced.has(path) }));
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#database.query((db) => db('manifests').first('path'))) === undefined;
  }

  async ago(ageMs: number): Promise<Date> {
    return new Date(await this.#database.query((db) => readDatabaseTime(db, -ageMs)));
  }
}

async function note(db: Knex, path: string): Promise<void> {
  await db('removals')
    .insert({ path, noted: databaseTime(db) })
    .onConflict('path')
    .ignore();
}

function manifestOf({ path, files }: ManifestRow): BucketManifest {
  return { path, files: JSON.parse(files) as ManifestFile[] };
}

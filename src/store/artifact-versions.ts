import type { CollectionName } from './artifact-aliases.ts';
import { type ArtifactRecord, type ArtifactRow, toRecord } from './artifacts.ts';
import type { Database } from './database.ts';
import { type Owner, ownRows } from './ownership.ts';

/** Versions of an artifact, by the queries that W&B clients make. */
export class ArtifactVersions {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Returns a version, or null if it does not exist; `version` null means the newest. */
  find({ entity, project, name }: CollectionName, version: number | null): Promise<ArtifactRecord | null> {
    return this.database.query(async (db) => {
      const rows = ownRows(db('artifacts').where({ entity, project, name }), this.owner);
      if (version !== null && !(version < 2 ** 31)) return null;
      const row: ArtifactRow | undefined = await (version === null
        ? rows.orderBy('version', 'desc').first()
        : rows.where({ version }).first());
      return row === undefined ? null : toRecord(row);
    });
  }

  /** Returns the newest version with this digest, and so the same files, or null. */
  ofDigest({ entity, project, name }: CollectionName, digest: string): Promise<ArtifactRecord | null> {
    return this.database.query(async (db) => {
      const rows = ownRows(db('artifacts').where({ entity, project, name, digest }), this.owner);
      const row: ArtifactRow | undefined = await rows.orderBy('version', 'desc').first();
      return row === undefined ? null : toRecord(row);
    });
  }

  count({ entity, project, name }: CollectionName): Promise<number> {
    return this.database.query(async (db) => {
      const rows = ownRows(db('artifacts').where({ entity, project, name }), this.owner);
      const [{ count }] = await rows.count({ count: '*' });
      return Number(count);
    });
  }

  /** Returns at most `limit` versions below `before`, newest first. */
  list({ entity, project, name }: CollectionName, before: number | null, limit: number): Promise<ArtifactRecord[]> {
    return this.database.query(async (db) => {
      const rows = ownRows(db('artifacts').where({ entity, project, name }), this.owner);
      if (before !== null) rows.where('version', '<', before);
      const found: ArtifactRow[] = await rows.orderBy('version', 'desc').limit(limit);
      return found.map(toRecord);
    });
  }
}

import type { CollectionName } from './artifact-aliases.ts';
import { type ArtifactRecord, type ArtifactRow, toRecord } from './artifacts.ts';
import type { Database } from './database.ts';
import { type Owner, ownRows } from './ownership.ts';

/** The versions of one name, as W&B asks for them. */
export class ArtifactVersions {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Null where there is no such version; `version` null is the newest. */
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

  /** The newest with these very files, or null. */
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

  /** Newest first, those before the version `before`, at most `limit`. */
  list({ entity, project, name }: CollectionName, before: number | null, limit: number): Promise<ArtifactRecord[]> {
    return this.database.query(async (db) => {
      const rows = ownRows(db('artifacts').where({ entity, project, name }), this.owner);
      if (before !== null) rows.where('version', '<', before);
      const found: ArtifactRow[] = await rows.orderBy('version', 'desc').limit(limit);
      return found.map(toRecord);
    });
  }
}

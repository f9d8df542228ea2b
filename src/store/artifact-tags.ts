import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { targetColumn, type VersionTarget } from './artifact-aliases.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf } from './ownership.ts';
import { checkName } from './stored-value.ts';

interface Row {
  owner: string;
  tag: string;
  artifact_id: string | null;
  checkpoint_id: string | null;
}

/** Most tags of one version. */
const MAX_TAGS = 64;

/** Free-form tags that clients put on versions. */
export class ArtifactTags {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Returns the tags of a version, by name. */
  of(target: VersionTarget): Promise<string[]> {
    const owner = ownerOf(this.owner, undefined);
    return this.database.query((db) =>
      db('artifact_tags')
        .where({ owner, ...targetColumn(target) })
        .orderBy('tag')
        .pluck('tag'),
    );
  }

  /** Adds and removes tags. Throws `invalid_value` for a malformed tag, and `quota_exceeded`. */
  change(target: VersionTarget, { add, remove }: { add: readonly string[]; remove: readonly string[] }): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    checkTags(add);
    checkTags(remove);
    return this.database.write(async (db) => {
      // Serializes changes to one version, so that each counts the tags of the ones before.
      const [table, id] =
        'artifactId' in target ? ['artifacts', target.artifactId] : ['checkpoints', target.checkpointId];
      await db(table).where({ id }).forUpdate().first('id');
      await db('artifact_tags')
        .where({ owner, ...targetColumn(target) })
        .whereIn('tag', remove)
        .delete();
      await addTags(db, owner, add, target);
    });
  }
}

/** Adds tags that `checkTags` has accepted, inside the caller's transaction. Throws `quota_exceeded`. */
export async function addTags(db: Knex, owner: string, tags: readonly string[], target: VersionTarget): Promise<void> {
  const version = targetColumn(target);
  for (const tag of new Set(tags)) {
    const row: Row = { owner, tag, artifact_id: null, checkpoint_id: null, ...version };
    await db('artifact_tags')
      .insert(row)
      .onConflict([...Object.keys(version), 'tag'])
      .ignore();
  }
  const beyond = await db('artifact_tags').where(version).offset(MAX_TAGS).first('tag');
  if (beyond !== undefined) throw new StorageError('quota_exceeded', `A version has at most ${MAX_TAGS} tags.`);
}

/** Throws `invalid_value` for a malformed tag, and for more tags than a version may have. */
export function checkTags(tags: readonly string[]): void {
  if (tags.length > MAX_TAGS) {
    throw new StorageError('invalid_value', `'tags' has ${tags.length} tags; at most ${MAX_TAGS} are allowed.`);
  }
  for (const tag of tags) checkName('tags', tag);
}

import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf } from './ownership.ts';
import { checkText } from './stored-value.ts';

/** Name of an artifact collection: all versions of one artifact. */
export interface CollectionName {
  entity: string;
  project: string;
  name: string;
}

/** What an alias points at: a version of an artifact, or a checkpoint of the collection's model. */
export type VersionTarget = { artifactId: string } | { checkpointId: string };

interface Row extends CollectionName {
  owner: string;
  alias: string;
  artifact_id: string | null;
  checkpoint_id: string | null;
}

/** Most aliases of one collection. */
const MAX_ALIASES = 1_000;
const LONGEST = 128;

/** Aliases of versions. An alias points at one version of its collection and can be moved to another. */
export class ArtifactAliases {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Returns the version that has the alias, or null. */
  find(collection: CollectionName, alias: string): Promise<VersionTarget | null> {
    return this.database.query(async (db) => {
      const row: Row | undefined = await rowsOf(db, collection, this.owner).where({ alias }).first();
      return row === undefined ? null : targetOf(row);
    });
  }

  /** Returns the aliases of a version. */
  of(collection: CollectionName, target: VersionTarget): Promise<string[]> {
    return this.database.query((db) =>
      rowsOf(db, collection, this.owner).where(targetColumn(target)).orderBy('alias').pluck('alias'),
    );
  }

  /** Points aliases at a version. Throws `invalid_value` for a malformed alias, and `quota_exceeded`. */
  set(collection: CollectionName, aliases: readonly string[], target: VersionTarget): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    checkAliases(aliases);
    return this.database.write((db) => setAliases(db, { ...collection, owner }, aliases, target));
  }

  /** Removes aliases of a version; ignores aliases that point elsewhere. Throws `invalid_value` as `set` does. */
  remove(collection: CollectionName, aliases: readonly string[], target: VersionTarget): Promise<void> {
    checkAliases(aliases);
    return this.database.write(async (db) => {
      await rowsOf(db, collection, this.owner).where(targetColumn(target)).whereIn('alias', aliases).delete();
    });
  }
}

/** Sets aliases that `checkAliases` has accepted, inside the caller's transaction. Throws `quota_exceeded`. */
export async function setAliases(
  db: Knex,
  { owner, entity, project, name }: CollectionName & { owner: string },
  aliases: readonly string[],
  target: VersionTarget,
): Promise<void> {
  const collection = { owner, entity, project, name };
  for (const alias of new Set(aliases)) {
    const row: Row = { ...collection, alias, artifact_id: null, checkpoint_id: null, ...targetColumn(target) };
    await db('artifact_aliases').insert(row).onConflict(['owner', 'entity', 'project', 'name', 'alias']).merge();
  }
  const beyond = await db('artifact_aliases').where(collection).offset(MAX_ALIASES).first('alias');
  if (beyond === undefined) return;
  throw new StorageError('quota_exceeded', `'${name}' can have at most ${MAX_ALIASES.toLocaleString('en')} aliases.`);
}

/** Returns whether an alias follows from the versions themselves, so that no client sets it. */
export function isReservedAlias(alias: string): boolean {
  return alias === 'latest' || /^v\d+$/.test(alias);
}

/** Throws `invalid_value` for a malformed alias, and for more aliases than a collection may have. */
export function checkAliases(aliases: readonly string[]): void {
  if (aliases.length > MAX_ALIASES) {
    const most = MAX_ALIASES.toLocaleString('en');
    throw new StorageError('invalid_value', `'aliases' has ${aliases.length} aliases; at most ${most} are allowed.`);
  }
  for (const alias of aliases) checkAlias(alias);
}

function checkAlias(alias: string): void {
  checkText('alias', alias);
  if (alias !== '' && alias.length <= LONGEST && !/[/:]/.test(alias) && !/^v\d+$/.test(alias)) return;
  const allowed = `1 to ${LONGEST} characters without / and :, but not v0 and the like, which name versions`;
  throw new StorageError(
    'invalid_value',
    `The alias ${JSON.stringify(alias.slice(0, 160))} is not valid; allowed are ${allowed}.`,
  );
}

function rowsOf(db: Knex, { entity, project, name }: CollectionName, owner: Owner): Knex.QueryBuilder {
  return db('artifact_aliases').where({ owner: ownerOf(owner, undefined), entity, project, name });
}

export function targetColumn(target: VersionTarget): Pick<Row, 'artifact_id'> | Pick<Row, 'checkpoint_id'> {
  return 'artifactId' in target ? { artifact_id: target.artifactId } : { checkpoint_id: target.checkpointId };
}

function targetOf({ artifact_id, checkpoint_id }: Row): VersionTarget {
  return artifact_id === null ? { checkpointId: checkpoint_id ?? '' } : { artifactId: artifact_id };
}

import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf } from './ownership.ts';
import { checkText } from './stored-value.ts';

/** All versions of one name. */
export interface CollectionName {
  entity: string;
  project: string;
  name: string;
}

/** What an alias leads to: a version of an artifact, or a checkpoint of the model that the collection is of. */
export type VersionTarget = { artifactId: string } | { checkpointId: string };

interface Row extends CollectionName {
  owner: string;
  alias: string;
  artifact_id: string | null;
  checkpoint_id: string | null;
}

/** Aliases that a collection may have. */
const MOST_ALIASES = 1_000;
const LONGEST = 128;

/** Names of versions beside their number: an alias leads to one version of its collection, and moves to another. */
export class ArtifactAliases {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Null where nothing has the alias. */
  find(collection: CollectionName, alias: string): Promise<VersionTarget | null> {
    return this.database.query(async (db) => {
      const row: Row | undefined = await rowsOf(db, collection, this.owner).where({ alias }).first();
      return row === undefined ? null : targetOf(row);
    });
  }

  /** Those that lead to one version. */
  of(collection: CollectionName, target: VersionTarget): Promise<string[]> {
    return this.database.query((db) =>
      rowsOf(db, collection, this.owner).where(columnOf(target)).orderBy('alias').pluck('alias'),
    );
  }

  /** Raises `invalid_value` for an alias that none can be, and `quota_exceeded`. */
  set(collection: CollectionName, aliases: readonly string[], target: VersionTarget): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    checkAliases(aliases);
    return this.database.write((db) => setAliases(db, { ...collection, owner }, aliases, target));
  }

  /** Those that lead elsewhere, or nowhere, stay as they are. Raises `invalid_value` as `set` does. */
  remove(collection: CollectionName, aliases: readonly string[], target: VersionTarget): Promise<void> {
    checkAliases(aliases);
    return this.database.write(async (db) => {
      await rowsOf(db, collection, this.owner).where(columnOf(target)).whereIn('alias', aliases).delete();
    });
  }
}

/** Part of a transaction, of aliases that `checkAliases` has let pass. */
export async function setAliases(
  db: Knex,
  { owner, entity, project, name }: CollectionName & { owner: string },
  aliases: readonly string[],
  target: VersionTarget,
): Promise<void> {
  const collection = { owner, entity, project, name };
  for (const alias of new Set(aliases)) {
    const row: Row = { ...collection, alias, artifact_id: null, checkpoint_id: null, ...columnOf(target) };
    await db('artifact_aliases').insert(row).onConflict(['owner', 'entity', 'project', 'name', 'alias']).merge();
  }
  const beyond = await db('artifact_aliases').where(collection).offset(MOST_ALIASES).first('alias');
  if (beyond === undefined) return;
  throw new StorageError('quota_exceeded', `'${name}' has ${MOST_ALIASES.toLocaleString('en')} aliases; no more fit.`);
}

/** Those that tell of a version by themselves: nobody sets them. */
export function isReservedAlias(alias: string): boolean {
  return alias === 'latest' || /^v\d+$/.test(alias);
}

/** Raises `invalid_value` for an alias that none can be, and for more than a collection may have. */
export function checkAliases(aliases: readonly string[]): void {
  if (aliases.length > MOST_ALIASES) {
    const most = MOST_ALIASES.toLocaleString('en');
    throw new StorageError('invalid_value', `'aliases' has ${aliases.length} aliases; allowed are ${most}.`);
  }
  for (const alias of aliases) checkAlias(alias);
}

function checkAlias(alias: string): void {
  checkText('alias', alias);
  if (alias !== '' && alias.length <= LONGEST && !/[/:]/.test(alias) && !/^v\d+$/.test(alias)) return;
  const allowed = `1 to ${LONGEST} characters without / and :, and none such as v0, which is a version's own`;
  throw new StorageError('invalid_value', `The alias ${JSON.stringify(alias.slice(0, 160))} is not taken: ${allowed}.`);
}

function rowsOf(db: Knex, { entity, project, name }: CollectionName, owner: Owner): Knex.QueryBuilder {
  return db('artifact_aliases').where({ owner: ownerOf(owner, undefined), entity, project, name });
}

export function columnOf(target: VersionTarget): Pick<Row, 'artifact_id'> | Pick<Row, 'checkpoint_id'> {
  return 'artifactId' in target ? { artifact_id: target.artifactId } : { checkpoint_id: target.checkpointId };
}

function targetOf({ artifact_id, checkpoint_id }: Row): VersionTarget {
  return artifact_id === null ? { checkpointId: checkpoint_id ?? '' } : { artifactId: artifact_id };
}

import type { Knex } from 'knex';

/** Owner whose rows a repository sees and creates; null, for the server itself, is all owners. */
export type Owner = string | null;

/** Returns the owner of a new row. */
export function ownerOf(owner: Owner, given: string | undefined): string {
  const found = owner ?? given;
  if (found === undefined) throw new Error('a row without an owner');
  return found;
}

/** Narrows rows of a table that has an `owner` column to those of the owner. */
export function ownRows<Rows extends Knex.QueryBuilder>(rows: Rows, owner: Owner): Rows {
  return owner === null ? rows : (rows.where({ owner }) as Rows);
}

/** Narrows rows of a table that belong to models to those of the owner's models. */
export function rowsOfOwnModels<Rows extends Knex.QueryBuilder>(rows: Rows, owner: Owner): Rows {
  if (owner === null) return rows;
  return rows.whereIn('model_id', (models) => models.from('models').where({ owner }).select('id')) as Rows;
}

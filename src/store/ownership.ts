import type { Knex } from 'knex';

/** Whose rows a repository sees and makes: those of one owner, or of all (null), which only the server itself may. */
export type Owner = string | null;

/** The owner of a new row. */
export function ownerOf(owner: Owner, given: string | undefined): string {
  const found = owner ?? given;
  if (found === undefined) throw new Error('a row without an owner');
  return found;
}

/** Narrows a table that has an `owner` of its own. */
export function ownRows<Rows extends Knex.QueryBuilder>(rows: Rows, owner: Owner): Rows {
  return owner === null ? rows : (rows.where({ owner }) as Rows);
}

/** Narrows a table whose rows belong to the owner of their model. */
export function rowsOfOwnModels<Rows extends Knex.QueryBuilder>(rows: Rows, owner: Owner): Rows {
  if (owner === null) return rows;
  return rows.whereIn('model_id', (models) => models.from('models').where({ owner }).select('id')) as Rows;
}

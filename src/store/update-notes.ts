import type { Knex } from 'knex';

/** Kinds of things that can change. A trained checkpoint, for example, changes the job, the run and the checkpoint. */
export type UpdateType = 'model' | 'run' | 'job' | 'checkpoint' | 'log' | 'artifact';

/** A thing that a transaction created, changed or deleted. */
export interface UpdateNote {
  type: UpdateType;
  id: string;
  /** Model that the thing belongs to; null if there is none, as for an artifact. */
  modelId: string | null;
  /** Omitted if it is the owner of a model that still exists. */
  owner?: string;
}

/** Most changes kept for an owner; a client that has missed more reads everything anew. */
export const MAX_UPDATES = 10_000;

/** Number of new changes after which older ones are deleted. */
const PRUNED_EVERY = 256;

/** Rows per insert: SQLite allows 500 in a statement. */
const ROWS_PER_STATEMENT = 100;

/** Numbers of the newest changes, by owner. */
export type NewestUpdates = ReadonlyMap<string, number>;

const notesOf = new WeakMap<Knex, Map<string, UpdateNote>>();

/** Records a change, inside the caller's transaction; listeners are told once that is committed. */
export function noteUpdate(db: Knex, note: UpdateNote): void {
  const notes = notesOf.get(db);
  if (notes === undefined) throw new Error('a change was noted outside a transaction');
  notes.set(`${note.type} ${note.id}`, note);
}

/**
 * Runs a change, and at the end of its transaction writes the updates that it recorded. They are written last, since
 * the transaction then locks its owner's count, for which others wait.
 */
export async function withNotes<T>(
  db: Knex,
  change: (db: Knex) => Promise<T>,
): Promise<{ result: T; newest: NewestUpdates }> {
  const notes = new Map<string, UpdateNote>();
  notesOf.set(db, notes);
  const result = await change(db);
  return { result, newest: notes.size === 0 ? new Map() : await writeNotes(db, [...notes.values()]) };
}

async function writeNotes(db: Knex, notes: readonly UpdateNote[]): Promise<NewestUpdates> {
  const owners = await ownersOf(db, notes);
  const byOwner = Map.groupBy(notes, ({ modelId, owner }) => owner ?? owners.get(modelId ?? ''));
  const newest = new Map<string, number>();
  // In a fixed order, so that two transactions cannot deadlock.
  for (const owner of [...byOwner.keys()].filter((name) => name !== undefined).sort()) {
    newest.set(owner, await writeOf(db, owner, byOwner.get(owner) ?? []));
  }
  return newest;
}

async function writeOf(db: Knex, owner: string, notes: readonly UpdateNote[]): Promise<number> {
  const [row]: { last: number | string }[] = await db('update_counts')
    .insert({ owner, last: notes.length })
    .onConflict('owner')
    .merge({ last: db.raw('update_counts.last + ?', [notes.length]) })
    .returning(['last']);
  // PostgreSQL returns bigint as text.
  const last = Number(row.last);
  const first = last - notes.length + 1;
  const rows = notes.map(({ type, id, modelId }, i) => ({ owner, number: first + i, type, id, model_id: modelId }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db('updates').insert(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
  if (Math.floor(last / PRUNED_EVERY) > Math.floor((first - 1) / PRUNED_EVERY)) {
    await db('updates')
      .where({ owner })
      .where('number', '<=', last - MAX_UPDATES)
      .delete();
  }
  return last;
}

/** Returns the owners of those models that notes name without an owner. */
async function ownersOf(db: Knex, notes: readonly UpdateNote[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(notes.filter(({ owner }) => owner === undefined).map(({ modelId }) => modelId ?? ''));
  if (ids.size === 0) return new Map();
  const rows: { id: string; owner: string }[] = await db('models')
    .whereIn('id', [...ids])
    .select('id', 'owner');
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

import type { Knex } from 'knex';

/** What can change. A trained checkpoint, for example, is a change of the job, the run and the checkpoint. */
export type UpdateType = 'model' | 'run' | 'job' | 'checkpoint' | 'log' | 'artifact';

/** A thing that a transaction has made, changed or deleted. */
export interface UpdateNote {
  type: UpdateType;
  id: string;
  /** The model that it belongs to; null for an artifact. */
  modelId: string | null;
  /** Left out where it is the owner of a model that is still there. */
  owner?: string;
}

/** Changes of an owner are kept up to this many; who has missed more reads everything anew. */
export const MOST_UPDATES = 10_000;

/** Older ones are deleted whenever so many more have come. */
const PRUNED_EVERY = 256;

/** SQLite takes 500 rows in a statement. */
const ROWS_PER_STATEMENT = 100;

/** The numbers of the newest changes, by owner. */
export type NewestUpdates = ReadonlyMap<string, number>;

const notesOf = new WeakMap<Knex, Map<string, UpdateNote>>();

/** Part of a transaction: the thing has changed, which those who listen hear of once the transaction is committed. */
export function noteUpdate(db: Knex, note: UpdateNote): void {
  const notes = notesOf.get(db);
  if (notes === undefined) throw new Error('a change is noted outside of a transaction');
  notes.set(`${note.type} ${note.id}`, note);
}

/**
 * Runs a change, and writes down at the end of its transaction what it has noted. Last, since the transaction then
 * holds its owner's count, for which others wait.
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
  // In one order, so that two transactions never wait for each other.
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
  // PostgreSQL gives it as text.
  const last = Number(row.last);
  const first = last - notes.length + 1;
  const rows = notes.map(({ type, id, modelId }, i) => ({ owner, number: first + i, type, id, model_id: modelId }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db('updates').insert(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
  if (Math.floor(last / PRUNED_EVERY) > Math.floor((first - 1) / PRUNED_EVERY)) {
    await db('updates')
      .where({ owner })
      .where('number', '<=', last - MOST_UPDATES)
      .delete();
  }
  return last;
}

/** The owners of models that notes name without theirs. */
async function ownersOf(db: Knex, notes: readonly UpdateNote[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(notes.filter(({ owner }) => owner === undefined).map(({ modelId }) => modelId ?? ''));
  if (ids.size === 0) return new Map();
  const rows: { id: string; owner: string }[] = await db('models')
    .whereIn('id', [...ids])
    .select('id', 'owner');
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

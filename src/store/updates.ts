import type { Database } from './database.ts';
import type { NewestUpdates, UpdateType } from './update-notes.ts';

/** A change of something that an owner has. */
export interface UpdateRecord {
  /** Number of the change among the owner's changes, from 1. */
  number: number;
  type: UpdateType;
  /** Id of the thing that was created, changed or deleted. */
  id: string;
  modelId: string | null;
}

/** Changes after one that a client knows. */
export interface UpdatesSince {
  /** Whether later changes are no longer kept, or the given number was never assigned; `data` is empty then. */
  lost: boolean;
  data: UpdateRecord[];
  /** Number of the last change in `data`; if there is none, of the newest change, 0 before the first. */
  last: number;
}

interface UpdateRow {
  number: number | string;
  type: UpdateType;
  id: string;
  model_id: string | null;
}

/** Recent changes, in the order of the commits. */
export class Updates {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Registers a callback for each commit of this process that changed something. */
  onCommit(listener: (newest: NewestUpdates) => void): void {
    this.database.onCommit(listener);
  }

  /** Returns the numbers of the newest changes by owner; omits owners without any. */
  newest(owners: readonly string[]): Promise<NewestUpdates> {
    return this.database.query(async (db) => {
      const rows: { owner: string; last: number | string }[] = await db('update_counts').whereIn('owner', owners);
      return new Map(rows.map(({ owner, last }) => [owner, Number(last)]));
    });
  }

  /** Returns at most `limit` of the owner's changes after the number `after`; null means from now on. */
  async since(owner: string, after: number | null, limit: number): Promise<UpdatesSince> {
    const newest = (await this.newest([owner])).get(owner) ?? 0;
    if (after === null || after === newest) return { lost: false, data: [], last: newest };
    if (after > newest) return { lost: true, data: [], last: newest };
    const rows: UpdateRow[] = await this.database.query((db) =>
      db('updates').where({ owner }).where('number', '>', after).orderBy('number').limit(limit),
    );
    const data = rows.map(toRecord);
    // Numbers have no gaps, so if the next one is missing it has been deleted.
    if (data.at(0)?.number !== after + 1) return { lost: true, data: [], last: newest };
    return { lost: false, data, last: data[data.length - 1].number };
  }
}

function toRecord({ number, type, id, model_id }: UpdateRow): UpdateRecord {
  return { number: Number(number), type, id, modelId: model_id };
}

import type { Database } from './database.ts';
import type { NewestUpdates, UpdateType } from './update-notes.ts';

/** One change, of one owner. */
export interface UpdateRecord {
  /** Counts the owner's changes, from 1. */
  number: number;
  type: UpdateType;
  /** The thing that was made, changed or deleted. */
  id: string;
  modelId: string | null;
}

/** What has changed since a change that somebody knows. */
export interface UpdatesSince {
  /** Whether some that came since are not kept any more, or the number is none that was given: it follows none then. */
  lost: boolean;
  data: UpdateRecord[];
  /** The number of the last of them; where there are none, of the newest change, 0 before the first. */
  last: number;
}

interface UpdateRow {
  number: number | string;
  type: UpdateType;
  id: string;
  model_id: string | null;
}

/** What has changed lately, in the order of the commits. */
export class Updates {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Calls back after each commit of this process that changed something. */
  onCommit(listener: (newest: NewestUpdates) => void): void {
    this.database.onCommit(listener);
  }

  /** The numbers of the newest changes; owners without any are left out. */
  newest(owners: readonly string[]): Promise<NewestUpdates> {
    return this.database.query(async (db) => {
      const rows: { owner: string; last: number | string }[] = await db('update_counts').whereIn('owner', owners);
      return new Map(rows.map(({ owner, last }) => [owner, Number(last)]));
    });
  }

  /** The owner's changes after the one of that number, `limit` at most; from now on where it is null. */
  async since(owner: string, after: number | null, limit: number): Promise<UpdatesSince> {
    const newest = (await this.newest([owner])).get(owner) ?? 0;
    if (after === null || after === newest) return { lost: false, data: [], last: newest };
    if (after > newest) return { lost: true, data: [], last: newest };
    const rows: UpdateRow[] = await this.database.query((db) =>
      db('updates').where({ owner }).where('number', '>', after).orderBy('number').limit(limit),
    );
    const data = rows.map(toRecord);
    // They have no gaps, so what does not follow at once has been deleted.
    if (data.at(0)?.number !== after + 1) return { lost: true, data: [], last: newest };
    return { lost: false, data, last: data[data.length - 1].number };
  }
}

function toRecord({ number, type, id, model_id }: UpdateRow): UpdateRecord {
  return { number: Number(number), type, id, modelId: model_id };
}

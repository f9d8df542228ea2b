import type { Database } from './database.ts';
import { databaseTime } from './database-time.ts';

/** A worker: `id` names it on the bus, `name` to operators. */
export interface BusWorker {
  id: string;
  name: string;
}

/**
 * Workers of a database that announce themselves on a message bus. A server that does not hear one of them is on
 * another bus, or lacks the permission to hear it.
 */
export class BusWorkers {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Records that the worker is on its bus; the record expires after `freshMs`. Deletes expired records. */
  async note({ id, name }: BusWorker, freshMs: number): Promise<void> {
    await this.database.query(async (db) => {
      await db('bus_workers').where('expires', '<', databaseTime(db)).delete();
      const row = { name, expires: databaseTime(db, freshMs) };
      await db('bus_workers')
        .insert({ id, ...row })
        .onConflict('id')
        .merge(row);
    });
  }

  /** Returns the workers whose records have not expired, on any bus. */
  list(): Promise<BusWorker[]> {
    return this.database.query((db) => db('bus_workers').select('id', 'name').where('expires', '>', databaseTime(db)));
  }

  /** Deletes the record of a worker that stops. */
  async forget(id: string): Promise<void> {
    await this.database.query((db) => db('bus_workers').where({ id }).delete());
  }
}

import type { Database } from './database.ts';
import { databaseTime } from './database-time.ts';

/** A worker as the bus knows it, and as operators do. */
export interface BusWorker {
  id: string;
  name: string;
}

/**
 * The workers of a database that say over a bus that they are there. A server that does not hear one of them is on
 * another bus, or not allowed to hear it.
 */
export class BusWorkers {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** The worker is on its bus; it is taken for gone after so long. What others have left behind goes. */
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

  /** Those that are not gone, of any bus. */
  list(): Promise<BusWorker[]> {
    return this.database.query((db) => db('bus_workers').select('id', 'name').where('expires', '>', databaseTime(db)));
  }

  /** The worker ends. */
  async forget(id: string): Promise<void> {
    await this.database.query((db) => db('bus_workers').where({ id }).delete());
  }
}

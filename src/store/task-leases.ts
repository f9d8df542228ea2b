import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { databaseTime } from './database-time.ts';
import { LEASE_MS } from './lease.ts';

/** Tasks that one server of a database does at a time, each at its own interval. */
export class TaskLeases {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Takes the task if it is due, for the duration of a lease unless renewed. Returns whether this server has it. */
  acquire(task: string, holder: string): Promise<boolean> {
    return this.database.query(async (db) => {
      const lease = { holder, expires: databaseTime(db, LEASE_MS) };
      const taken = await db('turns')
        .insert({ task, ...lease })
        .onConflict('task')
        .merge(lease)
        .where('turns.expires', '<', databaseTime(db))
        .returning('task');
      return taken.length > 0;
    });
  }

  /** Renews the lease. Returns whether the task is still this server's. */
  renew(task: string, holder: string): Promise<boolean> {
    return this.extend(task, holder, LEASE_MS);
  }

  /** Releases the lease; the task is due again after `pauseMs`. */
  async release(task: string, holder: string, pauseMs: number): Promise<void> {
    await this.extend(task, holder, pauseMs);
  }

  private extend(task: string, holder: string, ms: number): Promise<boolean> {
    return this.database.query(async (db: Knex) => {
      const changed = await db('turns')
        .where({ task, holder })
        .update({ expires: databaseTime(db, ms) });
      return changed > 0;
    });
  }
}

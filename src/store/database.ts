import type { Knex } from 'knex';
import { fromDatabaseError, lostRace } from './database-error.ts';

const ATTEMPTS = 5;

/** The one way to the tables: whatever goes wrong comes out as a `StorageError` where its table has a code for it. */
export class Database {
  private readonly knex: Knex;

  constructor(knex: Knex) {
    this.knex = knex;
  }

  /** Runs one statement, or several that need not agree with each other. */
  async query<T>(statements: (db: Knex) => Promise<T>): Promise<T> {
    try {
      return await statements(this.knex);
    } catch (error) {
      throw fromDatabaseError(error);
    }
  }

  /** Runs a transaction; again where it lost a race, so `change` must do nothing but talk to the database. */
  async write<T>(change: (db: Knex) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.knex.transaction(change);
      } catch (error) {
        if (!lostRace(error) || attempt === ATTEMPTS) throw fromDatabaseError(error);
      }
    }
  }

  async close(): Promise<void> {
    await this.knex.destroy();
  }
}

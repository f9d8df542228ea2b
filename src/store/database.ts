import type { Knex } from 'knex';
import { fromDatabaseError, isSerializationFailure } from './database-error.ts';
import type { SqliteReads } from './sqlite-reads.ts';
import { type NewestUpdates, withNotes } from './update-notes.ts';

const ATTEMPTS = 5;

/** The only access to the tables. An error is thrown as a `StorageError` if there is a code for it. */
export class Database {
  private readonly knex: Knex;
  private readonly reads: SqliteReads | null;
  private readonly listeners: ((newest: NewestUpdates) => void)[] = [];

  /** `reads`: a faster path for reading single rows, if the database has one. */
  constructor(knex: Knex, reads: SqliteReads | null = null) {
    this.knex = knex;
    this.reads = reads;
  }

  /** Returns the first row of a table with these values, or undefined. */
  async first<Row>(table: string, where: Readonly<Record<string, string>>): Promise<Row | undefined> {
    try {
      const found = this.reads === null ? await this.knex(table).where(where).first() : this.reads.first(table, where);
      return found as Row | undefined;
    } catch (error) {
      throw fromDatabaseError(error);
    }
  }

  /** Runs statements outside a transaction, so they may see different states of the database. */
  async query<T>(statements: (db: Knex) => Promise<T>): Promise<T> {
    try {
      return await statements(this.knex);
    } catch (error) {
      throw fromDatabaseError(error);
    }
  }

  /** Runs a transaction, and runs it again if it lost a race. So `change` must do nothing but access the database. */
  async write<T>(change: (db: Knex) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, newest } = await this.knex.transaction((db) => withNotes(db, change));
        if (newest.size > 0) for (const listener of this.listeners) listener(newest);
        return result;
      } catch (error) {
        if (!isSerializationFailure(error) || attempt === ATTEMPTS) throw fromDatabaseError(error);
      }
    }
  }

  /** Registers a callback for each committed transaction that recorded changes (`noteUpdate`). */
  onCommit(listener: (newest: NewestUpdates) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.reads?.close();
    await this.knex.destroy();
  }
}

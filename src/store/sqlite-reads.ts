import Sqlite from 'better-sqlite3';

/** How long a read waits where another process holds the whole file, as a checkpoint of its log does at the end. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Reads of one row on a connection of their own. In a log of writes ahead readers see what was committed last, and wait
 * for no transaction. Without knex between, which takes several times as long as SQLite does for such a read.
 */
export class SqliteReads {
  readonly #connection: Sqlite.Connection;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(file: string) {
    this.#connection = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  }

  /**
   * The row of the table that has these values, or undefined. Tables and columns are names of ours, never a caller's.
   */
  first(table: string, where: Readonly<Record<string, string>>): unknown {
    const columns = Object.keys(where);
    const sql = `select * from ${table} where ${columns.map((column) => `${column} = ?`).join(' and ')} limit 1`;
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.get(...Object.values(where));
  }

  close(): void {
    this.#connection.close();
  }
}

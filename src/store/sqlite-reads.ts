import Sqlite from 'better-sqlite3';

/** How long a read waits while another process locks the whole file, as the last WAL checkpoint does on close. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Reads of single rows on a separate connection. In WAL mode, readers see the last commit and wait for no transaction.
 * Bypasses knex, which takes several times as long as SQLite itself for such a read.
 */
export class SqliteReads {
  readonly #connection: Sqlite.Connection;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(file: string) {
    this.#connection = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  }

  /**
   * Returns the first row of a table with these values, or undefined. Names of tables and columns must be constants of
   * this code, never a caller's input.
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

import Sqlite from 'better-sqlite3';

/** How long a copy waits where another process holds the whole file. */
const BUSY_TIMEOUT_MS = 5_000;
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while others use it; `target` is not there yet. All pages at once: between
 * parts of a copy others would write, and it would begin anew each time.
 */
export async function copySqlite(file: string, target: string): Promise<void> {
  const connection = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await connection.backup(target, { progress: () => ALL_PAGES });
  } finally {
    connection.close();
  }
}

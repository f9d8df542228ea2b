import Sqlite from 'better-sqlite3';

/** How long a copy waits while another process locks the whole file. */
const BUSY_TIMEOUT_MS = 5_000;
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while others use it; `target` must not exist. Copies all pages at once:
 * others could write between parts of a copy, and it would start over each time.
 */
export async function copySqlite(file: string, target: string): Promise<void> {
  const connection = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await connection.backup(target, { progress: () => ALL_PAGES });
  } finally {
    connection.close();
  }
}

import BetterSqlite3 from 'knex/lib/dialects/better-sqlite3/index.js';

/** As many different statements as the repositories have, several times over. */
const MOST_STATEMENTS = 500;

interface Connection {
  prepare(sql: string): object;
}

/**
 * knex's dialect of better-sqlite3, which prepares each statement every time it runs, with the prepared statements
 * kept: preparing takes longer than most of our reads. SQLite itself prepares a kept statement anew when the tables
 * change. Pragmas are never kept: some of them act, or read what they tell, when they are prepared.
 */
export class SqliteClient extends BetterSqlite3 {
  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    const prepare = connection.prepare.bind(connection);
    const kept = new Map<string, object>();
    connection.prepare = (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = prepare(sql);
      if (/^\s*pragma/i.test(sql)) return statement;
      // The oldest goes where texts never end, as with lists of ids of every length.
      if (kept.size >= MOST_STATEMENTS) kept.delete(kept.keys().next().value ?? sql);
      kept.set(sql, statement);
      return statement;
    };
    return connection;
  }
}

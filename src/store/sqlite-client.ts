import BetterSqlite3 from 'knex/lib/dialects/better-sqlite3/index.js';

/** Most cached statements: several times as many as the repositories have. */
const MAX_STATEMENTS = 500;

interface Connection {
  prepare(sql: string): object;
}

/**
 * knex's dialect of better-sqlite3, with a cache of prepared statements. knex prepares a statement each time it runs,
 * which takes longer than most reads here. SQLite itself prepares a cached statement anew when the tables change.
 * Pragmas are never cached: some of them act, or read their value, when they are prepared.
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
      // Evicts the oldest, since texts can vary without end, as with lists of ids of every length.
      if (kept.size >= MAX_STATEMENTS) kept.delete(kept.keys().next().value ?? sql);
      kept.set(sql, statement);
      return statement;
    };
    return connection;
  }
}

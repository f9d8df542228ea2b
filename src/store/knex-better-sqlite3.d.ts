// knex exports this class for subclassing, without types.
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import { Knex } from 'knex';

  export default class BetterSqlite3 extends Knex.Client {
    acquireRawConnection(): Promise<{ prepare(sql: string): object }>;
  }
}

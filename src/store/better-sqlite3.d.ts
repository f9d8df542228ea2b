// What we use of a package that comes without types.
declare module 'better-sqlite3' {
  namespace Sqlite {
    interface Connection {
      prepare(sql: string): Statement;
      /** `progress` tells how many pages are copied next. */
      backup(file: string, options: { progress: () => number }): Promise<unknown>;
      close(): void;
    }

    interface Statement {
      get(...values: string[]): unknown;
    }
  }

  const Sqlite: new (file: string, options: { readonly: boolean; timeout: number }) => Sqlite.Connection;
  export default Sqlite;
}

// Types of the parts of better-sqlite3 that are used here; the package has none.
declare module 'better-sqlite3' {
  namespace Sqlite {
    interface Connection {
      prepare(sql: string): Statement;
      /** `progress` returns how many pages to copy next. */
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

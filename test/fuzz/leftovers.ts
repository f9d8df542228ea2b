import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Counts the rows by table and the files by folder in a data folder, without keys, log and lock. */
export function leftovers(home: string): Record<string, number> {
  const database = new DatabaseSync(join(home, 'daybreak.sqlite'), { readOnly: true });
  const tables = ['models', 'checkpoints', 'jobs', 'events', 'runs', 'run_history', 'logs'];
  const rows = tables.map((table) => {
    const { count } = database.prepare(`select count(*) as count from ${table}`).get() as { count: number };
    return [table, count];
  });
  database.close();
  const files = ['checkpoints', 'jobs', 'logs'].map((folder) => [`${folder}/`, filesIn(join(home, folder))]);
  return Object.fromEntries([...rows, ...files]);
}

function filesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../store/migrations/migrations.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { openPostgres, openSqlite, type ReadOnlyDatabase } from './read-only-database.ts';

/** Findings about the database, and the open database if it can be queried. */
export interface Examined {
  findings: Finding[];
  /** Null if it is missing or unreadable, or its tables are of another version. */
  database: ReadOnlyDatabase | null;
}

const MAX_LISTED = 3;

/** Checks that the database is intact and of this version. */
export async function checkDatabase({ databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>): Promise<Examined> {
  if (databaseUrl !== null) return checkPostgres(databaseUrl);
  const file = join(home, 'daybreak.sqlite');
  if (existsSync(file)) return checkSqlite(file);
  return { findings: [ok('database', `none yet: the first start creates ${file}`)], database: null };
}

async function checkSqlite(file: string): Promise<Examined> {
  let database: ReturnType<typeof openSqlite> | null = null;
  try {
    database = openSqlite(file);
    const faults = database.pragma<{ integrity_check: string }>('integrity_check').map((row) => row.integrity_check);
    const broken = faults.filter((text) => text !== 'ok');
    if (broken.length === 0) return await ofVersion(database, `SQLite, ${file}, is intact`);
    throw new Error(broken.slice(0, MAX_LISTED).join('; '));
  } catch (error) {
    await database?.close();
    const cure =
      'stop the server, then restore a backup (docs/durability.md), or recover what is readable: ' +
      `sqlite3 ${file} .recover`;
    return { findings: [fault('database', `${file} is corrupt: ${(error as Error).message}`, cure)], database: null };
  }
}

async function checkPostgres(url: string): Promise<Examined> {
  const database = openPostgres(url);
  try {
    return await ofVersion(database, 'PostgreSQL answers');
  } catch (error) {
    await database.close();
    // The URL holds a password, which messages of the driver do not.
    const cure = 'start it, and check that DATABASE_URL has its address and user (try psql "$DATABASE_URL")';
    return { findings: [fault('database', `PostgreSQL: ${messageOf(error)}`, cure)], database: null };
  }
}

/**
 * Returns the message, or the code if there is none: Node reports several tries of one connection as an error without a
 * message.
 */
function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || (code ?? 'it does not answer');
}

/** Checks the version of the tables, and closes the database if it is another. */
async function ofVersion(database: ReadOnlyDatabase, message: string): Promise<Examined> {
  const finding = versionFinding(await migrationsOf(database), message);
  if (finding === null) return { findings: [ok('database', message)], database };
  await database.close();
  return { findings: [finding], database: null };
}

/** Returns null if the tables are of this version. */
function versionFinding(names: readonly string[], message: string): Finding | null {
  const known = MIGRATIONS.map(({ name }) => name);
  const newer = names.find((name) => !known.includes(name));
  if (newer !== undefined) {
    return fault('database', `${message}, but has tables of a newer version (${newer})`, 'start that version');
  }
  if (names.length === 0) return ok('database', `${message}, and has no tables yet: the first start creates them`);
  if (names.length === known.length) return null;
  const cure = 'the next start of the server migrates them; make a backup first';
  return warning('database', `${message}, and has tables of an older version`, cure);
}

/** Returns the names of applied migrations; none if no server has ever started on this database. */
async function migrationsOf({ builder, rows }: ReadOnlyDatabase): Promise<string[]> {
  try {
    return (await rows<{ name: string }>(builder('migrations').select('name'))).map(({ name }) => name);
  } catch (error) {
    if (/no such table|relation "migrations" does not exist/.test((error as Error).message)) return [];
    throw error;
  }
}

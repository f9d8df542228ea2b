import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDataFolder } from '../artifacts/data-folder.ts';
import { lockDataFolder } from '../artifacts/folder-lock.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import { isValid, type KeyRecord } from '../store/key-record.ts';
import type { Keys } from '../store/keys.ts';
import { openStore, type Store } from '../store/store.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DatabaseLock } from './database-lock.ts';
import { KeyArgumentError, type KeyCommand, readKeyCommand, usage } from './key-arguments.ts';

// `npm run keys`: creates, lists and revokes API keys, even while the server runs. Standard output gets only the new
// key, or a document with `--json`, or the list. All other text is for people and goes to standard error.

// The files that SQLite creates beside the database must be as private as it.
process.umask(0o077);

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const command = readKeyCommand(process.argv.slice(2));
  if (command.kind === 'help') return print(usage);
  await using opened = new AsyncDisposableStack();
  const { keys } = opened.adopt(await openTables(readConfig(process.env), opened), (store) => store.close());
  await runKeyCommand(keys, command);
}

/**
 * Opens the tables. Migrates older tables only while holding the lock of a server, so that no running server finds them
 * changed. Throws `ConfigError` and `StorageError`.
 */
async function openTables(config: Config, opened: AsyncDisposableStack): Promise<Store> {
  const address = databaseOf(config);
  try {
    return await openStore(address, 'refuse');
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'older_tables')) throw error;
    await lockAsServer(config, opened).catch((inUse) => {
      const { message } = error;
      throw new StorageError(
        'older_tables',
        `${message} A server is using it: start that server with this version first.`,
        {
          cause: inUse,
        },
      );
    });
    return openStore(address);
  }
}

async function lockAsServer({ databaseUrl, home }: Config, opened: AsyncDisposableStack): Promise<void> {
  if (databaseUrl === null) {
    const lock = lockDataFolder(await openDataFolder(home));
    return opened.defer(() => lock.release());
  }
  const silent = pino({ level: 'silent' });
  opened.adopt(await DatabaseLock.acquire(databaseUrl, silent, () => {}), (held) => held.release());
}

async function runKeyCommand(keys: Keys, command: Exclude<KeyCommand, { kind: 'help' }>): Promise<void> {
  const { json } = command;
  switch (command.kind) {
    case 'create': {
      const { owner, name, scopes, expires } = command;
      const { key, record } = await keys.create({ owner, name, scopes, expires });
      say(`key ${describe(record)}; it is shown only once:`);
      return print(json ? textOf({ ...documentOf(record), key }) : key);
    }
    case 'list': {
      const records = await keys.list();
      if (json) return print(textOf({ data: records.map(documentOf) }));
      for (const record of records) print(describe(record));
      return;
    }
    case 'revoke': {
      const record = await keys.revoke(command.id);
      say(`key ${describe(record)}; a running server refuses it within a second`);
      if (record.configured) say('It is the key in DAYBREAK_API_KEY: a start with that variable makes it valid again.');
      if (json) print(textOf(documentOf(record)));
      return;
    }
    case 'rotate': {
      const { key, record, old } = await keys.rotate(command.id, command);
      say(`old key ${describe(old)}`);
      say(`new key ${describe(record)}; it is shown only once:`);
      return print(json ? textOf({ ...documentOf(record), key }) : key);
    }
  }
}

/**
 * Returns the configured database. Throws `ConfigError` if it does not exist, since a mistyped folder would get an
 * empty one.
 */
function databaseOf(config: Config): Parameters<typeof openStore>[0] {
  if (config.databaseUrl !== null) return { url: config.databaseUrl };
  const sqliteFile = join(config.home, 'daybreak.sqlite');
  if (existsSync(sqliteFile)) return { sqliteFile };
  throw new ConfigError('DAYBREAK_HOME', `there is no database in ${config.home}`, 'a folder that the server has used');
}

const textOf = (document: object): string => JSON.stringify(document, undefined, 2);

/** Returns a record with the API's field names. */
function documentOf({ id, name, owner, scopes, created, lastUsed, expires, revoked, parent }: KeyRecord) {
  return { id, name, owner, scopes, created, last_used: lastUsed, expires, revoked, parent };
}

function describe(record: KeyRecord): string {
  const { id, owner, name, scopes, created, lastUsed, expires, revoked, parent } = record;
  const state = revoked !== null ? `revoked ${revoked}` : isValid(record) ? 'valid' : 'expired';
  return [
    id,
    `owner ${owner}`,
    `name ${JSON.stringify(name)}`,
    `scopes ${scopes.join(',')}`,
    state,
    `expires ${expires ?? 'never'}`,
    `created ${created}`,
    `last used ${lastUsed ?? 'never'}`,
    ...(parent === null ? [] : [`session of ${parent}`]),
  ].join('  ');
}

try {
  await main();
} catch (error) {
  const told = [KeyArgumentError, ConfigError, StorageError].some((type) => error instanceof type);
  const { message, cause } = error as Error;
  if (!told) throw error;
  say(`keys: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
  if (error instanceof KeyArgumentError) say('See npm run keys -- help.');
  process.exitCode = 1;
}

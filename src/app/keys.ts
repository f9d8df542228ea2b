import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../artifacts/storage-error.ts';
import { isValid, type KeyRecord } from '../store/key-record.ts';
import type { Keys } from '../store/keys.ts';
import { openStore } from '../store/store.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { KeyArgumentError, type KeyCommand, readKeyCommand, usage } from './key-arguments.ts';

// `npm run keys`: makes, lists and ends API keys, also while the server runs. A new key is the one line on standard
// output; all else is for people and goes to standard error, but for the list.

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const command = readKeyCommand(process.argv.slice(2));
  if (command.kind === 'help') return print(usage);
  const store = await openStore(databaseOf(readConfig(process.env)));
  try {
    await carryOut(store.keys, command);
  } finally {
    await store.close();
  }
}

async function carryOut(keys: Keys, command: Exclude<KeyCommand, { kind: 'help' }>): Promise<void> {
  switch (command.kind) {
    case 'create': {
      const { owner, name, scopes, expires } = command;
      const { key, record } = await keys.create({ owner, name, scopes, expires });
      say(`key ${describe(record)}; it is shown this once:`);
      return print(key);
    }
    case 'list':
      for (const record of await keys.list()) print(describe(record));
      return;
    case 'revoke': {
      const record = await keys.revoke(command.id);
      say(`key ${describe(record)}; a running server refuses it within a second`);
      if (record.configured) say('It is the one of DAYBREAK_API_KEY: a start with that variable takes it again.');
      return;
    }
    case 'rotate': {
      const { key, record, old } = await keys.rotate(command.id, command);
      say(`old key ${describe(old)}`);
      say(`new key ${describe(record)}; it is shown this once:`);
      return print(key);
    }
  }
}

/** The configured database. Throws `ConfigError` where a mistyped folder would make an empty one. */
function databaseOf(config: Config): Parameters<typeof openStore>[0] {
  if (config.databaseUrl !== null) return { url: config.databaseUrl };
  const sqliteFile = join(config.home, 'daybreak.sqlite');
  if (existsSync(sqliteFile)) return { sqliteFile };
  throw new ConfigError('DAYBREAK_HOME', `there is no database in ${config.home}`, 'a folder that the server has used');
}

function describe(record: KeyRecord): string {
  const { id, owner, name, scopes, created, lastUsed, expires, revoked } = record;
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
  ].join('  ');
}

try {
  await main();
} catch (error) {
  const told = [KeyArgumentError, ConfigError, StorageError].some((type) => error instanceof type);
  const { message, cause } = error as Error;
  if (!told) throw error;
  say(`keys: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
  if (error instanceof KeyArgumentError) say('npm run keys -- help tells more.');
  process.exitCode = 1;
}

import { ConfigError } from './config.ts';

/** Codes of PostgreSQL (SQLSTATE): a user or a password that it does not take, a database that is none, a right. */
const REFUSALS = new Set(['28000', '28P01', '3D000', '42501']);

/** As a `ConfigError` what an operator can put right, where PostgreSQL refuses a server that starts; else as it was. */
export function refusedDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || !REFUSALS.has(String((error as { code?: unknown }).code))) return error;
  // knex puts the statement before it.
  const why = error.message.split(' - ').at(-1);
  const allowed = 'a database that is there, and a user of it who may make tables, with his password';
  return new ConfigError('DATABASE_URL', `PostgreSQL refuses this server: ${why}`, allowed);
}

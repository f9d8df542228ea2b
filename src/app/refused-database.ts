import { ConfigError } from './config.ts';

/** SQLSTATE codes of PostgreSQL: a rejected user or password, a missing database, a missing privilege. */
const REFUSALS = new Set(['28000', '28P01', '3D000', '42501']);

/**
 * Returns a `ConfigError` if PostgreSQL refuses this server for a reason the operator can fix; else returns the error
 * unchanged.
 */
export function refusedDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || !REFUSALS.has(String((error as { code?: unknown }).code))) return error;
  // knex puts the SQL statement before the message.
  const why = error.message.split(' - ').at(-1);
  const allowed = 'an existing database, and a user that may create tables, with the password';
  return new ConfigError('DATABASE_URL', `PostgreSQL refuses this server: ${why}`, allowed);
}

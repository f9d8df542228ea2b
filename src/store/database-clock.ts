import type { Knex } from 'knex';

/** The time so many milliseconds ago by the database's clock, as ISO-8601, for a statement. */
export function timeAgo(db: Knex, ms = 0): Knex.Raw {
  if (db.client.driverName !== 'pg')
    return db.raw("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)", [`-${ms / 1000} seconds`]);
  const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  return db.raw(`to_char((clock_timestamp() - interval '1 millisecond' * ?) at time zone 'utc', '${format}')`, [ms]);
}

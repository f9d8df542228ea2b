/** A PostgreSQL server of its own, in a temporary folder; `stop` ends it and removes that. */
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> }>;

/** A PostgreSQL server of its own, in a temporary folder; `stop` ends it and removes that. */
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> }>;
/** The folder of PostgreSQL's programs, and the variables that they need. */
export function postgresPrograms(): Promise<{ bin: string; env: NodeJS.ProcessEnv }>;

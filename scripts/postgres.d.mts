/**
 * A PostgreSQL server of its own, in a temporary folder; `stop` ends it and removes that. A durable one has after
 * `kill` and `start` what was committed before.
 */
export function startPostgres(options?: { isDurable?: boolean }): Promise<{
  url: string;
  readonly pid: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}>;
/** The folder of PostgreSQL's programs, and the variables that they need. */
export function postgresPrograms(): Promise<{ bin: string; env: NodeJS.ProcessEnv }>;

/**
 * Starts a PostgreSQL server in a temporary folder; `stop` ends the server and removes the folder. A durable server
 * keeps committed data through `kill` and `start`.
 */
export function startPostgres(options?: { isDurable?: boolean }): Promise<{
  url: string;
  readonly pid: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}>;
/** Returns the folder of PostgreSQL's programs, and the variables that they need. */
export function postgresPrograms(): Promise<{ bin: string; env: NodeJS.ProcessEnv }>;

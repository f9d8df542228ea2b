import { hostname } from 'node:os';

/** What operators see this server as: its machine and its process. */
export function serverName(): string {
  return `${hostname()}-${process.pid}`;
}

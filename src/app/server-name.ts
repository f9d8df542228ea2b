import { hostname } from 'node:os';

/** Returns the name under which operators see this server: host name and process id. */
export function serverName(): string {
  return `${hostname()}-${process.pid}`;
}

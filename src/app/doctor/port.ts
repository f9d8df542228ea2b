import { createServer } from 'node:net';
import { type Finding, fault, ok } from './finding.ts';

const timeoutMs = 5_000;

interface Address {
  host: string;
  port: number;
}

/** Checks that a server can listen at the address, or that Daybreak already does. */
export async function checkPort({ host, port }: Address): Promise<Finding> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (port === 0) return ok('port', 'any free port');
  const version = await serverVersion({ host, port });
  if (version !== null) return ok('port', `Daybreak ${version} answers at ${place}`);
  return tryToListen({ host, port }, place);
}

/** Returns the version of the Daybreak server at the address, or null if none answers. */
async function serverVersion({ host, port }: Address): Promise<string | null> {
  const any: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const name = any[host] ?? (host.includes(':') ? `[${host}]` : host);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`http://${name}:${port}/v1/livez`, { signal });
    if (((await answer.json()) as { status?: unknown }).status !== 'alive') return null;
    const health = await fetch(`http://${name}:${port}/v1/health`, { signal });
    const { version } = (await health.json()) as { version?: unknown };
    return typeof version === 'string' ? version : 'that is not ready';
  } catch {
    return null;
  }
}

async function tryToListen({ host, port }: Address, place: string): Promise<Finding> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      const cure = `choose another one with DAYBREAK_PORT, or stop that program (ss -ltnp 'sport = :${port}' names it)`;
      return fault('port', `another program listens on ${place}`, cure);
    }
    if (code === 'EACCES') return fault('port', `${place} needs privileges`, 'set DAYBREAK_PORT to 1024 or higher');
    return fault(
      'port',
      `no program can listen on ${place} (${message})`,
      'set DAYBREAK_HOST to an address of this machine',
    );
  }
  await new Promise((done) => probe.close(done));
  return ok('port', `${place} is free`);
}

import { join } from 'node:path';
import { defaultLimits, type RequestLimits } from '../../src/api/http/request-limits.ts';
import { limitsToken } from '../../src/app/container.ts';
import type { DatabaseAddress } from '../../src/store/connection.ts';
import type { Keys } from '../../src/store/keys.ts';
import { openStore } from '../../src/store/store.ts';
import { peerEntry, startTestServer, type TestServerOptions } from '../api/test-server.ts';

/** Starts a server with the protocol peer and limits that a test reaches quickly. */
export function startAbuseServer(limits: Partial<RequestLimits> = {}, options: TestServerOptions = {}) {
  return startTestServer({
    workerEntry: peerEntry,
    exchangeParts: (container) => {
      container.rebind(limitsToken).toConstantValue({ ...defaultLimits, ...limits });
    },
    ...options,
  });
}

/** Creates keys in the database of the running server, as `npm run keys` does. */
export async function withKeys<T>(
  server: { home: string },
  make: (keys: Keys) => Promise<T>,
  address: DatabaseAddress = { sqliteFile: join(server.home, 'daybreak.sqlite') },
): Promise<T> {
  const store = await openStore(address);
  try {
    return await make(store.keys);
  } finally {
    await store.close();
  }
}

export async function newKey(
  server: { home: string },
  grant: { owner: string; scopes?: string[]; expires?: string },
  address?: DatabaseAddress,
): Promise<string> {
  const { key } = await withKeys(server, (keys) => keys.create({ scopes: ['chat', 'train'], ...grant }), address);
  return key;
}

import { defaultLimits, type RequestLimits } from '../../src/api/request-limits.ts';
import { readConfig } from '../../src/app/config.ts';
import { limitsToken } from '../../src/app/container.ts';
import { openStore } from '../../src/store/store.ts';
import { peerEntry, startTestServer, type TestServer, type TestServerOptions } from '../api/test-server.ts';

/** A server over the protocol peer whose limits a test need not wait for. */
export function startAbuseServer(limits: Partial<RequestLimits> = {}, options: TestServerOptions = {}) {
  return startTestServer({
    workerEntry: peerEntry,
    exchangeParts: (container) => {
      container.rebind(limitsToken).toConstantValue({ ...defaultLimits, ...limits });
    },
    ...options,
  });
}

/** Makes keys as `npm run keys` does: in the database of the running server. */
export async function withKeys<T>(
  server: TestServer,
  make: (keys: Awaited<ReturnType<typeof openStore>>['keys']) => Promise<T>,
): Promise<T> {
  const { databaseUrl, home } = readConfig({ DAYBREAK_HOME: server.home });
  const store = await openStore(
    databaseUrl === null ? { sqliteFile: `${home}/daybreak.sqlite` } : { url: databaseUrl },
  );
  try {
    return await make(store.keys);
  } finally {
    await store.close();
  }
}

export async function newKey(
  server: TestServer,
  grant: { owner: string; scopes?: string[]; expires?: string },
): Promise<string> {
  const { key } = await withKeys(server, (keys) => keys.create({ scopes: ['chat', 'train'], ...grant }));
  return key;
}

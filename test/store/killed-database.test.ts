import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import { newId, openStore, type Store } from '../../src/store/store.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let store: Store;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined)('a PostgreSQL server that is killed', () => {
  beforeAll(async () => {
    server = await startPostgres({ isDurable: true });
    store = await openStore({ url: server.url });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  it('fails pending requests as unavailable and keeps what it acknowledged', async () => {
    const kept: string[] = [];
    const errors: unknown[] = [];
    let isOver = false;
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const named = {
          owner: 'local',
          entity: 'local',
          project: 'p',
          name: newId(),
          baseModel: 'toy',
          returnExisting: false,
        };
        const made = await store.models.create(named).catch((error) => void errors.push(error));
        if (made) kept.push(made.model.id);
      }
    });
    for (let times = 0; times < 4; times++) {
      const enough = kept.length + 20;
      await expect.poll(() => kept.length, { timeout: 60_000 }).toBeGreaterThan(enough);
      await server.kill();
      await server.start();
    }
    isOver = true;
    await Promise.all(writers);
    const others = errors.filter((error) => !(error instanceof StorageError && error.code === 'unavailable'));
    expect(others).toEqual([]);
    expect(errors.length).toBeGreaterThan(4);
    for (const id of kept) await store.models.get(id);
  });
});

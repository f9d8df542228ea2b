import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { DatabaseAddress } from '../../src/store/connection.ts';
import { openStore, type Store } from '../../src/store/store.ts';

const POSTGRES_URL = process.env.DAYBREAK_TEST_POSTGRES_URL;

/** A new empty database for one test. */
export interface TestDatabase {
  address: DatabaseAddress;
  drop(): Promise<void>;
}

export async function newSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-store-'));
  return {
    address: { sqliteFile: join(folder, 'test.sqlite') },
    drop: () => rm(folder, { recursive: true }),
  };
}

export async function newPostgres(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  const url = new URL(POSTGRES_URL!);
  url.pathname = `/${name}`;
  return { address: { url: url.href }, drop: () => administer(`drop database ${name} with (force)`) };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export const DATABASES = [
  { name: 'SQLite', create: newSqlite, available: true },
  { name: 'PostgreSQL', create: newPostgres, available: POSTGRES_URL !== undefined },
];

/** Runs a suite on both databases. One store is open during the whole suite. */
export function describeStore(
  title: string,
  suite: (store: () => Store, address: () => DatabaseAddress) => void,
): void {
  for (const { name, create, available } of DATABASES) {
    describe.skipIf(!available)(`${title} on ${name}`, () => {
      let database: TestDatabase;
      let store: Store;
      beforeAll(async () => {
        database = await create();
        store = await openStore(database.address);
      });
      afterAll(async () => {
        await store.close();
        await database.drop();
      });
      suite(
        () => store,
        () => database.address,
      );
    });
  }
}

/** Returns all paths of a removal in parts. */
export async function pathsOf(parts: AsyncIterable<string[]>): Promise<string[]> {
  const paths: string[] = [];
  for await (const part of parts) paths.push(...part);
  return paths;
}

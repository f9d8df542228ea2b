import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { BodyBudget } from '../../src/api/http/body-budget.ts';
import type { HeavyParts } from '../../src/api/http/heavy-parts.ts';
import { readDeclaredBody } from '../../src/api/http/request-body.ts';
import { operations } from '../../src/generated/operations.ts';

it('a large body is not parsed if its request ends while it waits for its turn', async () => {
  const turn = Promise.withResolvers<void>();
  let turns = 0;
  const heavy = {
    first: () => {
      turns += 1;
      return turn.promise;
    },
  } as unknown as HeavyParts;
  // Invalid JSON, so parsing it would fail with another error.
  const bytes = Buffer.alloc(2 ** 18, '{');
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  const request = Object.assign(Readable.from([bytes]), { headers, httpVersion: '1.1' }) as unknown as IncomingMessage;
  const gone = new AbortController();
  const source = { request, response: {} as ServerResponse, keyId: 'key', over: gone.signal, readLarge: null };
  const budgets = { budget: new BodyBudget(2 ** 30), parsed: new BodyBudget(2 ** 30) };
  const limits = { ...budgets, contextLength: 64, slowBodyMs: 30_000, largeFrom: 2 ** 21, heavy };
  const reading = readDeclaredBody(source, operations.createChatCompletion, limits);
  await expect.poll(() => turns).toBe(1);
  gone.abort();
  turn.resolve();
  await expect(reading).rejects.toMatchObject({ code: 'draining' });
  expect(turns).toBe(1);
});

import { existsSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { test } from 'vitest';
import { startTestServer } from './api/test-server.ts';

test('hold', async () => {
  const log = pino({ level: 'debug' }, pino.destination('/tmp/wandb-server.log'));
  const server = await startTestServer({ log });
  writeFileSync('/tmp/wandb-env', `export B=${server.baseUrl} K=${server.key} O=${new URL(server.baseUrl).origin}\n`);
  while (!existsSync('/tmp/wandb-stop')) await new Promise((r) => setTimeout(r, 300));
  console.log(server.contractFaults);
  await server.close(0);
}, 3_600_000);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, expectUnharmed } from './attack.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.stop());

test('the harness finds a server unharmed that nobody attacks', async () => {
  const damage = await attack(server, async () => {
    expect((await server.call('GET', '/models')).status).toBe(200);
  });
  expectUnharmed(damage);
});

test('the harness notices a compute process that dies under an attack', async () => {
  let isFirst = true;
  const damage = attack(server, async () => {
    if (isFirst) process.kill(server.pids().compute, 'SIGKILL');
    isFirst = false;
  });
  // Either a chat of the neighbour fails, or the process id differs.
  await expect(damage.then(expectUnharmed)).rejects.toThrow();
});

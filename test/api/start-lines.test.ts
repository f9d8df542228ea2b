import { expect, test } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import type { RunningServer } from '../../src/app/server.ts';
import { startLines } from '../../src/app/start-lines.ts';

test.each([
  ['http://127.0.0.1:8484/v1', 'http://127.0.0.1:8484/docs'],
  ['http://[::1]:1/v1', 'http://[::1]:1/docs'],
  ['http://[fe80::1%eth0]:1/v1', 'http://[fe80::1%eth0]:1/docs'],
])('a server at %s says where its documentation is, and how to sign in', (baseUrl, docs) => {
  const loaded = { device: { adapter: 'a device', fallback: false } };
  const server = {
    baseUrl,
    keyPlace: 'in a file',
    signInCode: 'a-code',
    loaded,
    models: ['toy'],
  } as unknown as RunningServer;
  expect(startLines(server, readConfig({}))).toContain(`  docs       ${docs}`);
  const dashboard = docs.replace('/docs', '/app#code=a-code');
  expect(startLines(server, readConfig({}))).toContain(`  dashboard  ${dashboard}`);
});

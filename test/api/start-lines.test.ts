import { expect, test } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import type { RunningServer } from '../../src/app/server.ts';
import { startLines } from '../../src/app/start-lines.ts';

const model = {
  ...{ id: 'toy', weightBytes: 2 ** 30, adapterBytes: 2 ** 25, cacheBytes: 2 ** 29, cacheTokens: 11648 },
  ...{ contextLength: 8192, maxPositionEmbeddings: 8192, cacheType: 'f32', trainingTokens: 4096, longerContexts: [] },
};
const longerContexts = [
  { cacheType: 'f16', contextLength: 16_384 },
  { cacheType: 'int8', contextLength: 31_008 },
];
const short = { ...model, id: 'large', cacheTokens: 16384, maxPositionEmbeddings: 131_072, longerContexts };
const training = { jobs: 4, jobBytes: 3 * 2 ** 29 };

test.each([
  ['http://127.0.0.1:8484/v1', 'http://127.0.0.1:8484/docs'],
  ['http://[::1]:1/v1', 'http://[::1]:1/docs'],
  ['http://[fe80::1%eth0]:1/v1', 'http://[fe80::1%eth0]:1/docs'],
])('the start lines of a server at %s have the documentation, the memory and the sign-in link', (baseUrl, docs) => {
  const loaded = {
    device: { adapter: 'a device', fallback: false, memoryBytes: 2 ** 33 },
    models: [model, short],
    training,
  };
  const server = {
    baseUrl,
    keyPlace: 'in a file',
    signInCode: 'a-code',
    loaded,
    models: ['toy'],
  } as unknown as RunningServer;
  expect(startLines(server, readConfig({}))).toContain(`  docs       ${docs}`);
  expect(startLines(server, readConfig({})).join('\n')).toContain(
    '  memory     8 GiB: weights 2 GiB, adapters 64 MiB, keys and values 1 GiB,\n' +
      '             training 1.5 GiB for each of 4 jobs\n' +
      '  fits       toy: 1 chat of 8,192 tokens; training rows of 4,096\n' +
      '             large: 2 chats at once of 8,192 tokens (of 131,072), 16,384 with DAYBREAK_KV_CACHE=f16, ' +
      '31,008 with DAYBREAK_KV_CACHE=int8; training rows of 4,096\n',
  );
  const dashboard = docs.replace('/docs', '/app#code=a-code');
  expect(startLines(server, readConfig({}))).toContain(`  dashboard  ${dashboard}`);
});

test('the start lines of a worker have its address, but no dashboard and no key', () => {
  const loaded = { device: { adapter: 'a device', fallback: true, memoryBytes: 2 ** 33 }, models: [model], training };
  const server = { baseUrl: 'http://10.0.0.7:8484/v1', keyPlace: null, signInCode: null, loaded, models: ['toy'] };
  const lines = startLines(server as unknown as RunningServer, readConfig({})).join('\n');
  expect(lines).toContain('  address    http://10.0.0.7:8484\n');
  expect(lines).toContain('for its cluster on a device (software');
  expect(lines).not.toMatch(/dashboard|key/);
});

test('the start lines of an API replica name the workers of its cluster', () => {
  const server = { baseUrl: 'http://127.0.0.1:8484/v1', keyPlace: 'in a file', signInCode: 'a', models: ['toy'] };
  const lines = startLines({ ...server, loaded: null } as unknown as RunningServer, readConfig({}));
  expect(lines).toContain('Daybreak serves toy by the workers of its cluster');
});

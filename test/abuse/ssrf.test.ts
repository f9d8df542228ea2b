import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../src/jobs/data/private-address.ts';
import { type Network, safeFetch } from '../../src/jobs/data/safe-fetch.ts';
import type { TestServer } from '../api/test-server.ts';
import { startAbuseServer } from './abuse-server.ts';

/** Servers on both loopback addresses that count connections. */
let listeners: Server[] = [];
let connections = 0;
let port = 0;

/** Answers of a hostile name server, one list per query if there are several. */
const zone: Record<string, string[][]> = {
  'loopback.test': [['127.0.0.1']],
  'six.test': [['::1']],
  'metadata.test': [['169.254.169.254']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'nat64.test': [['64:ff9b::7f00:1']],
  'sixtofour.test': [['2002:7f00:1::']],
  'zone.test': [['fe80::1%lo']],
  'any.test': [['0.0.0.0']],
  'mixed.test': [['8.8.8.8', '127.0.0.1']],
  'mixed-six.test': [['2606:4700::1111', '::1']],
  'none.test': [[]],
  'garbage.test': [['not an address']],
};
const asked: string[] = [];

const network = (): Network => ({
  // The listener's port is allowed, so only the address check protects.
  ports: [String(port), '80', '443'],
  resolve: async (host) => {
    asked.push(host);
    const literal = /^[\d.]+$|:/.test(host) ? [[host]] : undefined;
    const answers = zone[host.replace(/\.$/, '')] ?? literal ?? [['127.0.0.1']];
    const answer = answers[Math.min(asked.filter((one) => one === host).length, answers.length) - 1];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  },
});

beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const listener = createServer((socket) => {
      connections++;
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
    });
    const listening = new Promise<boolean>((resolve) => {
      listener.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    listener.listen(port, host);
    // A machine without IPv6 has no such listener.
    if (!(await listening)) continue;
    port = (listener.address() as AddressInfo).port;
    listeners.push(listener);
  }
});
afterAll(() => {
  for (const listener of listeners) listener.close();
  listeners = [];
});
beforeEach(() => {
  connections = 0;
  asked.length = 0;
});

const never = new AbortController().signal;
const nothingAllowed = { allowedHosts: [], mostBytes: 1_000 };

/** Spellings of hosts that are, or might be read as, this machine or its network. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0', '0x0', '00', '2130706433', '017700000001'],
  ...['0x7f000001', '0x7f.1', '0X7F.0.0.1', '0177.0.0.1', '0177.0.0.01', '127.0.0.0x1', '127.0.0.1.', '0x7f.0x0.0x1'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '①②⑦.⓪.⓪.①', '１２７.0.0.1'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'local\u00adhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'foo.localhost', 'localhost.localdomain'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::1]', '[2002:7f00:1::1]', '[2001:0:7f00:1::]'],
  ...['[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[fec0::1]', '[100::1]', '[2001:db8::1]', '[5f00::1]'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254', '2852039166'],
  ...['168.63.129.16', '[::ffff:a83f:8110]'],
  ...['0xa9fea9fe', '169.254.43518', '198.18.0.1', '192.0.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...Object.keys(zone),
];

/** Spellings of URLs. PORT is the listener's port. */
const urls = [
  ...['http://user@127.0.0.1:PORT/', 'http://user:pw@127.0.0.1:PORT/', 'http://8.8.8.8@127.0.0.1:PORT/'],
  ...['http://127.0.0.1:PORT?@8.8.8.8/', 'http://127.0.0.1:PORT#@8.8.8.8/', 'http://127.0.0.1:PORT\\@8.8.8.8/'],
  ...['http:127.0.0.1:PORT/', 'http:/127.0.0.1:PORT/', 'http:///127.0.0.1:PORT/', 'http:\\\\127.0.0.1:PORT\\'],
  ...['HTTP://127.0.0.1:PORT/', ' http://127.0.0.1:PORT/', 'ht\ntp://127.0.0.1:PORT/', 'http://127.0.\t0.1:PORT/'],
  ...['http://127.0.0.1:PORT/\r\nHost: 8.8.8.8', 'http://127.0.0.1:PORT%0d%0aX: y/', 'http://[::1%25lo]:PORT/'],
  ...['https://127.0.0.1:PORT/', 'ws://127.0.0.1:PORT/', 'ftp://127.0.0.1:PORT/', 'gopher://127.0.0.1:PORT/_x'],
  ...['dict://127.0.0.1:PORT/', 'ldap://127.0.0.1:PORT/', 'jar:http://127.0.0.1:PORT/!/', 'data:text/plain,x'],
  ...['javascript:1', 'blob:http://127.0.0.1:PORT/x', 'view-source:http://127.0.0.1:PORT/', '//127.0.0.1:PORT/'],
  ...['file:///etc/passwd', 'file://localhost/etc/passwd', 'file:/etc/passwd', 'FILE:///etc/passwd', 'file:etc/passwd'],
  ...['file:\\\\\\etc\\passwd', 'file://127.0.0.1/etc/passwd', 'file:////etc/passwd', 'file:///etc/passwd%00.jsonl'],
  ...['file:///%65tc/passwd', 'file:///proc/self/environ', 'file://./etc/passwd', 'file:///..%2f..%2fetc/passwd'],
];

const table = [...hosts.map((host) => `http://${host}:PORT/data`), ...urls];

test('the table has over 100 URLs', () => expect(new Set(table).size).toBeGreaterThan(100));

test.each(table)('a fetch of %s fails without a connection', async (spelling) => {
  const url = spelling.replaceAll('PORT', String(port));
  await expect(safeFetch(url, nothingAllowed, never, network())).rejects.toMatchObject({ name: 'JobFailure' });
  expect(connections).toBe(0);
  // A name is resolved once, so the checked address is the one that would be connected to.
  expect(new Set(asked).size).toBe(asked.length);
});

test('the same spellings reach the listener if the operator allows the host', async () => {
  for (const host of ['127.1', '0x7f.1', 'loopback.test', '127。0。0。1', 'LOOPBACK.test']) {
    const { hostname } = new URL(`http://${host}/`);
    const rules = { allowedHosts: [`${hostname}:${port}`], mostBytes: 1_000 };
    expect(await text(await safeFetch(`http://${host}:${port}/`, rules, never, network()))).toBe('secret');
    const other = { allowedHosts: [`${hostname}:${port + 1}`, `${hostname}.`], mostBytes: 1_000 };
    await expect(safeFetch(`http://${host}:${port}/`, other, never, network())).rejects.toThrow('private address');
  }
  expect(connections).toBe(5);
});

test('an address that does not answer is skipped for the next one of the same host', async () => {
  zone['two.test'] = [['127.0.0.2', '127.0.0.1']];
  zone['dead.test'] = [['127.0.0.2', '127.0.0.3']];
  const rules = { allowedHosts: ['two.test', 'dead.test'], mostBytes: 1_000 };
  expect(await text(await safeFetch(`http://two.test:${port}/`, rules, never, network()))).toBe('secret');
  const dead = safeFetch(`http://dead.test:${port}/`, rules, never, network());
  await expect(dead).rejects.toThrow(/cannot be fetched: \S+/);
  expect(connections).toBe(1);
});

describe('a host name with changing addresses or redirects', () => {
  let page: HttpServer;
  let pagePort: number;

  beforeAll(async () => {
    page = createHttpServer((request, response) => {
      const location = decodeURIComponent(request.url ?? '').slice(2);
      response.writeHead(302, { location }).end();
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    pagePort = (page.address() as AddressInfo).port;
  });
  afterAll(() => page.close());

  test('is connected to at the address that was checked', async () => {
    zone['rebind.test'] = [['127.0.0.1'], ['127.0.0.2']];
    const rules = { allowedHosts: [`rebind.test:${port}`], mostBytes: 1_000 };
    expect(await text(await safeFetch(`http://rebind.test:${port}/`, rules, never, network()))).toBe('secret');
    expect(asked).toEqual(['rebind.test']);
    zone['turned.test'] = [['127.0.0.2'], ['127.0.0.1']];
    const turned = { allowedHosts: [`turned.test:${port}`], mostBytes: 1_000 };
    await expect(safeFetch(`http://turned.test:${port}/`, turned, never, network())).rejects.toThrow('ECONNREFUSED');
    expect(connections).toBe(1);
  });

  test.each([
    'http://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    '\\\\127.0.0.1:PORT/',
    'http://loopback.test:PORT/',
    'http://[::1]:PORT/',
    'http://2130706433:PORT/',
    'http://user@127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'http://metadata.test/latest/meta-data/',
    'http://[',
    'http://a b/',
  ])('is not redirected to %s', async (target) => {
    const url = `http://loopback.test:${pagePort}/?${encodeURIComponent(target.replaceAll('PORT', String(port)))}`;
    const rules = { allowedHosts: [`loopback.test:${pagePort}`], mostBytes: 1_000 };
    await expect(safeFetch(url, rules, never, network())).rejects.toMatchObject({ name: 'JobFailure' });
    expect(connections).toBe(0);
  });
});

describe('training data URLs', () => {
  let server: TestServer;
  let model: string;

  beforeAll(async () => {
    server = await startAbuseServer();
    const made = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
    model = made.body.id;
  });
  afterAll(() => server.end());

  test('that are hostile are refused, or their job fails, without a connection', async () => {
    const jobs: [string, string][] = [];
    // Test names would be resolved by the machine's own name server.
    for (const spelling of table.filter((one) => !/\.test|foo\.localhost|localdomain/.test(one))) {
      const url = spelling.replaceAll('PORT', String(port));
      const { status, body } = await server.call('POST', '/preview/sft-training-jobs', {
        model_id: model,
        training_data_url: url,
      });
      if (status === 200) jobs.push([spelling, body.id]);
      else expect([spelling, status]).toEqual([spelling, 422]);
    }
    for (const [spelling, id] of jobs) {
      let job = await server.call('GET', `/preview/training-jobs/${id}`);
      while (['queued', 'running'].includes(job.body.status)) {
        await sleep(20);
        job = await server.call('GET', `/preview/training-jobs/${id}`);
      }
      expect([spelling, job.body.status]).toEqual([spelling, 'failed']);
    }
    expect(connections).toBe(0);
  });
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '168.63.129.17', '172.32.0.1', '100.128.0.1'])(
  'the address %s is public',
  (address) => expect(isPrivateAddress(address)).toBe(false),
);

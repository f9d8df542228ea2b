import { expect, test } from 'vitest';
import { AllowedHosts } from '../../src/api/access/allowed-hosts.ts';

const taken = (hosts: AllowedHosts, headers: (string | undefined)[]) => headers.filter((one) => hosts.allows(one));
const own = [
  'localhost',
  'LOCALHOST:1',
  'localhost.',
  '127.0.0.1',
  '127.0.0.1:8484',
  '[::1]',
  '[::1]:65535',
  undefined,
];
const foreign = [
  ...[
    'other.example',
    'other.example:8484',
    'localhost.other.example',
    'other-localhost',
    '127.0.0.1.nip.io',
    '',
    ':80',
  ],
  ...['0.0.0.0', '127.0.0.2', '192.168.0.7', '[::]', '[::2]', '::1', 'localhost@other.example', 'localhost:80:80'],
  ...['localhost..', '[::1', '[localhost]', 'localhost:x', 'localhost/x', 'localhost, other.example', ' localhost'],
];

test.each(['127.0.0.1', '::1', 'localhost'])(
  'a server that listens on %s accepts the Host names of the loopback interface and no others',
  (host) => {
    const hosts = new AllowedHosts([host], []);
    expect(taken(hosts, own)).toEqual(own);
    expect(taken(hosts, foreign)).toEqual([]);
  },
);

test('the bound address and the configured host name are accepted in every spelling', () => {
  const hosts = new AllowedHosts(['127.0.0.2', 'Box.local'], []);
  expect(taken(hosts, ['127.0.0.2:1', 'box.local', 'BOX.local:2', 'other.example'])).toEqual([
    ...['127.0.0.2:1', 'box.local', 'BOX.local:2'],
  ]);
  const mapped = new AllowedHosts(['::ffff:127.0.0.1'], []);
  const ways = ['[::ffff:127.0.0.1]:1', '[::ffff:7f00:1]'];
  expect(taken(mapped, [...ways, '[::ffff:7f00:2]'])).toEqual(ways);
});

test('names that the operator adds are accepted, and on a public address only they and localhost are', () => {
  const near = new AllowedHosts(['127.0.0.1'], ['models.example.org']);
  expect(taken(near, ['models.example.org', 'models.example.org:443', 'localhost', 'x.models.example.org'])).toEqual([
    ...['models.example.org', 'models.example.org:443', 'localhost'],
  ]);
  const far = new AllowedHosts(['0.0.0.0'], ['models.example.org']);
  expect(taken(far, ['models.example.org', 'localhost', 'other.example'])).toEqual(['models.example.org', 'localhost']);
});

test('a server that listens on a public address accepts any Host name unless the operator lists some', () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.7', 'box.example']) {
    const hosts = new AllowedHosts([host], []);
    expect(taken(hosts, [...own, ...foreign])).toEqual([...own, ...foreign]);
  }
});

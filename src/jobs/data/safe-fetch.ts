import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type TcpNetConnectOpts } from 'node:net';
import { JobFailure } from '../job-failure.ts';
import { isPrivateAddress } from './private-address.ts';

const maxRedirects = 3;
const connectMs = 30_000;
/** Timeout for one of several addresses of a host. */
const attemptMs = 5_000;
const totalMs = 600_000;

interface FetchRules {
  /** `host` or `host:port`, lower case, of hosts that may have private addresses, on any port or on the given one. */
  allowedHosts: readonly string[];
  mostBytes: number;
}

/** Access to the network, replaced in tests. */
export interface Network {
  /** Returns all addresses of a host. Rejects if there is none. */
  resolve(host: string): Promise<LookupAddress[]>;
  /** Ports that are allowed on any host. */
  ports: readonly string[];
}

const internet: Network = { resolve: (host) => lookup(host, { all: true }), ports: ['80', '443'] };

/**
 * Fetches a user's URL without letting it reach what only the server can reach. Every address of the host is checked,
 * the connection goes to a checked address, and each redirect is checked again. The body streams until its end or until
 * the loop is left. Both the call and the stream throw `JobFailure`.
 */
export async function safeFetch(
  address: string,
  rules: FetchRules,
  signal: AbortSignal,
  network: Network = internet,
): Promise<AsyncIterable<Buffer>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
  let url = checkUrl(address, rules, network);
  for (let redirects = 0; ; redirects++) {
    const response = await get(url, await checkedAddresses(url, rules, network), limit);
    const { statusCode = 0 } = response;
    const location = response.headers.location;
    if (statusCode < 300 || statusCode >= 400 || location === undefined) return bodyOf(response, url, rules);
    response.destroy();
    if (redirects === maxRedirects) throw refused(url, `it redirects more than ${maxRedirects} times`);
    url = checkUrl(URL.parse(location, url.href)?.href ?? location, rules, network);
  }
}

/** Parses a URL. Throws `JobFailure` for a URL that can be refused without a network request. */
export function checkUrl(address: string, rules: FetchRules, { ports }: Network = internet): URL {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new JobFailure(`training_data_url: ${withoutQuery(address)} is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') throw refused(url, 'it contains a user name or password');
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  if (!ports.includes(port) && !isAllowed(url, rules)) {
    throw refused(url, `port ${port} is not ${ports.join(' or ')}, and the host is not in DAYBREAK_ARTIFACT_HOSTS`);
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && isPrivateAddress(literal) && !isAllowed(url, rules)) throw privateHost(url);
  return url;
}

function isAllowed(url: URL, { allowedHosts }: FetchRules): boolean {
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${port}`);
}

async function checkedAddresses(url: URL, rules: FetchRules, network: Network): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await network.resolve(host).catch(() => []);
  if (found.length === 0) throw refused(url, 'its host name cannot be resolved');
  if (!isAllowed(url, rules) && found.some(({ address }) => isPrivateAddress(address))) throw privateHost(url);
  return found;
}

/** Sends the request; if an address does not answer, the next one is tried. */
function get(url: URL, addresses: LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    signal,
    agent: false,
    timeout: connectMs,
    autoSelectFamilyAttemptTimeout: attemptMs,
    headers: {
      accept: 'application/jsonl, application/x-ndjson, application/json, */*',
      'accept-encoding': 'identity',
    },
    // The name was resolved and checked already; a second look-up could return another address.
    lookup: (_host, { all }, done) =>
      all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    sent.once('response', resolve);
    sent.once('timeout', () => sent.destroy(new Error('no answer within 30 s')));
    sent.once('error', (error: NodeJS.ErrnoException) => reject(refused(url, error.message || `${error.code}`)));
    sent.end();
  });
}

function bodyOf(response: IncomingMessage, url: URL, { mostBytes }: FetchRules): AsyncIterable<Buffer> {
  const { statusCode, headers } = response;
  const fail = (why: string): JobFailure => {
    response.destroy();
    return refused(url, why);
  };
  if (statusCode !== 200) throw fail(`the host answered ${statusCode}`);
  if (headers['content-type']?.toLowerCase().startsWith('text/html')) throw fail('it is a web page, not a JSONL file');
  const tooLong = `it is larger than ${mostBytes / 2 ** 20} MiB`;
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw fail(tooLong);
  return atMost(response, mostBytes, { tooLong: () => fail(tooLong), broken: (error) => fail(error.message) });
}

async function* atMost(
  response: IncomingMessage,
  mostBytes: number,
  failure: { tooLong(): JobFailure; broken(error: Error): JobFailure },
): AsyncGenerator<Buffer, void, void> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) throw failure.tooLong();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof JobFailure ? error : failure.broken(error as Error);
  }
}

/**
 * Returns the address, which may not be a valid URL, without secrets: the query may hold a signature, and the part
 * before an @ a password.
 */
function withoutQuery(address: string): string {
  return address
    .replace(/[?#].*$/s, '')
    .replace(/\/\/.*@/s, '//')
    .slice(0, 200);
}

function privateHost(url: URL): JobFailure {
  return refused(url, 'its host has a private address and is not in DAYBREAK_ARTIFACT_HOSTS');
}

/** Returns the failure for a URL. Omits its query, which may hold a signature. */
function refused(url: URL, why: string): JobFailure {
  return new JobFailure(`training_data_url: ${url.origin}${url.pathname} cannot be fetched: ${why}`);
}

import { isIPv6 } from 'node:net';

/** Returns whether a server bound to this address is reachable from its own machine only. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./.test(address);
}

/**
 * The host names that requests may use: a guard against DNS rebinding. A page of any site can make its own name resolve
 * to this machine; the browser then treats its requests as same-origin, but their Host header still names the site. So
 * a server on a loopback address accepts only this machine's names and those that the operator adds.
 */
export class AllowedHosts {
  /** Null allows all. */
  readonly #names: ReadonlySet<string> | null;

  /** `listening` holds the bound address and the name configured for it; `added` holds the operator's extra names. */
  constructor(listening: readonly string[], added: readonly string[]) {
    const isOpen = added.length === 0 && !listening.some(isLoopback);
    this.#names = isOpen ? null : new Set([...ofThisMachine, ...listening.flatMap(spellings), ...added]);
  }

  /** Returns whether a Host header is allowed. A request without one (HTTP/1.0) is: no browser sent it. */
  allows(header: string | undefined): boolean {
    if (this.#names === null || header === undefined) return true;
    // Any port is allowed: tunnels and proxies use their own.
    const name = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(header)?.[1] ?? '';
    return this.#names.has(name.toLowerCase().replace(/\.$/, ''));
  }
}

const ofThisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the spellings of an address that clients send; browsers normalize IPv6 addresses. */
function spellings(address: string): string[] {
  if (!isIPv6(address)) return [address.toLowerCase()];
  const written = `[${address.toLowerCase()}]`;
  const byBrowsers = URL.parse(`http://${written}`)?.hostname;
  return byBrowsers === undefined ? [written] : [written, byBrowsers];
}

import { isIPv6 } from 'node:net';

/** Whether a server that listens there hears its own machine only. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./.test(address);
}

/**
 * The hosts that requests may name. A page of any site can have its own name lead to this machine (DNS rebinding), and
 * what it asks for then is of its own origin to the browser; but its name is the Host of the request. So a server of
 * this machine alone takes no other name than this machine's, and those that its operator adds.
 */
export class AllowedHosts {
  /** Null allows all. */
  readonly #names: ReadonlySet<string> | null;

  /** `listening` are the address that is bound and the name that it was asked for by; `added` are the operator's. */
  constructor(listening: readonly string[], added: readonly string[]) {
    const isOpen = added.length === 0 && !listening.some(isLoopback);
    this.#names = isOpen ? null : new Set([...ofThisMachine, ...listening.flatMap(spellings), ...added]);
  }

  /** Takes the Host header; without one, which HTTP/1.0 allows, no browser has sent the request. */
  allows(header: string | undefined): boolean {
    if (this.#names === null || header === undefined) return true;
    // Any port: tunnels and proxies have ports of their own.
    const name = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(header)?.[1] ?? '';
    return this.#names.has(name.toLowerCase().replace(/\.$/, ''));
  }
}

const ofThisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** An address as clients write it; browsers write IPv6 addresses their own way. */
function spellings(address: string): string[] {
  if (!isIPv6(address)) return [address.toLowerCase()];
  const written = `[${address.toLowerCase()}]`;
  const byBrowsers = URL.parse(`http://${written}`)?.hostname;
  return byBrowsers === undefined ? [written] : [written, byBrowsers];
}

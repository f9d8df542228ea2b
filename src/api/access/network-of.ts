import { isIPv6 } from 'node:net';

/** Returns an IPv4 address as it is, and the /64 network of an IPv6 address: one host has a whole /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head, tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}

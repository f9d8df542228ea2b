import { isIPv6 } from 'node:net';

/** The address of a host, or of its network: one host has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head, tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}

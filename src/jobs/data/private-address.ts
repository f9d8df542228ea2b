import { BlockList, isIPv6 } from 'node:net';

/**
 * Ranges outside the public internet (IANA's special-purpose registries), and the one public address that reaches a
 * machine's own cloud: Azure's host, which hands out its certificates.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/**
 * Returns whether an IP address, with or without a zone, belongs to a private, local or otherwise special network.
 * IPv4-mapped forms count as their IPv4 address.
 */
export function isPrivateAddress(address: string): boolean {
  const [bare] = address.split('%', 1);
  return notPublic.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

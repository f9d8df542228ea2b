/**
 * Byte trie of all tokens, with its nodes in depth-first order; node 0 is the root. A walk skips the subtree of a
 * rejected node by continuing at its `ends`.
 */
export interface TokenTrie {
  /** Byte that leads to each node. */
  readonly bytes: Uint8Array;
  readonly depths: Uint16Array;
  readonly parents: Uint32Array;
  /** One past the last node below each node. */
  readonly ends: Uint32Array;
  /** `byByte[byteAt[b]]` to `byByte[byteAt[b + 1] - 1]` are the nodes that byte b leads to. */
  readonly byteAt: Uint32Array;
  readonly byByte: Uint32Array;
  /** `tokens[tokensAt[n]]` to `tokens[tokensAt[n + 1] - 1]` are the tokens that end at node n. */
  readonly tokensAt: Uint32Array;
  readonly tokens: Uint32Array;
  /** Number of 32-bit words of a mask: ceil(V / 32). */
  readonly words: number;
  /** Bitmask [words] of all tokens that have bytes. */
  readonly all: Uint32Array;
  /** Length of the longest token, in bytes. */
  readonly longestToken: number;
}

/** Builds the trie of tokens, given by id. Tokens without bytes are not in it. */
export function trieOf(byId: readonly Uint8Array[]): TokenTrie {
  const sorted = byId
    .map((bytes, id) => ({ id, bytes }))
    .filter(({ bytes }) => bytes.length > 0)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const nodes = { bytes: [0], depths: [0], tokensAt: [0] };
  const tokens: number[] = [];
  let before: Uint8Array = new Uint8Array(0);
  for (const { id, bytes } of sorted) {
    let common = 0;
    while (common < before.length && before[common] === bytes[common]) common += 1;
    for (let depth = common; depth < bytes.length; depth++) {
      nodes.bytes.push(bytes[depth]);
      nodes.depths.push(depth + 1);
      nodes.tokensAt.push(tokens.length);
    }
    tokens.push(id);
    before = bytes;
  }
  const all = new Uint32Array(Math.ceil(byId.length / 32));
  for (const id of tokens) all[id >>> 5] |= 1 << (id & 31);
  const { ends, parents } = relations(nodes.depths);
  const { byteAt, byByte } = nodesByByte(nodes.bytes);
  return {
    bytes: Uint8Array.from(nodes.bytes),
    depths: Uint16Array.from(nodes.depths),
    parents,
    ends,
    byteAt,
    byByte,
    tokensAt: Uint32Array.from([...nodes.tokensAt, tokens.length]),
    tokens: Uint32Array.from(tokens),
    words: all.length,
    all,
    longestToken: nodes.depths.reduce((most, depth) => Math.max(most, depth), 0),
  };
}

/** Returns the bytes on the path from the root to `node`. */
export function pathTo({ bytes, parents }: TokenTrie, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at !== 0; at = parents[at]) path.unshift(bytes[at]);
  return path;
}

function relations(depths: readonly number[]): Pick<TokenTrie, 'ends' | 'parents'> {
  const [ends, parents] = [new Uint32Array(depths.length), new Uint32Array(depths.length)];
  const open: number[] = [];
  for (let node = 0; node <= depths.length; node++) {
    const depth = node < depths.length ? depths[node] : -1;
    while (open.length > 0 && depths[open[open.length - 1]] >= depth) ends[open.pop() as number] = node;
    if (open.length > 0) parents[node] = open[open.length - 1];
    open.push(node);
  }
  return { ends, parents };
}

function nodesByByte(bytes: readonly number[]): Pick<TokenTrie, 'byteAt' | 'byByte'> {
  const byteAt = new Uint32Array(257);
  for (const byte of bytes.slice(1)) byteAt[byte + 1] += 1;
  for (let byte = 0; byte < 256; byte++) byteAt[byte + 1] += byteAt[byte];
  const [next, byByte] = [byteAt.slice(), new Uint32Array(bytes.length - 1)];
  for (let node = 1; node < bytes.length; node++) byByte[next[bytes[node]]++] = node;
  return { byteAt, byByte };
}

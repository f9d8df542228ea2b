import { tokenOf, type Vocabulary } from './vocabulary.ts';

/**
 * All tokens as a tree of their bytes, its nodes in order of a walk that takes children first; node 0 is the root. A
 * walk that is refused at a node goes on at `ends` of it.
 */
export class TokenTrie {
  /** The byte that leads to each node. */
  readonly bytes: Uint8Array;
  readonly depths: Uint16Array;
  /** One past the last node below each node. */
  readonly ends: Uint32Array;
  /** Tokens that end at node n: `tokens` from `tokensAt[n]` to `tokensAt[n + 1]`. */
  readonly tokensAt: Uint32Array;
  readonly tokens: Uint32Array;
  /** Words of a mask over the vocabulary. */
  readonly words: number;
  /** [words] a bit for each token. */
  readonly all: Uint32Array;
  /** In bytes. */
  readonly longestToken: number;

  constructor(vocabulary: Vocabulary) {
    const V = vocabulary.offsets.length - 1;
    const sorted = Array.from({ length: V }, (_, id) => ({ id, bytes: tokenOf(vocabulary, id) }))
      .filter(({ bytes }) => bytes.length > 0)
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
    const nodes = { bytes: [0], depths: [0], tokensAt: [0] };
    const tokens: number[] = [];
    let before: Uint8Array = new Uint8Array(0);
    for (const { id, bytes } of sorted) {
      let shared = 0;
      while (shared < before.length && before[shared] === bytes[shared]) shared += 1;
      for (let depth = shared; depth < bytes.length; depth++) {
        nodes.bytes.push(bytes[depth]);
        nodes.depths.push(depth + 1);
        nodes.tokensAt.push(tokens.length);
      }
      tokens.push(id);
      before = bytes;
    }
    this.bytes = Uint8Array.from(nodes.bytes);
    this.depths = Uint16Array.from(nodes.depths);
    this.tokensAt = Uint32Array.from([...nodes.tokensAt, tokens.length]);
    this.tokens = Uint32Array.from(tokens);
    this.ends = endsOf(this.depths);
    this.words = Math.ceil(V / 32);
    this.all = new Uint32Array(this.words);
    for (const id of tokens) this.all[id >>> 5] |= 1 << (id & 31);
    this.longestToken = this.depths.reduce((most, depth) => Math.max(most, depth), 0);
  }

  /** The bytes that lead from the root to `node`. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    let depth = this.depths[node];
    for (let at = node; depth > 0; at--) {
      if (this.depths[at] !== depth) continue;
      path.unshift(this.bytes[at]);
      depth -= 1;
    }
    return path;
  }
}

function endsOf(depths: Uint16Array): Uint32Array {
  const ends = new Uint32Array(depths.length);
  const open: number[] = [];
  for (let node = 0; node <= depths.length; node++) {
    const depth = node < depths.length ? depths[node] : -1;
    while (open.length > 0 && depths[open[open.length - 1]] >= depth) ends[open.pop() as number] = node;
    open.push(node);
  }
  return ends;
}

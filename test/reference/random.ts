/** Returns a generator of uniform numbers in [0, 1), deterministic by the seed (xorshift32, Marsaglia 2003). */
export function uniform(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < 8; i++) next();
  return next;
}

/** Returns `count` f32 numbers, uniform in [-scale, scale). */
export function randomFloats(seed: number, count: number, scale = 1): Float32Array<ArrayBuffer> {
  const next = uniform(seed);
  return Float32Array.from({ length: count }, () => (2 * next() - 1) * scale);
}

/** Returns the numbers 0 .. count - 1 in random order. */
export function shuffled(seed: number, count: number): number[] {
  const next = uniform(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

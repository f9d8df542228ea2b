/** A copy of `items` in an order that depends only on their number and `seed` (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items];
  const draw = generator(seed);
  for (let place = result.length - 1; place > 0; place -= 1) {
    const other = Math.floor(draw() * (place + 1));
    [result[place], result[other]] = [result[other], result[place]];
  }
  return result;
}

/** Numbers in [0, 1) from a 32-bit counter through a mixing function (Steele et al. 2014, SplitMix). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

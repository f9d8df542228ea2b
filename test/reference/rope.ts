/** H query heads, K key heads, K value heads of E elements, side by side in a row of qkv. */
export interface Heads {
  H: number;
  K: number;
  E: number;
  /** Number of rotated elements of a head, R; E by default. */
  rotated?: number;
}

/**
 * Rotates q and k of each row of qkv[T, (H + 2 K) E] by position * theta^(-2 i / R), and leaves v unchanged. The pair
 * (x_i, x_{i + R/2}) of the first R elements of a head is a complex number, multiplied by e^(i angle) (Su et al. 2021,
 * Hugging Face's half-split layout). `direction` -1 rotates back, which is the backward pass, because a rotation's
 * transpose is its inverse.
 */
export function rope(
  qkv: ArrayLike<number>,
  positions: ArrayLike<number>,
  { H, K, E, rotated: R = E }: Heads,
  theta: number,
  direction: 1 | -1 = 1,
): Float64Array {
  const turned = Float64Array.from(qkv);
  const width = (H + 2 * K) * E;
  for (let t = 0; t < positions.length; t++) {
    for (let head = 0; head < H + K; head++) {
      const start = t * width + head * E;
      for (let i = 0; i < R / 2; i++) {
        const angle = direction * positions[t] * theta ** ((-2 * i) / R);
        const real = qkv[start + i];
        const imaginary = qkv[start + i + R / 2];
        turned[start + i] = real * Math.cos(angle) - imaginary * Math.sin(angle);
        turned[start + i + R / 2] = real * Math.sin(angle) + imaginary * Math.cos(angle);
      }
    }
  }
  return turned;
}

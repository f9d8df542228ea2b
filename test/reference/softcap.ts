/** Computes cap tanh(z / cap), or z if the cap is infinite. */
export function softcapped(z: number, cap: number): number {
  return cap === Infinity ? z : cap * Math.tanh(z / cap);
}

/** Computes dz from dY, the gradient of the capped number. */
export function softcapBackward(dY: number, z: number, cap: number): number {
  return dY * (1 - Math.tanh(z / cap) ** 2);
}

/** cap tanh(z / cap) of one number, which stays as it is where the cap is infinite. */
export function softcapped(z: number, cap: number): number {
  return cap === Infinity ? z : cap * Math.tanh(z / cap);
}

/** dz from the gradient of what it becomes. */
export function softcapBackward(dY: number, z: number, cap: number): number {
  return dY * (1 - Math.tanh(z / cap) ** 2);
}

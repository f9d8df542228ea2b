const floatView = new Float32Array(1);
const wordView = new Uint32Array(floatView.buffer);

/** Returns the bits of an f32 as a u32 word. */
export function f32Bits(value: number): number {
  floatView[0] = value;
  return wordView[0];
}

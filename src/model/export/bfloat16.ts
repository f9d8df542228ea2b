/** float32 rounded to bfloat16, to the nearest and of two equally near to the even one, as bytes. NaN stays NaN. */
export function toBfloat16(values: Float32Array): Uint8Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const out = new Uint16Array(values.length);
  for (let i = 0; i < words.length; i++) {
    const bits = words[i];
    const notANumber = (bits & 0x7fffffff) > 0x7f800000;
    out[i] = notANumber ? (bits >>> 16) | 0x40 : (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
  }
  return new Uint8Array(out.buffer);
}

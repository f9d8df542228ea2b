/** Element types that are one number each, no blocks. */
export type PlainType = 'f32' | 'f16' | 'bf16';

/** Little-endian elements of `type` widened to float32, exactly. */
export function plainToFloat32(type: PlainType, bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / (type === 'f32' ? 4 : 2);
  const out = new Float32Array(count);
  const words = new Uint32Array(out.buffer);
  for (let i = 0; i < count; i++) {
    if (type === 'f32') out[i] = view.getFloat32(4 * i, true);
    else if (type === 'bf16') words[i] = view.getUint16(2 * i, true) << 16;
    else out[i] = halfToNumber(view.getUint16(2 * i, true));
  }
  return out;
}

/** The value of an IEEE 754 binary16 bit pattern. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

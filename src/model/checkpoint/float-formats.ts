/** The value of every f16 (IEEE 754 binary16), by its bits. */
const F16 = Float32Array.from(new Float16Array(Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits).buffer));
/** The value of every FP8 E4M3FN (OCP 8-bit floating point), by its bits: 0x7f and 0xff are NaN, none is infinite. */
export const E4M3 = Float32Array.from({ length: 256 }, (_, bits) => {
  const exponent = (bits >> 3) & 15;
  const fraction = bits & 7;
  const sign = bits & 128 ? -1 : 1;
  if (exponent === 15 && fraction === 7) return Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -9 : (8 + fraction) * 2 ** (exponent - 10));
});
/** The value of every FP8 E5M2, the upper half of an f16, by its bits. */
export const E5M2 = Float32Array.from({ length: 256 }, (_, bits) => F16[bits << 8]);

/** Reads the f16 in the two bytes at `at`. */
export function f16At(bytes: Uint8Array, at: number): number {
  return F16[bytes[at] | (bytes[at + 1] << 8)];
}

const word = new Uint8Array(4);
const float = new Float32Array(word.buffer);

/** Reads the f32 in the four bytes at `at`. */
export function f32At(bytes: Uint8Array, at: number): number {
  for (let i = 0; i < 4; i++) word[i] = bytes[at + i];
  return float[0];
}

/** Reinterprets a byte as int8. */
export function int8(byte: number): number {
  return byte < 128 ? byte : byte - 256;
}

/** Element types that are not stored in blocks. */
export type PlainType = 'f32' | 'f16' | 'bf16';

/** Widens little-endian elements of `type` to float32, exactly. */
export function plainToFloat32(type: PlainType, bytes: Uint8Array): Float32Array {
  const count = bytes.byteLength / (type === 'f32' ? 4 : 2);
  if (type === 'f32') return new Float32Array(bytes.slice().buffer);
  const out = new Float32Array(count);
  const words = new Uint32Array(out.buffer);
  for (let i = 0; i < count; i++) {
    const bits = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    if (type === 'bf16') words[i] = bits << 16;
    else out[i] = F16[bits];
  }
  return out;
}

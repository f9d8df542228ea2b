import { blockElements, rowBytes, type StoredType } from './checkpoint.ts';
import { f32At, int8, plainToFloat32 } from './float-formats.ts';
import { GGML_BLOCKS } from './ggml-blocks.ts';

/** Converts stored bytes of whole rows to float32, bit for bit as the formats' own libraries do. */
export function storedToFloat32(type: StoredType, bytes: Uint8Array): Float32Array {
  if (type === 'f32' || type === 'decoded') return plainToFloat32('f32', bytes);
  if (type === 'f16' || type === 'bf16') return plainToFloat32(type, bytes);
  const read = type === 'int4' ? readInt4 : type === 'int8' ? readInt8 : GGML_BLOCKS[type].read;
  const elements = blockElements(type);
  const size = rowBytes(type, elements);
  const count = bytes.length / size;
  const out = new Float32Array(count * elements);
  for (let block = 0; block < count; block++) read(bytes, block * size, out, block * elements);
  return out;
}

function readInt4(bytes: Uint8Array, at: number, out: Float32Array, to: number): void {
  const [scale, zero] = [f32At(bytes, at), f32At(bytes, at + 4)];
  for (let i = 0; i < 16; i++) {
    const pair = bytes[at + 8 + i];
    out[to + i] = scale * ((pair & 15) - zero);
    out[to + i + 16] = scale * ((pair >> 4) - zero);
  }
}

function readInt8(bytes: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f32At(bytes, at);
  for (let i = 0; i < 32; i++) out[to + i] = scale * int8(bytes[at + 4 + i]);
}

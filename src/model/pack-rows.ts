import type { StoredType } from './checkpoint/checkpoint.ts';

/**
 * Rows as stored, in the word-aligned form the kernels read (kernels/include/weight.wgsl): q8_0 blocks of 34 bytes get
 * two bytes of padding after the scale, q4_0 blocks of 18 become q4_1 blocks of 20 with the minimum -8 d written out.
 * Other types pass unchanged.
 */
export function packRows(type: StoredType, stored: Uint8Array): Uint8Array {
  if (type === 'q8_0') return padScales(stored);
  if (type === 'q4_0') return addMinimums(stored);
  return stored;
}

function padScales(stored: Uint8Array): Uint8Array {
  const blocks = stored.length / 34;
  const packed = new Uint8Array(blocks * 36);
  for (let block = 0; block < blocks; block++) {
    const from = block * 34;
    packed.set(stored.subarray(from, from + 2), block * 36);
    packed.set(stored.subarray(from + 2, from + 34), block * 36 + 4);
  }
  return packed;
}

function addMinimums(stored: Uint8Array): Uint8Array {
  const blocks = stored.length / 18;
  const packed = new Uint8Array(blocks * 20);
  const view = new DataView(packed.buffer);
  const source = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  for (let block = 0; block < blocks; block++) {
    const scale = source.getFloat16(block * 18, true);
    view.setFloat16(block * 20, scale, true);
    view.setFloat16(block * 20 + 2, -8 * scale, true);
    packed.set(stored.subarray(block * 18 + 2, block * 18 + 18), block * 20 + 4);
  }
  return packed;
}

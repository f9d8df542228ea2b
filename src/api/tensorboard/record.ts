import { crc32c } from './crc32c.ts';

/** One record of a TFRecord file: its length and its content, each with a masked CRC-32C behind it. */
export function tfRecord(content: Uint8Array): Uint8Array {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(content.length));
  return Buffer.concat([length, masked(length), content, masked(content)]);
}

/**
 * Rotated and moved, so that a checksum of something that holds checksums is not weak (tensorflow/lib/hash/crc32c.h).
 */
function masked(bytes: Uint8Array): Uint8Array {
  const crc = crc32c(bytes);
  const out = Buffer.alloc(4);
  out.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0);
  return out;
}

/** Bytes of a header, and what contents are padded to. */
const BLOCK = 512;

/** Bytes that a file takes in an archive, header and padding included. */
export function tarEntryBytes(bytes: number): number {
  return BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
}

/** Bytes of an archive's end. */
export const TAR_END_BYTES = 2 * BLOCK;

/**
 * The header of a file in a tar archive (POSIX.1-1988 ustar; a size of 8 GiB and more as GNU tar writes it). `path` is
 * ASCII of at most 100 characters. The content follows, then `tarPadding`. Throws RangeError for another path.
 */
export function tarHeader(path: string, bytes: number, modified: Date): Uint8Array {
  if (!/^[\x21-\x7e]{1,100}$/.test(path)) throw new RangeError(`${path} is no path for an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) => {
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  };
  header.write(path, 0, 'latin1');
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (bytes < 8 ** 11) octal(bytes, 124, 11);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  octal(Math.floor(modified.getTime() / 1000), 136, 11);
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What follows a content of so many bytes. */
export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array(tarEntryBytes(bytes) - BLOCK - bytes);
}

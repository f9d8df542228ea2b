/** Bytes of a header, and alignment of contents. */
const BLOCK = 512;

/** Returns the bytes of a file in an archive, with header and padding. */
export function tarEntryBytes(bytes: number): number {
  return BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
}

/** Bytes of the end-of-archive marker, which are zeros. */
export const TAR_END_BYTES = 2 * BLOCK;

/**
 * Returns the header of a file in a tar archive (POSIX.1-1988 ustar; sizes of 8 GiB and more as in GNU tar). `path` is
 * ASCII, at most 100 characters, or at most 155, a slash and at most 100. The content follows, then `tarPadding`.
 * Throws RangeError for any other path.
 */
export function tarHeader(path: string, bytes: number, modified: Date, mode = 0o644): Uint8Array {
  const parts = splitPath(path);
  if (parts === null) throw new RangeError(`${path} cannot be a path in an archive`);
  const { prefix, name } = parts;
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) => {
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  };
  header.write(name, 0, 'latin1');
  octal(mode, 100, 7);
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
  header.write(prefix, 345, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Returns whether `tarHeader` accepts a path. */
export function isTarPath(path: string): boolean {
  return splitPath(path) !== null;
}

function splitPath(path: string): { prefix: string; name: string } | null {
  const short = /^()([\x21-\x7e]{1,100})$/.exec(path);
  const parts = short ?? /^([\x21-\x7e]{1,155})\/([\x21-\x7e]{1,100})$/.exec(path);
  return parts && { prefix: parts[1], name: parts[2] };
}

/** Returns the padding after a content of `bytes` bytes. */
export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array(tarEntryBytes(bytes) - BLOCK - bytes);
}

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
 * ASCII, with at most 100 characters after a slash that has at most 155 before it. The content follows, then
 * `tarPadding`. Throws RangeError for another path.
 */
export function tarHeader(path: string, bytes: number, modified: Date, mode = 0o644): Uint8Array {
  const parts = splitPath(path);
  if (parts === null) throw new RangeError(`${path} is no path for an archive`);
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

/** Whether `tarHeader` takes it. */
export function isTarPath(path: string): boolean {
  return splitPath(path) !== null;
}

function splitPath(path: string): { prefix: string; name: string } | null {
  const short = /^()([\x21-\x7e]{1,100})$/.exec(path);
  const parts = short ?? /^([\x21-\x7e]{1,155})\/([\x21-\x7e]{1,100})$/.exec(path);
  return parts && { prefix: parts[1], name: parts[2] };
}

/** What follows a content of so many bytes. */
export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array(tarEntryBytes(bytes) - BLOCK - bytes);
}

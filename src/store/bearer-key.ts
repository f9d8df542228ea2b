import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { StorageError } from '../artifacts/storage-error.ts';

/**
 * A key is `db_<id>_<secret><checksum>`: a prefix for secret scanners, 12 characters to look it up by, 43 characters
 * (256 bits) of secret, and 6 characters of CRC-32 over all before, which detects a typo without a database. The
 * alphabet has no dash, because Weights & Biases' clients check keys after their first dash.
 */
const FORMAT = /^db_([0-9A-Za-z]{12})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Weights & Biases' clients refuse shorter keys. */
const MIN_KEY_LENGTH = 40;
const MAX_KEY_LENGTH = 512;

export function newBearerKey(id: string = randomText(12)): { id: string; key: string } {
  const body = `db_${id}_${randomText(43)}`;
  return { id, key: body + checksum(body) };
}

/** Returns the id in a key of this format, or null for any other string, such as a key that an operator chose. */
export function keyId(key: string): string | null {
  const match = FORMAT.exec(key);
  return match !== null && checksum(key.slice(0, -6)) === match[2] ? match[1] : null;
}

/** Returns the SHA-256 in hex. A slow hash would add nothing: the secret cannot be guessed. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Throws `invalid_value` for a key that an `Authorization` header or the clients could not carry. */
export function checkBearerKey(key: string): void {
  if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH) {
    throw new StorageError(
      'invalid_value',
      `An API key must have ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} characters, got ${key.length}.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new StorageError('invalid_value', 'An API key must consist of visible ASCII characters without spaces.');
  }
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 x 62: larger bytes would make the first letters likelier.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

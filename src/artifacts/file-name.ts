import { StorageError } from './storage-error.ts';

const MAX_FILE_NAME_LENGTH = 128;

/** Patterns that are refused in the name of an uploaded file, with the reason for the caller. */
const REFUSED: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /^$/, why: 'it is empty' },
  { pattern: /^\./, why: 'it starts with a dot' },
  { pattern: /[/\\]/, why: 'it contains a slash or backslash' },
  { pattern: /\p{Cc}/u, why: 'it contains a control character' },
  { pattern: /\p{Cs}/u, why: 'it is not valid Unicode' },
  { pattern: /%[0-9a-f]{2}/i, why: 'it contains a percent-encoded character' },
  { pattern: /[<>:"|?*]/, why: 'it contains one of < > : " | ? *' },
  { pattern: /^\s|[\s.]$/u, why: 'it starts with a space, or ends with a space or dot' },
  { pattern: /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i, why: 'it is a device name' },
];

/**
 * Throws `unsafe_name`, with the reason, unless the name is harmless on every system that the files may be copied to.
 */
export function checkFileName(name: string): void {
  const why =
    name.length > MAX_FILE_NAME_LENGTH
      ? `it is longer than ${MAX_FILE_NAME_LENGTH} characters`
      : REFUSED.find(({ pattern }) => pattern.test(name))?.why;
  if (why === undefined) return;
  throw new StorageError('unsafe_name', `The file name ${JSON.stringify(name.slice(0, 160))} is refused: ${why}.`);
}

/**
 * The 256 characters that represent bytes in byte-level BPE, in byte order: printable Latin-1 represents itself, the
 * other 68 bytes use characters from U+0100 (`bytes_to_unicode` in OpenAI's GPT-2 encoder.py).
 */
export const BYTE_CHARACTERS: readonly string[] = (() => {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCharCode(printable ? byte : next++);
  });
})();

const BYTES = new Map(BYTE_CHARACTERS.map((character, byte) => [character, byte]));

/** Returns the byte of a byte-level character, or `?` for any other, which well-formed vocabularies do not contain. */
export function byteOfCharacter(character: string): number {
  return BYTES.get(character) ?? 0x3f;
}

/** Partially decoded UTF-8 code point: it lies between `low` and `high`, and `left` bytes are missing. */
export interface Partial {
  low: number;
  high: number;
  left: number;
}

/** Decodes a first byte. Returns null if no character begins with it. For ASCII, `left` is 0. */
export function firstByte(byte: number): Partial | null {
  if (byte < 0x80) return { low: byte, high: byte, left: 0 };
  if (byte >= 0xc2 && byte <= 0xdf) return span(byte & 0x1f, 1);
  if (byte === 0xe0) return { low: 0x800, high: 0xfff, left: 2 };
  if (byte === 0xed) return { low: 0xd000, high: 0xd7ff, left: 2 };
  if (byte >= 0xe1 && byte <= 0xef) return span(byte & 0x0f, 2);
  if (byte === 0xf0) return { low: 0x10000, high: 0x3ffff, left: 3 };
  if (byte === 0xf4) return { low: 0x100000, high: 0x10ffff, left: 3 };
  if (byte >= 0xf1 && byte <= 0xf3) return span(byte & 0x07, 3);
  return null;
}

/** Decodes one more byte. Returns null if it cannot follow. */
export function nextByte({ low, high, left }: Partial, byte: number): Partial | null {
  if ((byte & 0xc0) !== 0x80) return null;
  const width = 2 ** (6 * (left - 1));
  // `low` has all bits known so far; the missing ones are 0.
  const base = Math.floor(low / (width * 64)) * (width * 64) + (byte & 0x3f) * width;
  const part = { low: Math.max(base, low), high: Math.min(base + width - 1, high), left: left - 1 };
  return part.low <= part.high ? part : null;
}

function span(bits: number, left: number): Partial {
  const width = 2 ** (6 * left);
  return { low: bits * width, high: bits * width + width - 1, left };
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;

/** The text that stands between quotes, its escapes resolved as Python does: an unknown one stays as it is. */
export function stringLiteral(text: string): string {
  return text.replace(ESCAPE, (all, x, u, wide, octal, character) => {
    const hex = x ?? u ?? wide;
    if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
    if (octal !== undefined) return codePoint(Number.parseInt(octal, 8));
    if ('xuUN'.includes(character)) throw new SyntaxError(`the escape \\${character} in a string is not complete`);
    return SIMPLE[character] ?? all;
  });
}

function codePoint(code: number): string {
  if (code > 0x10ffff) throw new SyntaxError('a string has an escape beyond Unicode');
  return String.fromCodePoint(code);
}

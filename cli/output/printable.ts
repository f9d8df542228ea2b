/** Control characters, and invisible or direction-changing characters. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escaped(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** Escapes a line of text for a terminal: names and texts on a server come from its callers. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n';
    return character === '\t' ? '\\t' : escaped(character);
  });
}

/** Escapes a text of several lines for people. Joined emoji stay. */
export function printableText(text: string): string {
  return text.replace(hidden, (character) => (/[\n\t\u200d]/.test(character) ? character : escaped(character)));
}

/** Returns JSON on one line or indented. Escapes what a terminal would interpret; the value is the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(hidden, (character) =>
    character === '\n' ? '\n' : escaped(character),
  );
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Returns the columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}

/** Cuts a text to `width` columns, with an ellipsis if something is missing. */
export function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = '';
  let columns = 1;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width) break;
    kept += character;
  }
  return `${kept}…`;
}

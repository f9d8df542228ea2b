/** Control characters, and those that turn the direction of text or are not seen. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escaped(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** One line of text that a terminal shows and does not obey: names and texts are the callers' of a server. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n';
    return character === '\t' ? '\\t' : escaped(character);
  });
}

/** A text of several lines, for people. Emoji may be joined. */
export function printableText(text: string): string {
  return text.replace(hidden, (character) => (/[\n\t\u200d]/.test(character) ? character : escaped(character)));
}

/** A JSON document of one line, or indented. What a terminal would obey is escaped; the value is the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(hidden, (character) =>
    character === '\n' ? '\n' : escaped(character),
  );
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}

/** The text, cut to so many columns with a mark where something is missing. */
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

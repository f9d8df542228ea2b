import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { whole } from './format.ts';

/**
 * Matches control characters, direction marks and zero-width characters, which could make a text look like another.
 * Emoji are matched first, since the joiners inside them stay.
 */
const hidden =
  /\p{RGI_Emoji}|[\p{Cc}--[\t\n\r]]|\r(?!\n)|\p{Default_Ignorable_Code_Point}|[\u2028-\u202e\ufff9-\ufffb]/gv;
const seen = /^\p{RGI_Emoji}$/v;

export function markHidden(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let start = 0;
  for (const match of text.matchAll(hidden)) {
    if (seen.test(match[0])) continue;
    if (match.index > start) parts.push(text.slice(start, match.index));
    const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    parts.push(
      <span class="hidden-char" title={`The character U+${code}, which would not be seen`}>
        U+{code}
      </span>,
    );
    start = match.index + match[0].length;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** Text of a model, a tool or a user, unchanged, with hidden characters made visible. */
export function VisibleText({ text }: { text: string }) {
  return <bdi>{markHidden(text)}</bdi>;
}

/** Returns `place`, or the next one if `place` is inside a surrogate pair. */
export function wholeCharacters(text: string, place: number): number {
  if (place >= text.length) return text.length;
  return /[\udc00-\udfff]/.test(text[place]!) ? place + 1 : place;
}

const block = 10_000;

/** Text of any length; a long one first shows its beginning. */
export function LongText({ text }: { text: string }) {
  const [shown, show] = useState(2 * block);
  const blocks: string[] = [];
  let end = 0;
  while (end < Math.min(shown, text.length)) {
    const start = end;
    end = wholeCharacters(text, start + block);
    blocks.push(text.slice(start, end));
  }
  const left = text.length - end;
  return (
    <div class="long-text" dir="auto">
      {blocks.map((part) => (
        <span class="text-block">{markHidden(part)}</span>
      ))}
      {left > 0 && (
        <button type="button" class="quiet" onClick={() => show(shown + 20 * block)}>
          Show more: {whole(left)} characters are left
        </button>
      )}
    </div>
  );
}

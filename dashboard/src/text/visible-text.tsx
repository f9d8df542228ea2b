import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { whole } from './format.ts';

/**
 * Controls, marks of direction, and what has no width: a text could use them to look like another. The joiner inside an
 * emoji stays as it is.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d|[\u{e0000}-\u{e007f}]/gu;

export function markHidden(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let start = 0;
  for (const match of text.matchAll(hidden)) {
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

/** Text of a model, a tool or a user, as it is, with what would hide in it made visible. */
export function VisibleText({ text }: { text: string }) {
  return <bdi>{markHidden(text)}</bdi>;
}

const block = 10_000;

/** A text of any length; a long one shows its beginning first. */
export function LongText({ text }: { text: string }) {
  const [shown, show] = useState(2 * block);
  const blocks: string[] = [];
  for (let start = 0; start < Math.min(shown, text.length); start += block)
    blocks.push(text.slice(start, start + block));
  const left = text.length - blocks.reduce((sum, part) => sum + part.length, 0);
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

import type { TrajectoryTokens } from '../../generated/types.gen.ts';

/** The tokens of a trajectory, with the text of each. Joined they are the whole text. */
export interface TokenSequence extends TrajectoryTokens {
  texts: string[];
}

/** A character of several tokens stands with the last of them; those before have an empty text. */
export function withTexts(tokens: TrajectoryTokens): TokenSequence {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = tokens.bytes.map((base64, place) => {
    return decoder.decode(bytesOf(base64), { stream: place < tokens.bytes.length - 1 });
  });
  return { ...tokens, texts };
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

export function hexOf(base64: string): string {
  return Array.from(bytesOf(base64), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

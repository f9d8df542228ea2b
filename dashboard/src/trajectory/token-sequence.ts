import type { TrajectoryTokens } from '../../generated/types.gen.ts';

/** Tokens of a trajectory, with the text of each; joined, the texts are the whole text. */
export interface TokenSequence extends TrajectoryTokens {
  texts: string[];
}

/**
 * Decodes the tokens' bytes. A character split over several tokens belongs to the last; the earlier ones have an empty
 * text.
 */
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

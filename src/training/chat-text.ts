import type { JsonObject } from './json-reading.ts';

export interface RenderOptions {
  /** Tools in the shape {type, function}; null without any. */
  tools: readonly JsonObject[] | null;
  addGenerationPrompt: boolean;
}

/** How the trained model's conversations become tokens. Special tokens in the text count as such. */
export interface ChatText {
  /** Without added special tokens. */
  encode(text: string): readonly number[];
  /** Messages in the request's form to the chat template's text. Throws when the template refuses them. */
  renderChat(messages: readonly (JsonObject & { role: string })[], options: RenderOptions): string;
  /** The id of a vocabulary entry; null for a text that is none. */
  tokenId(token: string): number | null;
  eosId: number;
  vocabSize: number;
}

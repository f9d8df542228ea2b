import type { ToolFormat } from '../../model/text/template-formats.ts';
import type { ReasoningStart } from '../grammar/reasoning.ts';

/** A chat to render. */
export interface RenderTask {
  /** Source of the template. */
  source: string;
  specialTokens: Readonly<Record<string, string>>;
  /** A `ChatToRender` as JSON. */
  chat: string;
  /** Text of the last message that the answer continues; null if the answer begins a new turn. */
  continued: string | null;
  /** Most characters of the rendered text. */
  maxCharacters: number;
}

export interface EncodeTask {
  /** Folder or file of the model whose tokenizer is used. */
  path: string;
  addSpecialTokens: boolean;
  /** Most characters of a text; longer texts are not encoded. */
  mostCharacters: number;
  /** Texts of at least this many tokens, by a lower bound, are not encoded; null for no limit. */
  tooManyTokens: number | null;
}

/** A job of a text process: renders a chat or takes `texts`, and encodes the result. */
export interface TextJob {
  render: RenderTask | null;
  texts: readonly string[];
  /** Null returns the texts themselves. */
  encode: EncodeTask | null;
}

/** Properties of the answer that follow from the template. */
export interface TemplateTraits {
  toolFormat: ToolFormat;
  /** Whether the template supports reasoning that is separate from the answer. */
  thinks: boolean;
  /** State in which the answer begins: inside the reasoning or not. */
  start: ReasoningStart;
}

/** The ids of a text, or the reason why it was not encoded. */
export type EncodedText =
  | { kind: 'ids'; ids: Uint32Array }
  | { kind: 'too many characters'; characters: number }
  | { kind: 'too many tokens'; leastTokens: number };

export interface TextResult {
  /** Null unless a chat was rendered. */
  traits: TemplateTraits | null;
  /** Empty if the texts were encoded. */
  texts: string[];
  encoded: EncodedText[];
}

/** Answer of a text process: `refused` is an error of the template, `failed` an internal error. */
export type TextAnswer = { result: TextResult } | { refused: string } | { failed: string };

/** Message of a process before its answer, once it has started and loaded the tokenizer. */
export const BEGUN = 'begun';

import type { ToolFormat } from '../../model/text/template-formats.ts';
import type { ThoughtStart } from '../grammar/thoughts.ts';

/** A chat to render. */
export interface RenderTask {
  /** The template. */
  source: string;
  specialTokens: Readonly<Record<string, string>>;
  /** A `ChatToRender` as JSON. */
  chat: string;
  /** The text that the answer goes on with; null where it begins a turn of its own. */
  continued: string | null;
  /** The longest text that it may render. */
  maxCharacters: number;
}

export interface EncodeTask {
  /** Folder or file of the model whose tokenizer it is. */
  path: string;
  addSpecialTokens: boolean;
  /** Longer texts are not encoded. */
  mostCharacters: number;
  /** Nor are texts that must have as many tokens as this, or more; null where that is no matter. */
  tooManyTokens: number | null;
}

/** What a text process is asked: to render a chat or to take texts as they are, and to encode what that gives. */
export interface TextJob {
  render: RenderTask | null;
  texts: readonly string[];
  /** Null gives the texts back. */
  encode: EncodeTask | null;
}

/** What a template tells about the answer. */
export interface TemplateTraits {
  toolFormat: ToolFormat;
  /** Whether the model is to tell its thoughts from its answer. */
  thinks: boolean;
  /** Where the answer begins. */
  start: ThoughtStart;
}

/** The ids of a text, or why it was not encoded. */
export type Encoded =
  | { kind: 'ids'; ids: Uint32Array }
  | { kind: 'too many characters'; characters: number }
  | { kind: 'too many tokens'; leastTokens: number };

export interface TextResult {
  /** Where a chat was rendered. */
  traits: TemplateTraits | null;
  /** Empty where they were encoded. */
  texts: string[];
  encoded: Encoded[];
}

/** `refused` is what the template says or what is wrong with it, `failed` a fault of ours. */
export type TextAnswer = { result: TextResult } | { refused: string } | { failed: string };

/** What a process says before its answer: it has started, and read the tokenizer. */
export const BEGUN = 'begun';

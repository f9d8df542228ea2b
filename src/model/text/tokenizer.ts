import { Tokenizer as Library } from '@huggingface/tokenizers';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { byteOfCharacter } from './byte-characters.ts';
import { checkUnigram, installOwnParts, type LibraryParts, withoutOwnParts } from './library-parts.ts';
import { tryPatterns } from './pattern-trial.ts';
import { SPACE } from './sentencepiece.ts';
import { libraryTokenizerJson, withoutPrefix } from './tokenizer-json.ts';
import { bytePiece } from './unigram.ts';

/** A token that is found in the text before any splitting into words. */
interface AddedToken {
  id: number;
  content: string;
  special: boolean;
}

/** What we use of the library. Its own declarations import each other without extensions and so do not resolve. */
interface LibraryTokenizer extends LibraryParts {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  get_vocab(): Map<string | undefined, number>;
  get_added_tokens_decoder(): Map<number, AddedToken>;
}

const LibraryTokenizerClass: new (json: object, config: object) => LibraryTokenizer = Library;

interface EncodeOptions {
  /** Let the tokenizer's template add its own tokens, such as a BOS in front. Chat templates bring theirs along. */
  addSpecialTokens?: boolean;
  /**
   * The text that stands before, of which the end is enough: what goes on with it gets no space put in front, as a text
   * does by which SentencePiece begins.
   */
  after?: string;
}

interface DecodeOptions {
  skipSpecialTokens?: boolean;
  /** The ids are a text from its start, where the tokenizer may have put a space that is no part of it. */
  isWhole?: boolean;
}

/**
 * A BPE tokenizer: byte-level (GPT-2's scheme), as Llama 3, SmolLM2 and Qwen have it, tiktoken's among them, or with
 * bytes to fall back to, as those from SentencePiece (Llama 2, Mistral 7B, Gemma). Or SentencePiece's unigram model.
 */
export class Tokenizer {
  /** One more than the largest token id; the model's vocabulary may be larger. */
  readonly vocabSize: number;
  /** Ids of the tokens that `skipSpecialTokens` hides. */
  readonly specialIds: ReadonlySet<number>;
  #library: LibraryTokenizer;
  /** The same without the space that is put in front of a text; undefined where none is. */
  readonly #continuing: LibraryTokenizer | undefined;
  /** Tokens that cut a text, where what follows begins as a text does. */
  readonly #cuts: readonly string[];
  #idsOfTexts: Map<string, number> | undefined;
  /** The UTF-8 bytes that each id stands for; absent ids stand for none. */
  #bytes: (Uint8Array | undefined)[];
  #ids: ReadonlyMap<string, number>;
  #names: (string | undefined)[];
  /** In bytes. */
  #longestToken: number;
  /** Whether a space at the start of a text is the one that was put there. */
  readonly #stripsSpace: boolean;

  /** `json` is a parsed `tokenizer.json`, `source` its name in errors. Throws `CheckpointError` for another kind. */
  constructor(json: JsonObject, source: string) {
    checkModel(json, source);
    const bytesOf = mentions(json.decoder, 'ByteLevel') ? characterBytes : pieceBytes;
    this.#stripsSpace = mentions(json.decoder, 'Strip') || stripsSpace(json.decoder);
    this.#library = libraryTokenizer(json, source);
    const added = this.#library.get_added_tokens_decoder();
    this.specialIds = new Set([...added.values()].filter((token) => token.special).map((token) => token.id));
    const { json: continuing, cutsSegments } = withoutPrefix(libraryTokenizerJson(json));
    this.#continuing = continuing && libraryTokenizer(continuing, source);
    this.#cuts = cutsSegments ? [...added.values()].map((token) => token.content) : [];
    const utf8 = new TextEncoder();
    const ids = new Map<string, number>();
    this.#bytes = [];
    this.#names = [];
    for (const [token, id] of this.#library.get_vocab()) {
      // The library's vocabulary has holes where ids are unused.
      if (token === undefined) continue;
      ids.set(token, id);
      this.#names[id] = token;
      this.#bytes[id] = added.has(id) ? utf8.encode(token) : bytesOf(token);
    }
    this.#ids = ids;
    this.#longestToken = this.#bytes.reduce((most, bytes) => Math.max(most, bytes?.length ?? 0), 1);
    this.vocabSize = this.#bytes.length;
  }

  /** Token ids of `text`. Special tokens written out in the text become their ids. */
  encode(text: string, { addSpecialTokens = false, after = '' }: EncodeOptions = {}): number[] {
    if (text === '' && !addSpecialTokens) return [];
    const begins = after === '' || this.#cuts.some((cut) => after.endsWith(cut));
    const library = begins ? this.#library : (this.#continuing ?? this.#library);
    return library.encode(text, { add_special_tokens: addSpecialTokens }).ids;
  }

  /** `encode` gives no fewer tokens than this, which takes a small part of its time to tell. */
  leastTokens(text: string): number {
    // Some tokenizers normalise the text first, which may make it shorter.
    const bytes = Math.min(Buffer.byteLength(text), Buffer.byteLength(text.normalize('NFC')));
    return Math.ceil(bytes / this.#longestToken);
  }

  /** The text of `ids`; bytes that are no UTF-8 become U+FFFD, unknown ids nothing. */
  decode(ids: readonly number[], { skipSpecialTokens = false, isWhole = false }: DecodeOptions = {}): string {
    const pieces = ids.filter((id) => !(skipSpecialTokens && this.specialIds.has(id))).map((id) => this.tokenBytes(id));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
    return isWhole && this.#stripsSpace && text.startsWith(' ') ? text.slice(1) : text;
  }

  /** The exact bytes that one token stands for, often only a part of a UTF-8 character. */
  tokenBytes(id: number): Uint8Array {
    return this.#bytes[id] ?? new Uint8Array(0);
  }

  /** The token as the vocabulary spells it, such as `Ġthe`; empty for an unknown id. */
  tokenName(id: number): string {
    return this.#names[id] ?? '';
  }

  /** The id of a token of this text, such as ` the`; of a byte's piece only where no other has it. Null for none. */
  idOfText(text: string): number | null {
    if (this.#idsOfTexts === undefined) {
      this.#idsOfTexts = new Map();
      for (const [name, id] of this.#ids) {
        const own = this.decode([id]);
        if (!this.#idsOfTexts.has(own) || !BYTE_OF_PIECE.has(name)) this.#idsOfTexts.set(own, id);
      }
    }
    return this.#idsOfTexts.get(text) ?? null;
  }

  /** The id of a token spelled as the vocabulary spells it, such as `<|im_end|>`, or null. */
  tokenId(token: string): number | null {
    return this.#ids.get(token) ?? null;
  }
}

/** Throws `CheckpointError`. */
function libraryTokenizer(json: JsonObject, source: string): LibraryTokenizer {
  try {
    const library = new LibraryTokenizerClass(withoutOwnParts(libraryTokenizerJson(json)), {});
    installOwnParts(library, json, source);
    tryPatterns(json, (text) => library.encode(text, { add_special_tokens: false }), source);
    return library;
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    throw new CheckpointError(`${source}: unusable tokenizer: ${(error as Error).message}`, { cause: error });
  }
}

/** Lists have a place for each id up to the highest. */
const MOST_IDS = 2 ** 24;

function checkId(token: unknown, id: unknown, source: string): void {
  if (Number.isInteger(id) && (id as number) >= 0 && (id as number) < MOST_IDS) return;
  throw new CheckpointError(`${source}: token ${JSON.stringify(token)} has the id ${String(id)}`);
}

function checkModel(json: JsonObject, source: string): void {
  const model = json.model;
  for (const token of Array.isArray(json.added_tokens) ? json.added_tokens : []) {
    if (isJsonObject(token)) checkId(token.content, token.id, source);
  }
  if (isJsonObject(model) && model.type === 'Unigram') {
    checkUnigram(model, source);
    if (mentions(json.decoder, 'Metaspace') || mentions(json.decoder, 'Replace')) return;
    throw new CheckpointError(
      `${source}: the decoder of a Unigram model has Metaspace or Replace; this one has neither`,
    );
  }
  if (isJsonObject(model) && model.type === 'Tiktoken' && isJsonObject(model.vocab)) {
    for (const [token, id] of Object.entries(model.vocab)) checkId(token, id, source);
    return;
  }
  if (!isJsonObject(model) || !isJsonObject(model.vocab) || !Array.isArray(model.merges)) {
    throw new CheckpointError(
      `${source}: only BPE (a model with vocab and merges) and Unigram tokenizers are supported`,
    );
  }
  const { vocab } = model;
  const fallsBack = model.byte_fallback === true && BYTE_PIECES.every((piece) => Object.hasOwn(vocab, piece));
  if (!mentions(json.decoder, 'ByteLevel') && !(fallsBack && mentions(json.decoder, 'ByteFallback'))) {
    throw new CheckpointError(
      `${source}: only byte-level BPE and BPE with byte fallback are supported; the decoder is neither`,
    );
  }
  for (const [token, id] of Object.entries(vocab)) checkId(token, id, source);
}

/** Whether a decoder is of this type, or has a part that is. */
function mentions(part: unknown, type: string): boolean {
  if (!isJsonObject(part)) return false;
  return part.type === type || (Array.isArray(part.decoders) && part.decoders.some((inner) => mentions(inner, type)));
}

/** Whether a decoder of spaces drops the one that was put in front. */
function stripsSpace(part: unknown): boolean {
  if (!isJsonObject(part)) return false;
  if (Array.isArray(part.decoders)) return part.decoders.some(stripsSpace);
  return part.type === 'Metaspace' && part.prepend_scheme !== 'never' && part.add_prefix_space !== false;
}

/** The bytes that the characters of a byte-level token stand for. */
function characterBytes(token: string): Uint8Array {
  return Uint8Array.from(token, byteOfCharacter);
}

const BYTE_PIECES = Array.from({ length: 256 }, (_, byte) => bytePiece(byte));
const BYTE_OF_PIECE = new Map(BYTE_PIECES.map((piece, byte) => [piece, byte]));

/** The bytes of a piece of SentencePiece. */
function pieceBytes(piece: string): Uint8Array {
  const byte = BYTE_OF_PIECE.get(piece);
  return byte === undefined ? Buffer.from(piece.replaceAll(SPACE, ' '), 'utf8') : Uint8Array.of(byte);
}

import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { Charsmap } from './charsmap.ts';
import { mapGraphemes, normalizeSentencePiece } from './precompiled-normalizers.ts';
import { UnigramModel } from './unigram.ts';

/** The interface of a model in @huggingface/tokenizers: a function with the vocabulary as properties. */
interface LibraryModel {
  (texts: readonly string[]): string[];
  tokens_to_ids: Map<string, number>;
  vocab: (string | undefined)[];
  unk_token_id: number | undefined;
  add_node?: (queue: { push(node: MergeNode): void }, node: MergeNode) => void;
}

interface MergeNode {
  token: string;
  /** Breaks ties from left to right. */
  bias: number;
  next: { token: string };
  score: number;
}

type Normalize = (text: string) => string;

/** Parts of the library's tokenizer that are replaced here. */
export interface LibraryParts {
  model: LibraryModel;
  normalizer: (Normalize & { normalizers?: { normalize: Normalize }[] }) | null;
}

/** Placeholder for a normalizer that the library lacks, until `installOwnParts` replaces it. */
const NOTHING = { type: 'Sequence', normalizers: [] };

/**
 * Replaces the parts that the library lacks by placeholders. Its `Precompiled` counts as lacking: it hard-codes NFKC
 * and ignores the character map.
 */
export function withoutOwnParts(json: JsonObject): JsonObject {
  const { model } = json;
  const type = isJsonObject(model) ? model.type : undefined;
  const stub = { type: 'BPE', vocab: type === 'Tiktoken' ? (model as JsonObject).vocab : {}, merges: [] };
  return {
    ...json,
    normalizer: withoutOwn(json.normalizer),
    model: type === 'Unigram' ? stub : type === 'Tiktoken' ? { ...stub, ignore_merges: true } : model,
  };
}

function withoutOwn(part: unknown): unknown {
  if (!isJsonObject(part)) return part;
  if (part.type === 'Precompiled' || part.type === 'SentencePiece') return NOTHING;
  return Array.isArray(part.normalizers) ? { ...part, normalizers: part.normalizers.map(withoutOwn) } : part;
}

/** Installs the parts of `json` that the library lacks into its tokenizer. Throws `CheckpointError` if invalid. */
export function installOwnParts(library: LibraryParts, json: JsonObject, source: string): void {
  const own = ownNormalizer(json.normalizer, source);
  if (own !== null) library.normalizer = own;
  else if (isJsonObject(json.normalizer) && Array.isArray(json.normalizer.normalizers)) {
    const { normalizers } = json.normalizer;
    for (const [i, part] of normalizers.entries()) {
      const normalize = ownNormalizer(part, source);
      if (normalize !== null && library.normalizer?.normalizers) library.normalizer.normalizers[i] = { normalize };
    }
  }
  const { model } = json;
  if (!isJsonObject(model)) return;
  if (model.type === 'Unigram') library.model = unigramModel(model, json);
  if (model.type === 'Tiktoken') library.model.add_node = rankedMerges(model.vocab as Record<string, number>);
}

function ownNormalizer(part: unknown, source: string): Normalize | null {
  if (!isJsonObject(part)) return null;
  if (part.type !== 'Precompiled' && part.type !== 'SentencePiece') return null;
  const { precompiled_charsmap: encoded } = part;
  const charsmap = typeof encoded === 'string' && encoded !== '' ? charsmapOf(encoded, source) : null;
  if (part.type === 'Precompiled') return (text) => (charsmap === null ? text : mapGraphemes(charsmap, text));
  const { removes_spaces: removesSpaces, adds_prefix: addsPrefix, space } = part as unknown as SentencePieceJson;
  if (typeof space !== 'string' || space === '') {
    throw new CheckpointError(`${source}: corrupt: a SentencePiece normalizer has no space`);
  }
  return (text) => normalizeSentencePiece(text, { charsmap, removesSpaces, addsPrefix, space });
}

function charsmapOf(encoded: string, source: string): Charsmap {
  return new Charsmap(Buffer.from(encoded, 'base64'), source);
}

/** The normalizer of a `tokenizer.model`, in a `tokenizer.json` that this code generates. */
export interface SentencePieceJson {
  type: 'SentencePiece';
  /** Character map in base64. */
  precompiled_charsmap: string;
  removes_spaces: boolean;
  adds_prefix: boolean;
  space: string;
}

/** Maximum characters of a piece. Every prefix is stored and looked up at each position; trainers' limit is 16. */
const MAX_CHARACTERS = 256;

/** Checks the Unigram model of a `tokenizer.json`. Throws `CheckpointError`. */
export function checkUnigram({ vocab, unk_id: unknown }: JsonObject, source: string): void {
  const isPiece = (entry: unknown): boolean =>
    Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);
  if (!Array.isArray(vocab) || vocab.length === 0 || !vocab.every(isPiece)) {
    throw new CheckpointError(`${source}: corrupt: the vocabulary of a Unigram model must be pieces with scores`);
  }
  const long = (vocab as [string, number][]).findIndex(([piece]) => piece.length > MAX_CHARACTERS);
  if (long >= 0) {
    throw new CheckpointError(`${source}: piece ${long} has more than ${MAX_CHARACTERS} characters`);
  }
  const isId = Number.isInteger(unknown) && (unknown as number) >= 0 && (unknown as number) < vocab.length;
  if (unknown !== null && unknown !== undefined && !isId) {
    throw new CheckpointError(`${source}: corrupt: unk_id is ${String(unknown)}`);
  }
}

function unigramModel(model: JsonObject, { pre_tokenizer: split, added_tokens: added }: JsonObject): LibraryModel {
  const vocab = model.vocab as [string, number][];
  const pieces = vocab.map(([piece]) => piece);
  // Pieces that no text encodes to; known only if the model comes from a `tokenizer.model`.
  const hidden = new Set(model.hidden_ids as number[] | undefined);
  const unigram = new UnigramModel(pieces, {
    scores: vocab.map(([, score], id) => (hidden.has(id) ? null : score)),
    unknownId: (model.unk_id as number | null | undefined) ?? null,
    fallsBack: model.byte_fallback === true,
    isSingle: model.is_single === true,
  });
  const words = wordsOf(split);
  const encode = (texts: readonly string[]) => texts.flatMap(words).flatMap((text) => unigram.encode(text));
  const ids = new Map(pieces.map((piece, id) => [piece, id]));
  const names: (string | undefined)[] = [...pieces];
  for (const { content, id } of (added ?? []) as { content: string; id: number }[]) {
    ids.set(content, id);
    names[id] = content;
  }
  return Object.assign(encode, {
    tokens_to_ids: ids,
    vocab: names,
    unk_token_id: (model.unk_id as number | null) ?? undefined,
  });
}

/** Returns the split of `Metaspace`, which the library omits: a cut before each mark, unless `split` is false. */
function wordsOf(split: unknown): (text: string) => string[] {
  const parts = isJsonObject(split) && Array.isArray(split.pretokenizers) ? split.pretokenizers : [split];
  const metaspace = parts.find((part) => isJsonObject(part) && part.type === 'Metaspace') as JsonObject | undefined;
  if (metaspace === undefined || metaspace.split === false) return (text) => [text];
  const mark = String(metaspace.replacement ?? '▁');
  return (text) => {
    const words: string[] = [];
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf(mark, at + 1);
      words.push(text.slice(at, next < 0 ? undefined : next));
      at = next < 0 ? text.length : next;
    }
    return words;
  };
}

/** Merges as tiktoken does: any two neighbours that form a token, lowest rank first, then from left to right. */
function rankedMerges(vocab: Record<string, number>): NonNullable<LibraryModel['add_node']> {
  const ranks = new Map(Object.entries(vocab));
  return (queue, node) => {
    const rank = ranks.get(node.token + node.next.token);
    if (rank === undefined) return;
    node.score = rank + node.bias;
    queue.push(node);
  };
}

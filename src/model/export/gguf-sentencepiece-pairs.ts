import {
  booleanPair,
  floatsPair,
  type GgufPair,
  integersPair,
  stringPair,
  stringsPair,
} from '../checkpoint/gguf-bytes.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { PIECE, SPACE } from '../text/sentencepiece.ts';
import { withoutPrefix } from '../text/tokenizer-json.ts';
import { GgufRefusal } from './gguf-refusal.ts';

/** Returns whether this is the `tokenizer.json` of a SentencePiece BPE model. */
export function isSentencePiece({ model }: JsonObject): boolean {
  return isJsonObject(model) && model.type === 'BPE' && model.byte_fallback === true;
}

/**
 * Returns a SentencePiece BPE model as GGUF metadata. `names` [V] are its tokens by id, empty for an unused id. Throws
 * `GgufRefusal` if llama.cpp would tokenize differently.
 */
export function sentencePiecePairs(names: readonly string[], json: JsonObject): GgufPair[] {
  const { pre_tokenizer, normalizer } = json;
  if (![normalizer, pre_tokenizer].every(onlyEscapesSpaces)) {
    throw new GgufRefusal(
      'GGUF cannot express how the tokenizer normalizes text: ' +
        'llama.cpp only adds a leading space and replaces spaces with ▁',
    );
  }
  const types = pieceTypes(names, json);
  const written = names.map((name, id) =>
    types[id] === PIECE.userDefined ? name.replaceAll(SPACE, ' ') : name || `[PAD${id}]`,
  );
  return [
    stringPair('tokenizer.ggml.model', 'llama'),
    stringPair('tokenizer.ggml.pre', 'default'),
    stringsPair('tokenizer.ggml.tokens', written),
    floatsPair('tokenizer.ggml.scores', pieceScores(names, types, mergesOf(json))),
    integersPair('tokenizer.ggml.token_type', types),
    // llama.cpp would also add a space prefix after each special token within the text.
    booleanPair('tokenizer.ggml.add_space_prefix', withoutPrefix(json).cutsSegments),
  ];
}

function onlyEscapesSpaces(part: unknown): boolean {
  if (!isJsonObject(part)) return true;
  const inner = part.normalizers ?? part.pretokenizers;
  if (Array.isArray(inner)) return inner.every(onlyEscapesSpaces);
  switch (part.type) {
    case 'Prepend':
      return part.prepend === SPACE;
    case 'Replace':
      return isString(part.pattern, ' ') && part.content === SPACE;
    case 'Metaspace':
      return part.replacement === SPACE && part.split === false;
    // A split at spaces has no effect: the normalizer has already replaced them.
    case 'Split':
      return isString(part.pattern, ' ');
    case 'SentencePiece':
      return part.precompiled_charsmap === '' && part.removes_spaces === false;
    default:
      return false;
  }
}

function isString(pattern: unknown, text: string): boolean {
  return isJsonObject(pattern) && pattern.String === text;
}

function pieceTypes(names: readonly string[], json: JsonObject): number[] {
  const unknown = isJsonObject(json.model) ? json.model.unk_token : null;
  const added = new Map<number, boolean>();
  for (const token of Array.isArray(json.added_tokens) ? json.added_tokens : []) {
    if (isJsonObject(token)) added.set(Number(token.id), token.special === true);
  }
  return names.map((name, id) => {
    if (name === '') return PIECE.unused;
    if (name === unknown) return PIECE.unknown;
    if (added.has(id)) return added.get(id) ? PIECE.control : PIECE.userDefined;
    return /^<0x[0-9A-F]{2}>$/.test(name) ? PIECE.byte : PIECE.normal;
  });
}

function mergesOf({ model }: JsonObject): [string, string][] {
  const listed = isJsonObject(model) && Array.isArray(model.merges) ? model.merges : [];
  return listed.map((merge: string | [string, string]) =>
    typeof merge === 'string' ? (merge.split(' ') as [string, string]) : merge,
  );
}

/**
 * Returns scores with which llama.cpp merges in the same order as `merges`. It merges any two adjacent pieces that form
 * a piece, highest score first. So a piece scores below those that are merged before it, and every pair that forms it
 * must be a merge. Throws `GgufRefusal` otherwise, as for a model that SentencePiece did not train.
 */
function pieceScores(names: readonly string[], types: readonly number[], merges: [string, string][]): number[] {
  const ids = new Map(names.map((name, id) => [name, id]));
  const isMade = (name: string) => types[ids.get(name) ?? -1] === PIECE.normal;
  const pairs = new Map<string, Set<string>>();
  let last = '';
  for (const [left, right] of merges) {
    const whole = left + right;
    if (!isMade(whole)) continue;
    if (whole !== last && pairs.has(whole)) throw disordered(whole);
    if (whole !== last) pairs.set(whole, new Set());
    pairs.get(whole)!.add(left);
    last = whole;
  }
  const places = new Map([...pairs.keys()].map((piece, place) => [piece, place]));
  return names.map((name, id) => {
    if (types[id] !== PIECE.normal) return 0;
    const own = pairs.get(name);
    for (let cut = 1; cut < name.length; cut++) {
      const left = name.slice(0, cut);
      if (isMade(left) && isMade(name.slice(cut)) && !own?.has(left)) throw disordered(name);
    }
    return -(places.get(name) ?? places.size);
  });
}

function disordered(piece: string): GgufRefusal {
  return new GgufRefusal(
    `GGUF has a score for each piece instead of merges, which cannot express the merges of ${JSON.stringify(piece)}`,
  );
}

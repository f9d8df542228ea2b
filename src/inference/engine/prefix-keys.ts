import { hash } from 'node:crypto';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';

/** Everything besides the tokens that keys and values depend on, and the caller that may share them. */
export interface PrefixRoot {
  /** Identity of the base model's weights. */
  weights: string;
  /** Checkpoint id and content of the adapter; null for the base model. */
  adapter: string | null;
  /** Caller and salt of the request. Otherwise response times would reveal what other callers have asked. */
  caller: string;
}

const HASH_BYTES = 32;

/**
 * Keys of a sequence's full pages, as a hash chain. Each key hashes the key before it and the page's 16 tokens; the
 * first hashes the root. Equal keys mean equal keys and values in the cache.
 */
export class PrefixKeys {
  readonly #root: string;
  readonly #first: string;
  readonly #keys: string[] = [];
  #last: string;

  constructor(root: PrefixRoot) {
    this.#root = textOf(root);
    this.#first = hash('sha256', this.#root, 'base64');
    this.#last = this.#first;
  }

  isOf(root: PrefixRoot): boolean {
    return this.#root === textOf(root);
  }

  /** Returns the key of page `page`, all of whose tokens are in `tokens`. */
  at(page: number, tokens: readonly number[]): string {
    while (this.#keys.length <= page) this.#extend(tokens);
    return this.#keys[page];
  }

  /**
   * Returns the key of the first `length` tokens, all of which are in `tokens`: of a full page, or of the beginning of
   * one.
   */
  upTo(length: number, tokens: readonly number[]): string {
    const rest = length % PAGE_TOKENS;
    const pages = (length - rest) / PAGE_TOKENS;
    const before = pages === 0 ? this.#first : this.at(pages - 1, tokens);
    return rest === 0 ? before : `${before} ${tokens.slice(length - rest, length).join()}`;
  }

  #extend(tokens: readonly number[]): void {
    const start = this.#keys.length * PAGE_TOKENS;
    if (start + PAGE_TOKENS > tokens.length) throw new Error(`page ${this.#keys.length} is not full yet`);
    const link = Buffer.allocUnsafe(HASH_BYTES + PAGE_TOKENS * 4);
    link.write(this.#last, 0, 'base64');
    for (let i = 0; i < PAGE_TOKENS; i++) link.writeUInt32LE(tokens[start + i], HASH_BYTES + 4 * i);
    this.#last = hash('sha256', link, 'base64');
    this.#keys.push(this.#last);
  }
}

function textOf({ weights, adapter, caller }: PrefixRoot): string {
  return JSON.stringify([weights, adapter, caller]);
}

import { hash } from 'node:crypto';
import type { Grammar, GrammarConstraint } from '../grammar.ts';
import { GrammarError, GrammarLimitError } from '../grammar-error.ts';
import { checkGrammarSize } from '../limits.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import type { GrammarPool } from './grammar-pool.ts';
import { ProcessLost } from './grammar-process.ts';
import { GrammarSession } from './grammar-session.ts';
import { GrammarStatus } from './grammar-status.ts';
import { RemoteMatcher } from './remote-matcher.ts';

/** Compiles and steps the grammars of one model in the processes of a pool. */
export class GrammarService {
  readonly #model: number;
  readonly #tokenizer: TokenizerInfo;
  readonly #pool: GrammarPool;
  readonly #cache = new CompileCache<GrammarStatus>();
  #size = 0;

  constructor(tokenizer: TokenizerInfo, pool: GrammarPool) {
    this.#tokenizer = tokenizer;
    this.#pool = pool;
    this.#model = pool.number();
  }

  /** Number of open sessions. */
  get size(): number {
    return this.#size;
  }

  /** Opens a session, which the caller then wakes. Rejects with GrammarError if the grammar is refused. */
  async open(constraint: GrammarConstraint, owner = ''): Promise<GrammarSession> {
    const { grammar, beside } = constraint;
    const status = await this.#compiled(grammar, owner);
    if (beside !== undefined) await this.#compiled(beside, owner);
    status.check();
    this.#size += 1;
    const link = new RemoteMatcher({
      pool: this.#pool,
      constraint,
      owner,
      status,
      model: this.#model,
      tokenizer: this.#tokenizer,
      onClose: () => {
        this.#size -= 1;
      },
    });
    return new GrammarSession(constraint, this.#tokenizer.offsets.length - 1, link);
  }

  async #compiled(grammar: Grammar, owner: string): Promise<GrammarStatus> {
    checkGrammarSize(grammar);
    return this.#cache.of(grammar, () => this.#compile(grammar, owner));
  }

  async #compile(grammar: Grammar, owner: string): Promise<GrammarStatus> {
    const status = new GrammarStatus(this.#pool.limits);
    const job = { kind: 'compile', model: this.#model, grammar } as const;
    for (;;) {
      status.check();
      try {
        const place = this.#pool.place(status.tier);
        if (await this.#pool.ask(place, { job, status, owner, tokenizer: this.#tokenizer })) return status;
      } catch (error) {
        if (!(error instanceof ProcessLost)) throw error;
      }
    }
  }
}

/** Capacity of the compile cache. The least recently used entry is evicted first. */
const MAX_KEPT = 1024;

interface Entry<T> {
  known: Promise<T>;
  /** Reason of a temporary refusal. */
  limit?: GrammarLimitError;
}

/** LRU cache of compile results by grammar, including refusals. */
export class CompileCache<T = void> {
  readonly #kept = new Map<string, Entry<T>>();
  readonly #keys = new WeakMap<Grammar, string>();

  /**
   * Returns the compile result of a grammar, and calls `compile` on a miss. Rejects with GrammarError if the grammar is
   * refused.
   */
  of(grammar: Grammar, compile: () => Promise<T>): Promise<T> {
    const key = this.#keyOf(grammar);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const entry = kept !== undefined && kept.limit?.isInEffect !== false ? kept : this.#compiled(key, compile);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
    return entry.known;
  }

  /** Returns the cache key, memoized by object because all sequences of a request share one grammar. */
  #keyOf(grammar: Grammar): string {
    const key = this.#keys.get(grammar) ?? hash('sha256', JSON.stringify(grammar), 'base64');
    this.#keys.set(grammar, key);
    return key;
  }

  #compiled(key: string, compile: () => Promise<T>): Entry<T> {
    const entry: Entry<T> = { known: compile() };
    entry.known.catch((error: Error) => {
      if (error instanceof GrammarLimitError) entry.limit = error;
      else if (!(error instanceof GrammarError) && this.#kept.get(key) === entry) this.#kept.delete(key);
    });
    return entry;
  }
}

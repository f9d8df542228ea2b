import { hash } from 'node:crypto';
import type { Grammar } from '../grammar.ts';
import { GrammarError, GrammarLimitError } from '../grammar-error.ts';

/** Grammars that are kept; the least recently used go first. */
const MOST_KEPT = 1024;
/** How long a grammar stays refused that took too long or too much: it may have been the machine's fault. */
const LIMIT_MS = 60_000;

interface Entry<T> {
  known: Promise<T>;
  /** By `performance.now()`. */
  until: number;
}

/** Results of compiling grammars: what is known of those that compile, and why others are refused. */
export class CompileCache<T = void> {
  readonly #kept = new Map<string, Entry<T>>();
  readonly #keys = new WeakMap<Grammar, string>();

  /**
   * What compiling a grammar gave, by `compile` where it is not known. Rejects with GrammarError where it is refused.
   */
  of(grammar: Grammar, compile: () => Promise<T>): Promise<T> {
    const key = this.#keyOf(grammar);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const entry = kept !== undefined && performance.now() < kept.until ? kept : this.#compiled(key, compile);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return entry.known;
  }

  /** Sequences of one request have one grammar object. */
  #keyOf(grammar: Grammar): string {
    const key = this.#keys.get(grammar) ?? hash('sha256', JSON.stringify(grammar), 'base64');
    this.#keys.set(grammar, key);
    return key;
  }

  #compiled(key: string, compile: () => Promise<T>): Entry<T> {
    const entry = { known: compile(), until: Number.POSITIVE_INFINITY };
    entry.known.catch((error: Error) => {
      if (error instanceof GrammarLimitError) entry.until = performance.now() + LIMIT_MS;
      else if (!(error instanceof GrammarError) && this.#kept.get(key) === entry) this.#kept.delete(key);
    });
    return entry;
  }
}

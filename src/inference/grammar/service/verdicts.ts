import { hash } from 'node:crypto';
import type { Grammar } from '../grammar.ts';
import { GrammarError, GrammarLimitError } from '../grammar-error.ts';

/** Verdicts that are kept, the least recently asked for go first. */
const MOST_KEPT = 1024;
/** How long a grammar stays refused that took too long or too much: it may have been the machine's fault. */
const LIMIT_MS = 60_000;

interface Verdict<T> {
  known: Promise<T>;
  /** By `performance.now()`. */
  until: number;
}

/** What is known of grammars: what was found of those that compile, or why they are refused. */
export class Verdicts<T = void> {
  readonly #kept = new Map<string, Verdict<T>>();
  readonly #keys = new WeakMap<Grammar, string>();

  /** The verdict on a grammar, found by `judge` where it is not known. Rejects with GrammarError where it is refused. */
  of(grammar: Grammar, judge: () => Promise<T>): Promise<T> {
    const key = this.#keyOf(grammar);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const verdict = kept !== undefined && performance.now() < kept.until ? kept : this.#judged(key, judge);
    this.#kept.set(key, verdict);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return verdict.known;
  }

  /** Sequences of one request have one grammar object. */
  #keyOf(grammar: Grammar): string {
    const key = this.#keys.get(grammar) ?? hash('sha256', JSON.stringify(grammar), 'base64');
    this.#keys.set(grammar, key);
    return key;
  }

  #judged(key: string, judge: () => Promise<T>): Verdict<T> {
    const verdict = { known: judge(), until: Number.POSITIVE_INFINITY };
    verdict.known.catch((error: Error) => {
      if (error instanceof GrammarLimitError) verdict.until = performance.now() + LIMIT_MS;
      else if (!(error instanceof GrammarError) && this.#kept.get(key) === verdict) this.#kept.delete(key);
    });
    return verdict;
  }
}

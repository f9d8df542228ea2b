import { breathing } from '../breath.ts';
import { compileGrammar } from '../compile.ts';
import type { Grammar } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { MaskShelf } from '../tokens/mask-shelf.ts';
import { TokenGrammar, TokenMatcher } from '../tokens/token-matcher.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { HeldTokens, ModelTokens, ThreadAnswer, ThreadJob } from './thread-messages.ts';
import { withinOwnTime } from './time-box.ts';

/** Compiled grammars that are kept for the next request, and the letters of all of them: one letter may be 200 bytes. */
const MOST_KEPT = 12;
const MOST_LETTERS = 250_000;

interface Session {
  matcher: TokenMatcher;
  held: HeldTokens;
}

/** What a thread of grammars does: compiled grammars, and the answers that are under way. */
export class GrammarDesk {
  readonly #readVocabulary: (tokens: ModelTokens) => Vocabulary;
  readonly #compiled = new Map<string, TokenGrammar>();
  readonly #sessions = new Map<number, Session>();
  readonly #onLook: (() => void) | undefined;
  #vocabulary: Vocabulary | undefined;
  #shelf = new MaskShelf();

  /** `onLook` is called again and again while a grammar is tried, and may hold that up. */
  constructor(readVocabulary: (tokens: ModelTokens) => Vocabulary, onLook?: () => void) {
    this.#readVocabulary = readVocabulary;
    this.#onLook = onLook;
  }

  /** Throws GrammarError for a grammar that is refused, anything for what should not happen. */
  answer(job: ThreadJob): ThreadAnswer {
    switch (job.kind) {
      case 'vocabulary':
        this.#vocabulary = job.vocabulary ?? this.#readVocabulary(job.tokens);
        this.#shelf = new MaskShelf();
        return { vocabulary: this.#vocabulary };
      case 'check':
        return { done: this.#check(job) };
      case 'open':
        return this.#open(job);
      case 'accept':
        return this.#accept(job.session, job.token);
    }
  }

  /** Of an answer that is over; unknown ones are fine. */
  forget(session: number): void {
    this.#sessions.delete(session);
  }

  #check({ grammar, withinMs }: ThreadJob & { kind: 'check' }): boolean {
    // Beginning an answer takes the grammar's first steps, too.
    const begin = (): void => void new TokenMatcher(this.#compile(grammar)).mask();
    if (withinMs !== undefined) return withinOwnTime(withinMs, begin, this.#onLook);
    if (this.#onLook) breathing(this.#onLook, begin);
    else begin();
    return true;
  }

  #open({ session, grammar, held, tokens }: ThreadJob & { kind: 'open' }): ThreadAnswer {
    const matcher = new TokenMatcher(this.#grammar(grammar));
    for (const token of tokens) matcher.accept(token);
    const opened = { matcher, held };
    this.#sessions.set(session, opened);
    return { mask: this.#maskOf(opened) };
  }

  #accept(number: number, token: number): ThreadAnswer {
    const session = this.#sessions.get(number);
    if (!session) throw new Error(`no answer ${number} is under way`);
    if (!session.matcher.accept(token)) throw new Error(`token ${token} is not in the grammar`);
    return { mask: this.#maskOf(session) };
  }

  #grammar(grammar: Grammar): TokenGrammar {
    const key = JSON.stringify(grammar);
    let compiled = this.#compiled.get(key);
    this.#compiled.delete(key);
    compiled ??= this.#compile(grammar);
    this.#compiled.set(key, compiled);
    let letters = [...this.#compiled.keys()].reduce((sum, kept) => sum + kept.length, 0);
    for (const oldest of this.#compiled.keys()) {
      const fits = this.#compiled.size <= MOST_KEPT && letters <= MOST_LETTERS;
      if (fits || oldest === key) break;
      this.#compiled.delete(oldest);
      letters -= oldest.length;
    }
    return compiled;
  }

  #compile(grammar: Grammar): TokenGrammar {
    if (!this.#vocabulary) throw new Error('the vocabulary is not there yet');
    return new TokenGrammar(compileGrammar(grammar), this.#vocabulary, this.#shelf);
  }

  #maskOf({ matcher, held: { endIds, lastIds = [], markers = [] } }: Session): Uint32Array {
    const mask = matcher.mask((this.#vocabulary?.markers ?? []).filter((id) => !markers.includes(id)));
    if (matcher.canEnd) {
      const isOver = mask.every((word) => word === 0);
      for (const id of isOver ? [...endIds, ...lastIds] : endIds) mask[id >>> 5] |= 1 << (id & 31);
    }
    if (mask.every((word) => word === 0))
      throw new GrammarError('the vocabulary has no token that goes on with the grammar');
    return mask;
  }
}

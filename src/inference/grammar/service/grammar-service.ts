import type { Grammar, GrammarConstraint } from '../grammar.ts';
import { checkGrammarSize } from '../text-size.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import { CompileCache } from './compile-cache.ts';
import type { GrammarPool } from './grammar-pool.ts';
import { ProcessLost } from './grammar-process.ts';
import { GrammarSession } from './grammar-session.ts';
import { GrammarStatus } from './grammar-status.ts';
import { RemoteMatcher } from './remote-matcher.ts';

/** The grammars of one model, compiled and stepped in the processes of a pool. */
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

  /** Answers in flight. */
  get size(): number {
    return this.#size;
  }

  /** Begins an answer, which is then to be woken. Rejects with GrammarError where the grammar is refused. */
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

import { createContext, Script } from 'node:vm';
import { compileGrammar } from '../compile.ts';
import type { Grammar } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { forcedToken } from '../tokens/forced-token.ts';
import { CompiledGrammar, GrammarMatcher } from '../tokens/grammar-matcher.ts';
import { TokenMaskCache } from '../tokens/token-mask-cache.ts';
import { type TokenizerInfo, type Vocabulary, withTrie } from '../tokens/tokenizer-info.ts';
import type { AcceptJob, AllowedEnds, DraftedToken, GrammarJob, JobAnswer } from './process-messages.ts';

/**
 * Capacity of the cache of compiled grammars: entries, and characters of all cache keys. A character may take 200 bytes
 * when compiled.
 */
const MAX_KEPT = 12;
const MAX_CHARACTERS = 250_000;

/** Maximum number of draft tokens in one engine step. */
const MAX_DRAFTS = 7;
/** Share of a step's time limit that may be spent on drafts, since other sessions wait for their masks. */
const DRAFT_SHARE = 0.05;

interface Model {
  vocabulary: Vocabulary;
  cache: TokenMaskCache;
}

interface Session {
  /** Key of the compiled grammar. */
  key: string;
  matcher: GrammarMatcher;
  ends: AllowedEnds;
  vocabulary: Vocabulary;
}

/** State and job handler of a grammar process: compiles grammars and computes the masks of open sessions. */
export class GrammarWorker {
  readonly #models = new Map<number, Model>();
  readonly #compiled = new Map<string, CompiledGrammar>();
  readonly #sessions = new Map<number, Session>();
  /** Keys of grammars whose lazy tables also contain states of drafts. */
  readonly #drafted = new Set<string>();

  take(model: number, tokenizer: TokenizerInfo): void {
    this.#models.set(model, { vocabulary: withTrie(tokenizer), cache: new TokenMaskCache() });
  }

  /** Runs a job and interrupts it after `withinMs`. Never throws. */
  answer(job: GrammarJob, withinMs: number): JobAnswer {
    if (job.kind === 'accept' && !this.#sessions.has(job.session)) return { kind: 'unknown' };
    const key = job.kind === 'accept' ? (this.#sessions.get(job.session) as Session).key : keyOf(job);
    let answer: JobAnswer = { kind: 'late' };
    const started = performance.now();
    try {
      const isDone = withinTime(withinMs, () => {
        answer = this.#do(job, key);
      });
      if (!isDone) this.#drop(key);
    } catch (error) {
      // Drafts may have exceeded a limit. The grammar is refused only if it fails without them.
      if (error instanceof GrammarError && this.#drafted.has(key)) {
        this.#drop(key);
        return job.kind === 'accept' ? { kind: 'unknown' } : this.answer(job, withinMs);
      }
      if (error instanceof GrammarError && 'session' in job) this.forget(job.session);
      else this.#drop(key);
      return refusal(error as Error);
    }
    return job.kind === 'accept' && job.drafts !== null ? this.#withDrafts(answer, job, started, withinMs) : answer;
  }

  /** Adds drafts to an answer. `drafts` is null if they exceed the time or memory limit. */
  #withDrafts(answer: JobAnswer, { session, drafts: likely }: AcceptJob, started: number, withinMs: number): JobAnswer {
    if (answer.kind !== 'mask' || likely === null) return answer;
    const { mask } = answer;
    const at = this.#sessions.get(session) as Session;
    this.#drafted.add(at.key);
    let drafts: DraftedToken[] | null = null;
    try {
      const left = Math.max(1, Math.ceil(withinMs - (performance.now() - started)));
      withinTime(left, () => {
        drafts = draftsOf(at, mask, likely, started + DRAFT_SHARE * withinMs);
      });
    } catch {
      // The output may never contain these drafts.
    }
    if (drafts === null) this.#drop(at.key);
    return { kind: 'mask', mask, drafts };
  }

  /** Deletes a closed session. Ignores unknown ones. */
  forget(session: number): void {
    this.#sessions.delete(session);
  }

  #do(job: GrammarJob, key: string): JobAnswer {
    switch (job.kind) {
      case 'compile':
        // Computes the first mask too, since opening a session needs it.
        new GrammarMatcher(this.#grammar(key, job)).nextTokenBitmask();
        return { kind: 'compiled' };
      case 'open': {
        const matcher = new GrammarMatcher(this.#grammar(key, job));
        for (const token of job.tokens) matcher.acceptToken(token);
        const session = { key, matcher, ends: job.ends, vocabulary: this.#model(job.model).vocabulary };
        this.#sessions.set(job.session, session);
        return { kind: 'mask', mask: maskOf(session), drafts: [] };
      }
      case 'accept': {
        const session = this.#sessions.get(job.session) as Session;
        for (const token of job.tokens) {
          if (!session.matcher.acceptToken(token)) throw new Error(`the grammar does not allow token ${token}`);
        }
        return { kind: 'mask', mask: maskOf(session), drafts: [] };
      }
    }
  }

  /** Drops a grammar and its sessions: an interrupted job may have left them inconsistent. */
  #drop(key: string): void {
    this.#compiled.delete(key);
    this.#drafted.delete(key);
    for (const [number, session] of this.#sessions) if (session.key === key) this.#sessions.delete(number);
  }

  #grammar(key: string, { model, grammar }: { model: number; grammar: Grammar }): CompiledGrammar {
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      const { vocabulary, cache } = this.#model(model);
      compiled = new CompiledGrammar(compileGrammar(grammar), vocabulary, cache);
    }
    this.#compiled.delete(key);
    this.#compiled.set(key, compiled);
    let characters = [...this.#compiled.keys()].reduce((sum, kept) => sum + kept.length, 0);
    for (const oldest of this.#compiled.keys()) {
      const fits = this.#compiled.size <= MAX_KEPT && characters <= MAX_CHARACTERS;
      if (fits || oldest === key) break;
      this.#compiled.delete(oldest);
      this.#drafted.delete(oldest);
      characters -= oldest.length;
    }
    return compiled;
  }

  #model(number: number): Model {
    const model = this.#models.get(number);
    if (!model) throw new Error(`there is no tokenizer ${number}`);
    return model;
  }
}

function keyOf({ model, grammar }: { model: number; grammar: Grammar }): string {
  return `${model} ${JSON.stringify(grammar)}`;
}

function maskOf({ matcher, vocabulary, ends }: Session): Uint32Array {
  const { endIds, lastIds = [], markers: allowed = [] } = ends;
  const mask = matcher.nextTokenBitmask(vocabulary.markers.filter((id) => !allowed.includes(id)));
  if (matcher.canEnd) {
    const isOver = mask.every((word) => word === 0);
    for (const id of isOver ? [...endIds, ...lastIds] : endIds) mask[id >>> 5] |= 1 << (id & 31);
  }
  if (mask.every((word) => word === 0)) {
    throw new GrammarError('the vocabulary has no token that continues the grammar');
  }
  return mask;
}

/**
 * Returns the prefix of `likely` that the grammar allows, then forced tokens, each with the mask after it. It stops at
 * the time `until`. The session's own matcher does not advance.
 */
function draftsOf(session: Session, mask: Uint32Array, likely: readonly number[], until: number): DraftedToken[] {
  const drafts: DraftedToken[] = [];
  const left = [...likely];
  let ahead: Session | undefined;
  let now = mask;
  while (drafts.length < MAX_DRAFTS && performance.now() < until) {
    if (left.length > 0 && !allows(now, left[0])) left.length = 0;
    const token = left.shift() ?? forcedToken(now, session.vocabulary);
    if (token === undefined) break;
    ahead ??= { ...session, matcher: session.matcher.fork() };
    // Stop tokens are in the mask, but the grammar does not accept them.
    if (!ahead.matcher.acceptToken(token)) break;
    now = maskOf(ahead);
    drafts.push({ token, mask: now });
  }
  return drafts;
}

function allows(mask: Uint32Array, id: number): boolean {
  return (mask[id >>> 5] & (1 << (id & 31))) !== 0;
}

/** Returns the answer for an error. A RangeError (array, string or stack too large) is blamed on the grammar. */
function refusal(error: Error): JobAnswer {
  if (error instanceof GrammarError) return { kind: 'refused', why: error.message };
  if (!(error instanceof RangeError)) return { kind: 'failed', why: error.stack ?? error.message };
  const isDeep = /call stack/.test(error.message);
  return { kind: 'refused', why: isDeep ? 'the grammar nests too deeply' : 'the grammar is too large' };
}

/** A script with a timeout: Node's only way to interrupt synchronous code within its thread. */
const context = createContext({ work: null });
const script = new Script('work()');

/**
 * Runs `work` and returns whether it finished within `ms` of wall-clock time. Otherwise it is interrupted without
 * running its `finally` blocks, so the caller must drop all state that `work` was changing.
 */
function withinTime(ms: number, work: () => void): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: ms, displayErrors: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    context.work = null;
  }
}

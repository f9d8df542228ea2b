import { NO_TOKEN } from '../../compute/ops/sample.ts';
import type {
  FinishCause,
  GeneratedToken,
  GenerateRequest,
  PromptReport,
  PromptTimes,
  PromptTokenLogprobs,
} from '../generate-request.ts';
import type { GrammarSession } from '../grammar/service/grammar-session.ts';
import { rulesNeedTokens } from '../logit-rules.ts';
import { Drafter } from './drafter.ts';
import type { PrefixKeys } from './prefix-keys.ts';

/** Callbacks for the progress of a sequence. */
export interface SequenceListener {
  /** Called once, before the first token. */
  onPrompt?: (report: PromptReport) => void;
  /** Called with each token, and the number of preemptions since the token before it. */
  onToken: (token: GeneratedToken, preemptions: number) => void;
}

/** One request in the engine: its tokens so far, how many of them are in the cache, and its listener. */
export class Sequence {
  readonly request: GenerateRequest;
  /** Arrival number. With equal priority, the lower number goes first. */
  readonly arrival: number;
  /** Prompt tokens, then sampled tokens. */
  readonly tokens: number[];
  /** Cache pages of 16 tokens, in order; full ones may be shared. Not empty while it is in a step. */
  pages: number[] = [];
  /** Tokens whose keys and values are in the cache, or will be once the submitted steps are done. */
  cached = 0;
  /**
   * Sampled tokens that have not been read back from the device. They count, though the host does not know their ids.
   */
  inFlight = 0;
  /** Number of its first pages that other sequences can find. */
  sharedPages = 0;
  /** Lengths of prefixes that end inside a page, in tokens, to be published once they are computed. */
  forks: number[] = [];
  /** Adapter slot while admitted; undefined for the base model. */
  slot: number | undefined;
  /** Keys of its full pages; undefined until it is first admitted. */
  keys: PrefixKeys | undefined;
  /** Preemptions since its last token. */
  preemptions = 0;
  /** Prompt tokens that were in the cache when it was first admitted. */
  promptHits: number | undefined;
  /** Log-probabilities of the prompt tokens; undefined unless the request asks for them. */
  readonly promptLogprobs: PromptLogprobs | undefined;
  /** Session of the grammar that constrains its answer; undefined if there is none. */
  readonly grammar: GrammarSession | undefined;
  /** Drafts its next tokens; undefined if the request does not want drafts, or its rules do not allow them. */
  readonly drafter: Drafter | undefined;
  readonly clock: PromptClock;
  readonly finished: Promise<FinishCause>;
  readonly #listener: SequenceListener;
  /** Whether `onPrompt` was called. */
  #hasPrompt = false;
  #isOver = false;
  #resolve!: (cause: FinishCause) => void;
  #reject!: (error: Error) => void;

  /** `clock`: the clock of its request, if some time has passed since the request arrived. */
  constructor(
    request: GenerateRequest,
    arrival: number,
    listener: SequenceListener,
    grammar?: GrammarSession,
    clock = new PromptClock(),
  ) {
    this.request = request;
    this.grammar = grammar;
    this.arrival = arrival;
    this.tokens = [...request.promptIds, ...(request.outputIds ?? [])];
    for (const id of request.outputIds ?? []) grammar?.accept(id);
    this.promptLogprobs = request.promptLogprobs == null ? undefined : new PromptLogprobs(request.promptIds.length);
    this.drafter = mayDraft(request) ? new Drafter() : undefined;
    this.#listener = listener;
    this.clock = clock;
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get priority(): number {
    return this.request.priority ?? 0;
  }

  /** Owner of the request. Owners are served in turn. */
  get owner(): string {
    return this.request.owner ?? '';
  }

  /** Number of its tokens, including tokens in flight. */
  get length(): number {
    return this.tokens.length + this.inFlight;
  }

  /** Tokens that have to go through the model before the next one can be sampled. At least 1. */
  get pending(): number {
    return this.length - this.cached;
  }

  /** Whether its last token is known or in flight. */
  get hasAllTokens(): boolean {
    return this.length - this.request.promptIds.length >= this.request.maxTokens;
  }

  /** Whether it has finished or failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the host has to know each token before the next one can be sampled. */
  get needsTokens(): boolean {
    return this.grammar !== undefined || rulesNeedTokens(this.request.rules);
  }

  /** Whether it cannot be in a step because its grammar mask is missing. No token is sampled without the mask. */
  get blocked(): boolean {
    return this.grammar !== undefined && this.grammar.mask === undefined;
  }

  /** Tokens that may still come after the next one. */
  get #left(): number {
    return this.request.maxTokens - (this.length - this.request.promptIds.length) - 1;
  }

  /** Returns draft tokens for the step that samples the first of them; none while a token is in flight. */
  draft(): readonly number[] {
    if (this.drafter === undefined || this.inFlight > 0) return [];
    if (this.grammar === undefined) return this.drafter.draft(this.tokens, this.#left);
    return this.drafter.draftFromGrammar(this.grammar.drafts, this.#left).map(({ token }) => token);
  }

  /** Draft tokens for its grammar to check; null if it may not draft. */
  get #lookupDrafts(): readonly number[] | null {
    return this.drafter?.isAllowed ? this.drafter.draft(this.tokens, this.#left) : null;
  }

  /** Whether it could draft if its token in flight were known. */
  get couldDraft(): boolean {
    if (this.drafter === undefined || this.inFlight === 0) return false;
    if (this.grammar === undefined) return this.drafter.draft(this.tokens, this.#left).length > 0;
    return this.drafter.draftFromGrammar(this.grammar.drafts.slice(this.inFlight), this.#left).length > 0;
  }

  /**
   * Returns whether all of `drafts`, which a step has put before `position`, were sampled. Called after each of them.
   */
  hasAccepted(drafts: readonly number[], position: number): boolean {
    return this.tokens.length === position && this.tokens.at(-1) === drafts.at(-1);
  }

  /** Whether its prompt tokens are still to be scored. */
  get scoresPrompt(): boolean {
    return this.promptLogprobs !== undefined && this.length === this.request.promptIds.length;
  }

  /** Tokens that its next token adds to an iteration, as vLLM counts: the first token comes with the whole prompt. */
  get iterationTokens(): number {
    const { promptIds, sampledBefore = 0 } = this.request;
    const isFirst = this.tokens.length === promptIds.length && sampledBefore === 0;
    return isFirst ? promptIds.length + 1 : 1;
  }

  /**
   * Returns whether it is served before `other` of the same owner: lower priority numbers first, then first come, first
   * served.
   */
  precedes(other: Sequence): boolean {
    return this.priority === other.priority ? this.arrival < other.arrival : this.priority < other.priority;
  }

  /** Counts the first `count` pending tokens as computed. With the last of them, the next token is in flight. */
  compute(count: number): void {
    const samples = count === this.pending;
    this.cached += count;
    if (samples) this.inFlight += 1;
  }

  /** Cancels the sampling of its last token in flight. The token before it has to go through the model again. */
  postpone(): void {
    this.cached -= 1;
    this.inFlight -= 1;
  }

  /** Takes the first of its tokens in flight. Returns why the sequence ends, or undefined if it continues. */
  push(token: GeneratedToken): FinishCause | undefined {
    this.inFlight -= 1;
    if (!this.#hasPrompt) {
      this.#hasPrompt = true;
      const logprobs = this.promptLogprobs?.entries ?? null;
      this.#listener.onPrompt?.({ cachedTokens: this.promptHits ?? 0, logprobs, times: this.clock.read() });
    }
    if (token.id === NO_TOKEN) return 'no_token';
    this.drafter?.update(this.tokens, token.id);
    const drafted = this.grammar?.drafts[0];
    if (drafted !== undefined) this.drafter?.updateGrammarRate(drafted.token === token.id);
    const generated = this.tokens.push(token.id) - this.request.promptIds.length;
    this.#listener.onToken(token, this.preemptions);
    this.preemptions = 0;
    const end = finishOf(this.request, generated, token.id);
    if (end !== undefined) return end;
    this.grammar?.accept(token.id, this.#lookupDrafts);
    return undefined;
  }

  finish(cause: FinishCause): void {
    this.#isOver = true;
    this.#resolve(cause);
  }

  fail(error: Error): void {
    this.#isOver = true;
    this.#reject(error);
  }
}

/** Returns why an answer of `length` tokens, the last of which is `last`, ends; undefined if it continues. */
export function finishOf(
  { stopTokenIds, maxTokens }: Pick<GenerateRequest, 'stopTokenIds' | 'maxTokens'>,
  length: number,
  last: number,
): FinishCause | undefined {
  if (stopTokenIds.includes(last)) return 'stop_token';
  return length >= maxTokens ? 'length' : undefined;
}

/**
 * Returns whether a request may draft. An answer of two tokens leaves no room for a draft, and processors and budgets
 * run token by token.
 */
function mayDraft({ speculation = true, maxTokens, rules }: GenerateRequest): boolean {
  return speculation && maxTokens > 2 && !rulesNeedTokens(rules);
}

/** Returns whether the tokens of this sequence are sampled from an edited copy of its logits. */
export function isEdited({ request, grammar }: Sequence): boolean {
  return request.rules !== undefined || grammar !== undefined;
}

/** Log-probabilities of the tokens of one prompt, filled as its chunks go through the model. */
export class PromptLogprobs {
  readonly entries: (PromptTokenLogprobs | null)[];

  /** For `length` tokens. The first has no log-probability. */
  constructor(length: number) {
    this.entries = new Array<PromptTokenLogprobs | null>(length).fill(null);
  }

  set(position: number, entry: PromptTokenLogprobs): void {
    this.entries[position] = entry;
  }
}

/** Measures the times of one sequence up to its first token. It arrives when the clock is created. */
export class PromptClock {
  readonly #arrived = performance.now();
  #admitted: number | undefined;

  /** Records the admission; only the first call counts. */
  admit(): void {
    this.#admitted ??= performance.now();
  }

  /** Returns the times in seconds. Called at the first token. */
  read(): PromptTimes {
    const now = performance.now();
    const admitted = this.#admitted ?? now;
    return { queued: (admitted - this.#arrived) / 1000, prefill: (now - admitted) / 1000 };
  }
}

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

/** Whom to tell of a sequence's progress. */
export interface SequenceListener {
  /** Once, before the first token. */
  onPrompt?: (report: PromptReport) => void;
  /** With each token, how often the sequence was preempted since the one before. */
  onToken: (token: GeneratedToken, preemptions: number) => void;
}

/** One request in the engine: its tokens so far, how many of them are in the cache, and whom to tell. */
export class Sequence {
  readonly request: GenerateRequest;
  /** Number of its arrival: of equal priority the earlier goes first. */
  readonly arrival: number;
  /** Prompt, then what was sampled. */
  readonly tokens: number[];
  /** Cache pages of 16 tokens, in order; full ones may be shared. Not empty while it is in a step. */
  pages: number[] = [];
  /** Tokens whose keys and values are in the cache, or will be once what was submitted is done. */
  cached = 0;
  /**
   * Tokens that were sampled and have not come back from the device: they count, though nobody knows which they are.
   */
  inFlight = 0;
  /** The first of its pages, as many as others can find. */
  sharedPages = 0;
  /** Numbers of tokens, none of whole pages, whose keys and values others shall find once they are computed. */
  forks: number[] = [];
  /** Adapter slot while admitted; undefined for the base model. */
  slot: number | undefined;
  /** Keys of its full pages; undefined until it is first admitted. */
  keys: PrefixKeys | undefined;
  /** Times that it was preempted since its last token. */
  preemptions = 0;
  /** Prompt tokens that were in the cache when it was first admitted. */
  promptHits: number | undefined;
  /** What the prompt's tokens score; undefined where that was not asked for. */
  readonly promptLogprobs: PromptLogprobs | undefined;
  /** What holds its answer to a form; undefined where it is free. */
  readonly grammar: GrammarSession | undefined;
  /** Drafts its next tokens; undefined where the request does not want that, or its rules do not go with it. */
  readonly drafter: Drafter | undefined;
  readonly clock: PromptClock;
  readonly finished: Promise<FinishCause>;
  readonly #listener: SequenceListener;
  /** Whether its listener has been told of the prompt. */
  #hasPrompt = false;
  #isOver = false;
  #resolve!: (cause: FinishCause) => void;
  #reject!: (error: Error) => void;

  /** `clock` is that of its request where some time has passed since that came. */
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

  /** Who asks: owners are served in turn. */
  get owner(): string {
    return this.request.owner ?? '';
  }

  /** Tokens with those in flight. */
  get length(): number {
    return this.tokens.length + this.inFlight;
  }

  /** Tokens that have to go through the model before the next one can be sampled. At least 1. */
  get pending(): number {
    return this.length - this.cached;
  }

  /** Whether its last token is in flight, or there. */
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

  /** Whether it cannot be in a step, as its grammar has not told what may come: never is a token sampled without. */
  get blocked(): boolean {
    return this.grammar !== undefined && this.grammar.mask === undefined;
  }

  /** Tokens that may still come after the next one. */
  get #left(): number {
    return this.request.maxTokens - (this.length - this.request.promptIds.length) - 1;
  }

  /** Tokens that may come next, for the step that samples the first of them; none while one is in flight. */
  draft(): readonly number[] {
    if (this.drafter === undefined || this.inFlight > 0) return [];
    if (this.grammar === undefined) return this.drafter.draft(this.tokens, this.#left);
    return this.drafter.draftOfGrammar(this.grammar.drafts, this.#left).map(({ token }) => token);
  }

  /** Tokens to ask its grammar about; null where it may draft none. */
  get #likely(): readonly number[] | null {
    return this.drafter?.isAllowed ? this.drafter.draft(this.tokens, this.#left) : null;
  }

  /** Whether it could draft, were the token that is in flight known. */
  get waitsToDraft(): boolean {
    if (this.drafter === undefined || this.inFlight === 0) return false;
    if (this.grammar === undefined) return this.drafter.draft(this.tokens, this.#left).length > 0;
    return this.drafter.draftOfGrammar(this.grammar.drafts.slice(this.inFlight), this.#left).length > 0;
  }

  /** Whether `drafts`, which a step has put before `position`, were sampled all; asked after each of them. */
  hasAccepted(drafts: readonly number[], position: number): boolean {
    return this.tokens.length === position && this.tokens.at(-1) === drafts.at(-1);
  }

  /** Whether it is still to be told what each of its prompt's tokens scores. */
  get scoresPrompt(): boolean {
    return this.promptLogprobs !== undefined && this.length === this.request.promptIds.length;
  }

  /** What its next token adds to an iteration, as vLLM counts: with the first comes the whole prompt. */
  get iterationTokens(): number {
    const { promptIds, sampledBefore = 0 } = this.request;
    const isFirst = this.tokens.length === promptIds.length && sampledBefore === 0;
    return isFirst ? promptIds.length + 1 : 1;
  }

  /**
   * Whether it is served before `other` of the same owner: lower priority numbers first, then first come, first served.
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

  /** The last token that is in flight is not sampled after all: the one before it has to go through the model again. */
  postpone(): void {
    this.cached -= 1;
    this.inFlight -= 1;
  }

  /** Takes a sampled token, the first of those in flight; returns why the sequence is at its end, if it is. */
  push(token: GeneratedToken): FinishCause | undefined {
    this.inFlight -= 1;
    if (!this.#hasPrompt) {
      this.#hasPrompt = true;
      const logprobs = this.promptLogprobs?.entries ?? null;
      this.#listener.onPrompt?.({ cachedTokens: this.promptHits ?? 0, logprobs, times: this.clock.read() });
    }
    if (token.id === NO_TOKEN) return 'no_token';
    this.drafter?.learn(this.tokens, token.id);
    const drafted = this.grammar?.drafts[0];
    if (drafted !== undefined) this.drafter?.learnOfGrammar(drafted.token === token.id);
    const generated = this.tokens.push(token.id) - this.request.promptIds.length;
    this.#listener.onToken(token, this.preemptions);
    this.preemptions = 0;
    const end = endOf(this.request, generated, token.id);
    if (end !== undefined) return end;
    this.grammar?.accept(token.id, this.#likely);
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

/** Why an answer of so many tokens, the last of which is `last`, is at its end; undefined where it goes on. */
export function endOf(
  { stopTokenIds, maxTokens }: Pick<GenerateRequest, 'stopTokenIds' | 'maxTokens'>,
  length: number,
  last: number,
): FinishCause | undefined {
  if (stopTokenIds.includes(last)) return 'stop_token';
  return length >= maxTokens ? 'length' : undefined;
}

/** Two tokens have none behind the second; processors and budgets are asked token by token. */
function mayDraft({ speculation = true, maxTokens, rules }: GenerateRequest): boolean {
  return speculation && maxTokens > 2 && !rulesNeedTokens(rules);
}

/** Whether the tokens of this sequence are sampled from an edited copy of its logits. */
export function isEdited({ request, grammar }: Sequence): boolean {
  return request.rules !== undefined || grammar !== undefined;
}

/** What the tokens of one prompt score, filled as chunks of it go through the model. */
export class PromptLogprobs {
  readonly entries: (PromptTokenLogprobs | null)[];

  /** `length` tokens; nothing is known about the first. */
  constructor(length: number) {
    this.entries = new Array<PromptTokenLogprobs | null>(length).fill(null);
  }

  set(position: number, entry: PromptTokenLogprobs): void {
    this.entries[position] = entry;
  }
}

/** Measures the times of one sequence up to its first token. It has arrived when the clock is made. */
export class PromptClock {
  readonly #arrived = performance.now();
  #admitted: number | undefined;

  /** It is admitted; only the first time counts. */
  admit(): void {
    this.#admitted ??= performance.now();
  }

  /** Its first token is here. */
  read(): PromptTimes {
    const now = performance.now();
    const admitted = this.#admitted ?? now;
    return { queued: (admitted - this.#arrived) / 1000, prefill: (now - admitted) / 1000 };
  }
}

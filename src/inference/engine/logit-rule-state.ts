import { FORBID } from '../../compute/ops/edit_logits.ts';
import type { LogitRules, ProcessorCall } from '../logit-rules.ts';
import type { ProcessorEdits } from '../processors/logits-processor.ts';
import type { ProcessorTable } from '../processors/processor-table.ts';
import { ThinkingBudgetTracker } from '../thinking-budget.ts';
import { SeenTokens } from './seen-tokens.ts';
import { allowsBeyond, intersection, maskOf, type VocabularyMask } from './vocabulary-mask.ts';

/** Edits of one row of logits, in the order of `kernels/edit_logits.wgsl`. */
export interface RowEdits {
  repetition: number;
  frequency: number;
  presence: number;
  /** EDIT_WORDS for each token id that has a bias or occurred; no id twice. */
  edits: Uint32Array;
  /** Values added after all other edits, by token id. FORBID forbids the token. */
  shifts: ReadonlyMap<number, number>;
  /** (last token, id that it forbids), if the last token is not known. */
  pairs: readonly [number, number][];
  mask: VocabularyMask | null;
}

/** Smallest repetition penalty. Below it, a quotient of logits could overflow f32. */
const MIN_REPETITION = 1e-20;
/** Largest shift. A larger one could be mistaken for FORBID. */
const MAX_SHIFT = 1e20;

/** Logit rules of one sequence, and the state that they keep of its tokens. */
export class LogitRuleState {
  readonly #rules: LogitRules | undefined;
  readonly #promptIds: Uint32Array;
  readonly #vocabSize: number;
  readonly #processors: ProcessorTable;
  readonly #penalised: boolean;
  readonly #allowed: VocabularyMask | null;
  readonly #stops: VocabularyMask;
  readonly #thinking: ThinkingBudgetTracker | null;
  /** Bad words of a single token id. */
  readonly #badIds: number[];
  /** Longer bad words, by their second-to-last id. */
  readonly #badEnds = new Map<number, number[][]>();
  readonly #seen: SeenTokens;

  constructor(rules: LogitRules | undefined, promptIds: Uint32Array, vocabSize: number, processors: ProcessorTable) {
    this.#rules = rules;
    this.#promptIds = promptIds;
    this.#vocabSize = vocabSize;
    this.#processors = processors;
    this.#penalised =
      rules !== undefined &&
      (rules.repetitionPenalty !== 1 || rules.frequencyPenalty !== 0 || rules.presencePenalty !== 0);
    this.#allowed = rules?.allowedIds ? maskOf(rules.allowedIds, vocabSize) : null;
    this.#stops = maskOf(rules?.stopIds ?? [], vocabSize);
    this.#thinking = rules?.thinkingBudget ? new ThinkingBudgetTracker(rules.thinkingBudget) : null;
    this.#seen = new SeenTokens(promptIds.length, rules?.repetitionPenalty !== 1);
    const words = rules?.badWords ?? [];
    this.#badIds = words.filter(({ length }) => length === 1).flat();
    for (const word of words.filter(({ length }) => length > 1)) {
      const key = word[word.length - 2];
      this.#badEnds.set(key, [...(this.#badEnds.get(key) ?? []), word]);
    }
    for (const [id, bias] of rules?.bias ?? []) {
      if (id < vocabSize) this.#seen.bias(id, bias);
    }
  }

  /**
   * Returns the edits for the token after `known` (prompt and answer, which only ever grow). `grammar` is the mask of
   * the request's grammar. `inFlight` 1: one more token precedes it that the host does not know; grammars, processors
   * and budgets do not allow that. `drafts` count as further tokens in this call only; processors and budgets do not
   * allow them. Throws the error of a processor, naming the processor.
   */
  next(
    known: readonly number[],
    grammar: VocabularyMask | null = null,
    inFlight = 0,
    drafts: readonly number[] = [],
  ): RowEdits {
    const rules = this.#rules;
    if (this.#penalised) this.#seen.read(known);
    const outputIds = rules === undefined ? [] : [...known.slice(this.#promptIds.length), ...drafts];
    const masks = [this.#allowed, grammar].filter((mask) => mask !== null);
    const shifts = new Map<number, number>();
    if (rules !== undefined) {
      if (outputIds.length + inFlight < rules.minTokens && !this.#mustStop(grammar))
        this.#forbid(shifts, rules.stopIds);
      this.#forbid(shifts, this.#badIds);
      if (inFlight === 0) this.#forbid(shifts, this.#endsOfBadWords(outputIds));
      for (const call of rules.processors) this.#apply(call, this.#run(call, rules, outputIds), shifts, masks);
      const end = this.#thinking?.next(outputIds) ?? null;
      if (end !== null) masks.push(maskOf([end], this.#vocabSize));
    }
    return {
      repetition: Math.max(rules?.repetitionPenalty ?? 1, MIN_REPETITION),
      frequency: rules?.frequencyPenalty ?? 0,
      presence: rules?.presencePenalty ?? 0,
      edits: this.#penalised && drafts.length > 0 ? this.#seen.wordsWith(drafts) : this.#seen.words,
      shifts,
      pairs: inFlight === 0 ? [] : this.#pairsOfBadWords(outputIds),
      mask: intersection(masks, this.#vocabSize),
    };
  }

  /** Returns whether the grammar allows nothing but stop tokens. The answer then ends, even before `min_tokens`. */
  #mustStop(grammar: VocabularyMask | null): boolean {
    if (grammar === null) return false;
    const allowed = intersection(this.#allowed === null ? [grammar] : [grammar, this.#allowed], this.#vocabSize);
    return allowed !== null && !allowsBeyond(allowed, this.#stops, this.#vocabSize);
  }

  #endsOfBadWords(outputIds: readonly number[]): number[] {
    const words = this.#badEnds.get(outputIds[outputIds.length - 1]) ?? [];
    return words.filter((word) => endsIn(outputIds, word.slice(0, -1))).map((word) => word[word.length - 1]);
  }

  /** Returns (unread token, token that it forbids after it) for each bad word that the unread token may continue. */
  #pairsOfBadWords(outputIds: readonly number[]): [number, number][] {
    const words = [...this.#badEnds.values()].flat().filter((word) => word[word.length - 1] < this.#vocabSize);
    return words
      .filter((word) => endsIn(outputIds, word.slice(0, -2)))
      .map((word) => [word[word.length - 2], word[word.length - 1]]);
  }

  #forbid(shifts: Map<number, number>, ids: Iterable<number>): void {
    for (const id of ids) if (id < this.#vocabSize) shifts.set(id, FORBID);
  }

  #run(call: ProcessorCall, rules: LogitRules, outputIds: readonly number[]): ProcessorEdits {
    const process = this.#processors.get(call.name);
    if (process === undefined) throw new Error(`logits processor ${call.name} does not exist`);
    const { stopIds, extraArgs } = rules;
    const known = { promptIds: this.#promptIds, outputIds, vocabSize: this.#vocabSize, stopIds, extraArgs };
    try {
      return process({ ...known, args: call.args, kwargs: call.kwargs }) ?? {};
    } catch (error) {
      throw new Error(`logits processor ${call.name}: ${(error as Error).message}`, { cause: error });
    }
  }

  #apply(
    { name }: ProcessorCall,
    { bias = [], forbid = [], allow }: ProcessorEdits,
    shifts: Map<number, number>,
    masks: VocabularyMask[],
  ): void {
    const checked = (id: number): number => {
      if (Number.isInteger(id) && id >= 0 && id < this.#vocabSize) return id;
      throw new Error(`logits processor ${name}: ${id} is not a token id below ${this.#vocabSize}`);
    };
    for (const [id, value] of bias) {
      if (!Number.isFinite(value)) throw new Error(`logits processor ${name}: ${value} for id ${id} is not finite`);
      const held = Math.min(Math.max(value, -MAX_SHIFT), MAX_SHIFT);
      shifts.set(checked(id), (shifts.get(id) ?? 0) + held);
    }
    this.#forbid(shifts, [...forbid].map(checked));
    if (allow !== undefined) masks.push(maskOf([...allow].map(checked), this.#vocabSize));
  }
}

function endsIn(ids: readonly number[], end: readonly number[]): boolean {
  const start = ids.length - end.length;
  return end.every((id, i) => ids[start + i] === id);
}

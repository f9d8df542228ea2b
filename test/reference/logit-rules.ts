/** Logit rules of a request, by its API fields. */
export interface RequestedRules {
  allowedIds?: number[];
  bias?: Record<number, number>;
  minTokens?: number;
  stopIds?: number[];
  repetition?: number;
  frequency?: number;
  presence?: number;
  badWords?: number[][];
  /** Additions of a logits processor, after all other rules. */
  added?: Record<number, number>;
  /** Token ids that a grammar allows. */
  grammar?: number[];
}

/**
 * Computes the logits that the next token is sampled from, in float64 and directly from the definition, rule by rule. A
 * forbidden id has -Infinity, which no later rule changes.
 */
export function ruledLogits(z: ArrayLike<number>, prompt: number[], output: number[], rules: RequestedRules): number[] {
  const { repetition = 1, frequency = 0, presence = 0, stopIds = [], badWords = [] } = rules;
  const endsIn = (head: number[]) => head.every((id, i) => output[output.length - head.length + i] === id);
  return Array.from(z, (logit, id) => {
    let y = logit;
    if (rules.allowedIds && !rules.allowedIds.includes(id)) return Number.NEGATIVE_INFINITY;
    y += Math.min(100, Math.max(-100, rules.bias?.[id] ?? 0));
    if (output.length < (rules.minTokens ?? 0) && stopIds.includes(id)) return Number.NEGATIVE_INFINITY;
    if (prompt.includes(id) || output.includes(id)) y = y > 0 ? y / repetition : y * repetition;
    const count = output.filter((token) => token === id).length;
    y -= frequency * count;
    if (count > 0) y -= presence;
    if (badWords.some((word) => word.at(-1) === id && endsIn(word.slice(0, -1)))) return Number.NEGATIVE_INFINITY;
    y += rules.added?.[id] ?? 0;
    return rules.grammar && !rules.grammar.includes(id) ? Number.NEGATIVE_INFINITY : y;
  });
}

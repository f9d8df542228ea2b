import { beamChoices } from '../../inference/chat/beam-choices.ts';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { endFailed, type StartedAnswer } from './merge-choices.ts';
import type { ChoiceParts, PreparedPrompt } from './start-choices.ts';

/** Runs a beam search with `params.beams`. Resolves when all beams have ended: only then are the best known. */
export async function searchBeams(
  { compute, metrics }: ChoiceParts,
  prepared: PreparedPrompt,
  signal: AbortSignal,
): Promise<StartedAnswer> {
  const { target, params, promptIds, maxTokens, owner, cacheRoot, affinity, reading, firstIndex = 0 } = prepared;
  const { id, text } = target.base;
  const { beams: asked, topLogprobs, promptLogprobs, priority, ignoreEos } = params;
  if (asked === null) throw new Error('no beam search was asked for');
  const eosIds = ignoreEos ? [] : [...text.specialIds.eos];
  const prompt = { model: id, adapter: target.adapter, promptIds, maxTokens, topLogprobs, promptLogprobs };
  const meters = metrics.begin({ model: id, promptTokens: promptIds.length, maxTokens, n: params.n });
  const search = compute.search({ ...prompt, ...asked, eosIds, priority, owner, cacheRoot, affinity }, signal);
  const { beams, prompt: report } = await search.catch((error) => {
    for (const meter of meters) endFailed(meter, error);
    throw error;
  });
  const listed = prepared.listed ?? topLogprobs;
  const shown = { ...params, topLogprobs: listed, tokenizer: text.tokenizer, eosIds, reading };
  const choices = beamChoices(beams, shown).map((choice) => ({ ...choice, index: firstIndex + choice.index }));
  for (const [i, { tokenIds, finish }] of choices.entries()) {
    meters[i].prompt(report);
    meters[i].found(tokenIds.length);
    if (finish !== null) meters[i].finish(finish);
  }
  return { n: choices.length, deltas: each(choices), report: () => report };
}

/** Runs a beam search for each prompt. The first failure ends the other searches too. */
export async function searchEach(
  parts: ChoiceParts,
  prepared: readonly PreparedPrompt[],
  signal: AbortSignal,
): Promise<StartedAnswer[]> {
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  try {
    return await Promise.all(prepared.map((one) => searchBeams(parts, one, both)));
  } catch (error) {
    end.abort();
    throw error;
  }
}

async function* each(choices: ChoiceDelta[]): AsyncGenerator<ChoiceDelta, void, void> {
  yield* choices;
}

import { beamChoices } from '../../inference/chat/beam-choices.ts';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import type { ComputeClient } from '../../worker/client.ts';
import type { PreparedPrompt } from './start-choices.ts';
import type { StartedAnswer } from './started-answer.ts';

/** Searches with `params.beams`. Resolves when all answers are found: which is best is known only then. */
export async function searchBeams(
  compute: ComputeClient,
  prepared: PreparedPrompt,
  signal: AbortSignal,
): Promise<StartedAnswer> {
  const { target, params, promptIds, maxTokens, cacheRoot, reading, firstIndex = 0 } = prepared;
  const { id, text } = target.base;
  const { beams: asked, topLogprobs, promptLogprobs, priority, ignoreEos } = params;
  if (asked === null) throw new Error('no beam search was asked for');
  const eosIds = ignoreEos ? [] : [...text.specialIds.eos];
  const prompt = { model: id, adapter: target.adapter, promptIds, maxTokens, topLogprobs, promptLogprobs };
  const { beams, prompt: report } = await compute.search({ ...prompt, ...asked, eosIds, priority, cacheRoot }, signal);
  const listed = prepared.listed ?? topLogprobs;
  const shown = { ...params, topLogprobs: listed, tokenizer: text.tokenizer, eosIds, reading };
  const choices = beamChoices(beams, shown).map((choice) => ({ ...choice, index: firstIndex + choice.index }));
  return { n: choices.length, deltas: each(choices), report: () => report };
}

async function* each(choices: ChoiceDelta[]): AsyncGenerator<ChoiceDelta, void, void> {
  yield* choices;
}

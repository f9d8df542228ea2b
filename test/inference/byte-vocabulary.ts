import type { Decode } from '../../src/inference/text-stream.ts';
import type { GeneratedToken } from '../../src/worker/protocol.ts';

/** A byte-level vocabulary: token i stands for the bytes of entry i; the special tokens come last. */
export function byteVocabulary(entries: readonly (string | number[])[], specials: readonly string[]): Decode {
  const pieces = [...entries, ...specials].map((entry) =>
    typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(entry),
  );
  return (ids, skipSpecial) => {
    const kept = ids.filter((id) => !skipSpecial || id < entries.length);
    return Buffer.concat(kept.map((id) => pieces[id])).toString('utf8');
  };
}

/** A sampled token without alternatives, or with the given [id, logprob] pairs, best first. */
export function sampled(id: number, logprob = -0.5, top: readonly [number, number][] = []): GeneratedToken {
  return { id, logprob, topIds: top.map(([other]) => other), topLogprobs: top.map(([, value]) => value) };
}

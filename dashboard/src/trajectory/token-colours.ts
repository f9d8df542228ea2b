import type { TokenSequence } from './token-sequence.ts';

/** Quantities by which tokens can be coloured; each has nine levels. */
export const colourings = [
  { id: 'sampled_logprobs', label: 'Log-probability at sampling', legend: ['likely', 'unlikely'] },
  { id: 'logprobs', label: 'Log-probability at training', legend: ['likely', 'unlikely'] },
  { id: 'ratios', label: 'Ratio', legend: ['0.8 or less, less likely now', '1.25 or more, likelier now'] },
  { id: 'entropies', label: 'Entropy', legend: ['sure', 'undecided'] },
  { id: 'reward', label: 'Reward in its group', legend: ['lowest of its group', 'highest of its group'] },
  { id: 'advantage', label: 'Advantage', legend: ['-2 or less', '2 or more'] },
  { id: 'mask', label: 'Trained or context', legend: ['context', 'trained'] },
] as const;

export type Colouring = (typeof colourings)[number]['id'];

const top = 8;
const level = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * top);

function valuesOf(sequence: TokenSequence, colouring: Colouring, standing: number): (number | null)[] {
  if (colouring === 'reward') return sequence.ids.map(() => standing);
  if (colouring === 'advantage') return sequence.ids.map(() => sequence.advantage);
  return sequence[colouring];
}

/** Returns a reward's relative position in its group, from 0 (lowest) to 1 (highest); 0.5 if all are equal. */
export function standingOf(reward: number, all: readonly number[]): number {
  const [low, high] = [Math.min(reward, ...all), Math.max(reward, ...all)];
  return high === low ? 0.5 : (reward - low) / (high - low);
}

/** Returns a level from 0 to 8 for each token; null if the value is unknown. */
export function levelsOf(sequence: TokenSequence, colouring: Colouring, standing = 0.5): (number | null)[] {
  const values = valuesOf(sequence, colouring, standing);
  return sequence.ids.map((_, place) => {
    const value = values[place] ?? null;
    if (value === null) return null;
    if (colouring === 'mask') return value === 0 ? 0 : top / 2;
    if (sequence.mask[place] === 0) return null;
    return levelOf(value, colouring);
  });
}

function levelOf(value: number, colouring: Exclude<Colouring, 'mask'>): number {
  switch (colouring) {
    // e^-6 is a probability of 1 in 400.
    case 'sampled_logprobs':
    case 'logprobs':
      return level(-value / 6);
    case 'entropies':
      return level(value / 4);
    case 'reward':
      return level(value);
    case 'advantage':
      return level(0.5 + value / 4);
    // Changes by a step are small: 1.05 must be distinguishable from 1, and 1.2 from 1.05.
    default:
      return level(0.5 + Math.log(Math.max(value, 1e-6)) / (2 * Math.log(1.25)));
  }
}

/** Returns whether the ratios of all trained tokens are 1. */
export function isOnPolicy({ mask, ratios }: TokenSequence): boolean {
  const trained = ratios.filter((ratio, place) => mask[place] === 1 && ratio !== null);
  return trained.length > 0 && trained.every((ratio) => Math.abs(ratio! - 1) < 5e-5);
}

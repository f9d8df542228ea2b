import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import type { StreamCounts } from './streams.ts';

/** Result of one round, that is, of the faults of one seed. */
export interface ClusterRound {
  seed: number;
  seconds: number;
  /** Number of faults by target and kind. */
  faults: Record<string, number>;
  /** Trained models, each compared with the calm run's. */
  models: number;
  /** Optimizer steps committed under the faults, and jobs that were claimed again. */
  steps: number;
  claimedAgain: number;
  /** Shards that workers computed for each other, excluding those of killed workers. */
  givenShards: number;
  streams: StreamCounts;
  /**
   * Accepted jobs whose outcome differs bitwise from a calm run on one server; streams with wrong, missing or duplicate
   * tokens; and streams that broke when there was no fault.
   */
  violations: string[];
}

/** Sums the figures of all rounds. */
export function sumOfRounds(rounds: readonly ClusterRound[]): Omit<ClusterRound, 'seed'> & { count: number } {
  const sum = (of: (round: ClusterRound) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  const faults: Record<string, number> = {};
  for (const round of rounds) {
    for (const [kind, count] of Object.entries(round.faults)) faults[kind] = (faults[kind] ?? 0) + count;
  }
  return {
    count: sum((round) => countOf(round)),
    faults,
    seconds: sum(({ seconds }) => seconds),
    models: sum(({ models }) => models),
    steps: sum(({ steps }) => steps),
    claimedAgain: sum(({ claimedAgain }) => claimedAgain),
    givenShards: sum(({ givenShards }) => givenShards),
    streams: {
      whole: sum(({ streams }) => streams.whole),
      refused: sum(({ streams }) => streams.refused),
      broken: sum(({ streams }) => streams.broken),
    },
    violations: rounds.flatMap(({ seed, violations }) => violations.map((what) => `seed ${seed}: ${what}`)),
  };
}

/** Returns the number of faults of a round. */
export function countOf({ faults }: Pick<ClusterRound, 'faults'>): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0);
}

/** Reads the rounds of a report, one line of JSON each; none if the file is missing. Throws if a seed occurs twice. */
export async function readRounds(file: string): Promise<ClusterRound[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const rounds = lines.map((line, place) => {
    try {
      return JSON.parse(line) as ClusterRound;
    } catch (cause) {
      throw new Error(`${file}: line ${place + 1} is not a round of a report`, { cause });
    }
  });
  const seeds = rounds.map(({ seed }) => seed);
  if (new Set(seeds).size < seeds.length) throw new Error(`${file}: a seed occurs twice; its faults count once`);
  return rounds;
}

export async function addRound(file: string, round: ClusterRound): Promise<void> {
  await appendFile(file, `${JSON.stringify(round)}\n`);
}

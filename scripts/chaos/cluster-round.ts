import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import type { StreamCounts } from './streams.ts';

/** What came of the faults of one seed. */
export interface ClusterRound {
  seed: number;
  seconds: number;
  /** By what was hit and how. */
  faults: Record<string, number>;
  /** Models that were trained, each compared with the one of the calm run. */
  models: number;
  /** Gradient steps that were committed under the faults, and jobs that were claimed again. */
  steps: number;
  claimedAgain: number;
  /** Shards of steps that workers computed for each other, but for those of workers that were killed. */
  givenShards: number;
  streams: StreamCounts;
  /**
   * Accepted jobs that came to something else than in calm on one server, to the bit; streams with other tokens, a gap
   * or a double; and streams that broke while nothing was wrong.
   */
  violations: string[];
}

/** The figures of all rounds together. */
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

/** Faults of a round. */
export function countOf({ faults }: Pick<ClusterRound, 'faults'>): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0);
}

/** The rounds of a report, a line of JSON each; none where the file is not there yet. Throws where a seed is twice. */
export async function readRounds(file: string): Promise<ClusterRound[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const rounds = lines.map((line, place) => {
    try {
      return JSON.parse(line) as ClusterRound;
    } catch (cause) {
      throw new Error(`${file}: line ${place + 1} is no round of a report`, { cause });
    }
  });
  const seeds = rounds.map(({ seed }) => seed);
  if (new Set(seeds).size < seeds.length) throw new Error(`${file}: a seed is there twice, whose faults count once`);
  return rounds;
}

export async function addRound(file: string, round: ClusterRound): Promise<void> {
  await appendFile(file, `${JSON.stringify(round)}\n`);
}

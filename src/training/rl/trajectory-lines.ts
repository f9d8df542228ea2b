import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { mean, populationDeviation } from '../statistics.ts';
import { summarize, type TrajectorySummary } from './trajectory-summary.ts';

/** A trajectory in a file that has one group per line. */
export interface KeptTrajectory extends TrajectorySummary {
  /** Index of the group in the file, and of the trajectory in the group. */
  group: number;
  place: number;
  /** Byte offset and byte length of the trajectory's JSON in the file. */
  at: number;
  length: number;
}

/** Summary of a trajectory group in a file, for lists. */
export interface KeptGroup {
  trajectories: KeptTrajectory[];
  /** Number of trajectories, listed or not. */
  size: number;
  /** Rollouts that raised an exception. */
  exceptions: number;
  /** Statistics of the rewards; 0 if there are none. */
  mean: number;
  stdDev: number;
  min: number;
  max: number;
}

/** Most trajectories of one file that are listed; the file holds the others, too. */
export const MAX_LISTED_TRAJECTORIES = 10_000;

/**
 * Yields each group as one line of JSON, with its summary for lists. The groups have been validated against the
 * contract. A line equals the output of `JSON.stringify`.
 */
export function* trajectoryLines(groups: Iterable<unknown>): Generator<{ line: string; group: KeptGroup }, void, void> {
  let at = 0;
  let room = MAX_LISTED_TRAJECTORIES;
  let number = 0;
  for (const value of groups) {
    const { line, length, spans } = lineOf(isJsonObject(value) ? value : {}, at);
    const trajectories = spans.slice(0, room).map(({ trajectory, ...span }, place): KeptTrajectory => {
      return { group: number, place, ...span, ...summarize(trajectory) };
    });
    room -= trajectories.length;
    yield { line, group: { trajectories, ...figuresOf(value as JsonObject, spans) } };
    at += length;
    number += 1;
  }
}

interface Span {
  trajectory: JsonObject;
  at: number;
  length: number;
}

/** Serializes a group that begins at byte `at`, and returns the byte spans of its trajectories. */
function lineOf(group: JsonObject, at: number): { line: string; length: number; spans: Span[] } {
  const spans: Span[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    parts.push(text);
    length += Buffer.byteLength(text);
  };
  for (const [name, field] of Object.entries(group)) {
    add(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (name !== 'trajectories' || !Array.isArray(field)) {
      add(JSON.stringify(field));
      continue;
    }
    for (const [place, trajectory] of field.entries()) {
      add(place === 0 ? '[' : ',');
      const begin = length;
      add(JSON.stringify(trajectory));
      spans.push({ trajectory, at: at + begin, length: length - begin });
    }
    add(spans.length === 0 ? '[]' : ']');
  }
  add(parts.length === 0 ? '{}\n' : '}\n');
  return { line: parts.join(''), length, spans };
}

function figuresOf({ exceptions }: JsonObject, spans: readonly Span[]): Omit<KeptGroup, 'trajectories'> {
  const rewards = spans.map(({ trajectory: { reward } }) => (typeof reward === 'number' ? reward : 0));
  return {
    size: rewards.length,
    exceptions: Array.isArray(exceptions) ? exceptions.length : 0,
    mean: mean(rewards),
    stdDev: populationDeviation(rewards),
    min: rewards.reduce((least, reward) => Math.min(least, reward), rewards[0] ?? 0),
    max: rewards.reduce((most, reward) => Math.max(most, reward), rewards[0] ?? 0),
  };
}

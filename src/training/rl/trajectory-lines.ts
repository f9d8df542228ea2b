import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { mean, populationDeviation } from '../statistics.ts';
import { summarize, type TrajectorySummary } from './trajectory-summary.ts';

/** A trajectory that lies in a file of groups, one a line. */
export interface KeptTrajectory extends TrajectorySummary {
  /** Place of its group among those of the file, and its own in the group. */
  group: number;
  place: number;
  /** Where its JSON lies in the file, in bytes. */
  at: number;
  length: number;
}

/** What lists show of a trajectory group that lies in a file. */
export interface KeptGroup {
  trajectories: KeptTrajectory[];
  /** Trajectories, listed or not. */
  size: number;
  /** Rollouts that raised an exception. */
  exceptions: number;
  /** Figures of the rewards; 0 where there are none. */
  mean: number;
  stdDev: number;
  min: number;
  max: number;
}

/** Trajectories of one file that are listed; those behind them lie in it all the same. */
export const MOST_LISTED = 10_000;

/**
 * Each group, as a client sent it and the contract has let it in, as one line of JSON, with what lists show of its
 * trajectories. The text of a line is that of `JSON.stringify`.
 */
export function* trajectoryLines(groups: Iterable<unknown>): Generator<{ line: string; group: KeptGroup }, void, void> {
  let at = 0;
  let room = MOST_LISTED;
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

/** A group that begins at the byte `at`, and where its trajectories lie. */
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

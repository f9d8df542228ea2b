import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import type { ToolDefinition } from '../../model/text/chat-message.ts';
import type { Cooperative } from '../cooperative.ts';
import { readList, requireObject } from '../json-reading.ts';
import { type PlainMessage, readPlainMessage, requireNoOtherAnswer, requireRole } from '../plain-message.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import { isChoice, readChoice, requireLogprobEntries, type SampledChoice } from './choice.ts';
import { type IsTrainedModel, readExchanges } from './exchanges.ts';

/** An item of a conversation: a message, or an answer that the model sampled. */
export type HistoryItem = { kind: 'message'; message: PlainMessage } | { kind: 'choice'; choice: SampledChoice };

/** One conversation of a trajectory. */
export interface History {
  place: InputPath;
  items: HistoryItem[];
  /** Tools in the shape {type, function}; null if there are none. */
  tools: ToolDefinition[] | null;
  /** True for captured exchanges: every token must come with ids, and several conversations may be interleaved. */
  captured: boolean;
}

export interface Trajectory {
  place: InputPath;
  reward: number;
  histories: History[];
  /** Metrics that the client sent with the trajectory, unchecked. */
  metrics: JsonObject;
}

export interface TrajectoryGroup {
  trajectories: Trajectory[];
  /** Rollouts that raised an exception. */
  exceptions: number;
  /** Paths of fields, in the group and below, that the contract does not have; at most 256 over all groups. */
  unknown: string[];
}

/**
 * Most unknown fields that are reported, over all groups: the names of millions would take more memory than the groups.
 */
const mostNamed = 256;

/**
 * Reads `trajectory_groups` in every form that clients send. Absent fields take their defaults (reward 0, no
 * messages); unknown fields are ignored and reported. `isTrained` tells the trained model's exchanges from a judge's.
 * Throws a `TrainingInputError` that names the trajectory and item.
 */
export function* readTrajectoryGroups(
  groups: readonly unknown[],
  isTrained: IsTrainedModel,
): Cooperative<TrajectoryGroup[]> {
  const read: TrajectoryGroup[] = [];
  let room = mostNamed;
  for (const [index, value] of groups.entries()) {
    const place: InputPath = ['trajectory_groups', index];
    const group = requireObject(value, place);
    const trajectories: Trajectory[] = [];
    const unknown: string[] = [];
    const tell = (places: Iterable<string>) => {
      for (const one of places) {
        if (room === 0) return;
        unknown.push(one);
        room--;
      }
    };
    tell(unknownFields(group, groupFields, place));
    for (const [at, trajectory] of readList(group.trajectories, [...place, 'trajectories']).entries()) {
      const path = [...place, 'trajectories', at];
      trajectories.push(readTrajectory(trajectory, path, isTrained));
      tell(unknownInTrajectory(trajectory, path));
      yield;
    }
    read.push({ trajectories, exceptions: readList(group.exceptions, [...place, 'exceptions']).length, unknown });
  }
  return read;
}

function readTrajectory(value: unknown, place: InputPath, isTrained: IsTrainedModel): Trajectory {
  const trajectory = requireObject(value, place);
  const reward = trajectory.reward ?? 0;
  if (typeof reward !== 'number' || !Number.isFinite(reward)) {
    throw new TrainingInputError([...place, 'reward'], 'it must be a finite number');
  }
  const metrics = isJsonObject(trajectory.metrics) ? trajectory.metrics : {};
  const exchanges = requireObject(trajectory.exchanges ?? {}, [...place, 'exchanges']);
  if (Object.keys(exchanges).length > 0) {
    refuseMixture(trajectory, place);
    const choices = readExchanges(exchanges, [...place, 'exchanges'], isTrained);
    const items = choices.map((choice): HistoryItem => ({ kind: 'choice', choice }));
    return { place, reward, histories: [{ place, items, tools: null, captured: true }], metrics };
  }
  const others = readList(trajectory.additional_histories, [...place, 'additional_histories']);
  const histories = [
    readHistory(trajectory, place),
    ...others.map((history, index) => {
      const at = [...place, 'additional_histories', index];
      return readHistory(requireObject(history, at), at);
    }),
  ];
  return { place, reward, histories, metrics };
}

/** Yields the paths of the unknown fields of a valid trajectory. */
function* unknownInTrajectory(value: unknown, place: InputPath): Generator<string> {
  const trajectory = requireObject(value, place);
  yield* unknownFields(trajectory, trajectoryFields, place);
  for (const [index, history] of readList(trajectory.additional_histories, place).entries()) {
    const at = [...place, 'additional_histories', index];
    yield* unknownFields(requireObject(history, at), trajectoryHistoryFields, at);
  }
}

function readHistory(history: JsonObject, place: InputPath): History {
  const items = readList(history.messages_and_choices, [...place, 'messages_and_choices']).map((item, index) => {
    const at = [...place, 'messages_and_choices', index];
    const read = readItem(item, at);
    if (read.kind === 'message') {
      requireRole(read.message, at);
      requireNoOtherAnswer(requireObject(item, at), at);
    } else requireLogprobEntries(requireObject(item, at), read.choice);
    return read;
  });
  const tools = readTools(history.tools, [...place, 'tools']);
  return { place, items, tools, captured: false };
}

/** Throws a `TrainingInputError` for an item that is neither a message nor a choice. */
export function readItem(item: unknown, place: InputPath): HistoryItem {
  if (isChoice(item)) return { kind: 'choice', choice: readChoice(item, place) };
  return { kind: 'message', message: readPlainMessage(requireObject(item, place), place) };
}

/** Reads tools, as `{type, function}` or as the bare function of older clients; null if there are none. */
export function readTools(value: unknown, place: InputPath): ToolDefinition[] | null {
  const tools = readList(value, place).map((item, index): ToolDefinition => {
    const tool = requireObject(item, [...place, index]);
    const called = tool.function === undefined ? tool : requireObject(tool.function, [...place, index, 'function']);
    if (typeof called.name !== 'string') {
      throw new TrainingInputError([...place, index], 'a tool is a function with a name');
    }
    return { type: 'function', function: { ...called, name: called.name } };
  });
  return tools.length === 0 ? null : tools;
}

function refuseMixture(trajectory: JsonObject, place: InputPath): void {
  for (const field of ['messages_and_choices', 'tools', 'additional_histories']) {
    if (readList(trajectory[field], [...place, field]).length > 0) {
      throw new TrainingInputError([...place, field], 'a trajectory has either exchanges or this field, not both');
    }
  }
}

/** Fields of the contract's `TrajectoryGroup`, `Trajectory` and `TrajectoryHistory`. */
export const groupFields = ['trajectories', 'exceptions', 'metadata', 'metrics', 'logs'] as const;
export const trajectoryHistoryFields = ['messages_and_choices', 'tools'] as const;
export const trajectoryFields = [
  ...trajectoryHistoryFields,
  'exchanges',
  'additional_histories',
  'reward',
  'initial_policy_version',
  'final_policy_version',
  'metrics',
  'auto_metrics',
  'metadata',
  'logs',
  'start_time',
] as const;

const longestName = 64;

/**
 * Yields the paths of fields that are not in `known`, such as `trajectory_groups.0.trajectories.1.rewrd`. An absent
 * field takes its default, so a misspelt name would silently change the training data.
 */
function* unknownFields(object: JsonObject, known: readonly string[], place: InputPath): Generator<string> {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) yield [...place, name.slice(0, longestName).toWellFormed()].join('.');
  }
}

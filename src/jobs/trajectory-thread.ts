import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { atOnce } from '../training/in-slices.ts';
import { readTrajectoryGroups, type Trajectory } from '../training/rl/trajectory.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { namesModel } from './trained-model-name.ts';
import type { TrajectoryJob, TrajectoryMessage } from './trajectory-messages.ts';

// Reads the trajectories of one job from its file.

function tell(message: TrajectoryMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

/** The ids and log-probabilities, which are nearly all that a trajectory has. */
function buffersOf({ histories }: Trajectory): ArrayBuffer[] {
  const choices = histories.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'choice' ? [item.choice] : [])),
  );
  const arrays = choices.flatMap(({ tokenIds, promptTokenIds, logprobs }) => [tokenIds, promptTokenIds, logprobs]);
  return arrays.flatMap((array) => (array === null ? [] : [array.buffer]));
}

/** Jobs that an earlier version of the server accepted have the groups alone in their files. */
function groupsOf(stored: unknown[] | { trajectory_groups: unknown[] }): unknown[] {
  return Array.isArray(stored) ? stored : stored.trajectory_groups;
}

const { path, model } = workerData as TrajectoryJob;
const sent = groupsOf(JSON.parse(readFileSync(path, 'utf8')));
try {
  const groups = atOnce(readTrajectoryGroups(sent, (name) => namesModel(name, model)));
  for (const { exceptions, unknown, trajectories } of groups) {
    tell({ kind: 'group', exceptions, unknown });
    for (const trajectory of trajectories) tell({ kind: 'trajectory', trajectory }, buffersOf(trajectory));
  }
  tell({ kind: 'end' });
} catch (error) {
  if (!(error instanceof TrainingInputError)) throw error;
  tell({ kind: 'refused', place: error.place, reason: error.reason });
}

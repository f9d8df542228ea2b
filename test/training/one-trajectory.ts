import { runAtOnce } from '../../src/training/cooperative.ts';
import { readTrajectoryGroups, type Trajectory } from '../../src/training/rl/trajectory.ts';
import { TrainingInputError } from '../../src/training/training-input-error.ts';

/** Path of the trajectory that `read` reads. */
export const at = 'trajectory_groups.0.trajectories.0';

/** An answer of one token. */
export const choice = {
  finish_reason: 'stop',
  index: 0,
  message: { role: 'assistant', content: 'yes', tool_calls: null, refusal: null },
  logprobs: { content: [{ token: 'token_id:7', logprob: -0.5, bytes: [1], top_logprobs: [] }], refusal: null },
  token_ids: [7],
  prompt_token_ids: [1, 2],
};

/** Returns whether a captured exchange is with the model in training. */
export const isTrained = (name: string): boolean => name.startsWith('wandb-artifact:///team/games/agent');

export function read(trajectory: object): Trajectory {
  return runAtOnce(readTrajectoryGroups([{ trajectories: [trajectory] }], isTrained))[0].trajectories[0];
}

/** Returns the error of reading a trajectory; fails if there is none. */
export function fault(trajectory: object): { place: string; reason: string } {
  try {
    read(trajectory);
  } catch (error) {
    if (!(error instanceof TrainingInputError)) throw error;
    return { place: error.path.join('.'), reason: error.reason };
  }
  throw new Error('nothing was wrong');
}

import { afterEach, expect, test, vi } from 'vitest';
import { type Cooperative, runYielding } from '../../src/training/cooperative.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob } from '../../src/training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { planSftJob } from '../../src/training/sft/sft-job.ts';
import { chatText } from '../training/chat-texts.ts';

afterEach(() => void vi.restoreAllMocks());

/**
 * Returns the result, and how often the event loop turned, on a clock that advances by 1 ms per read. This measures
 * the number of pieces of the work, independent of the machine's speed.
 */
async function loopTurnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ms++);
  let turns = 0;
  const note = (): void => {
    turns += 1;
    next = setImmediate(note);
  };
  let next = setImmediate(note);
  const result = await work();
  clearImmediate(next);
  return { result, turns };
}

const rows = 1_000;
const messages = [
  { role: 'user', content: 'What is it? '.repeat(20) },
  { role: 'assistant', content: 'It is this. '.repeat(20) },
];

test('planning an SFT job yields to the event loop', async () => {
  const line = JSON.stringify({ messages });
  const files = new Map([['train.jsonl', Buffer.from(Array<string>(rows).fill(line).join('\n'))]]);
  const { result, turns } = await loopTurnsDuring(async () => {
    const data = await runYielding(readSftData(files));
    return runYielding(planSftJob(data, readSftConfig({}), chatText(), 4_096));
  });
  expect(result).toHaveLength(rows / 2);
  // Each row is one piece when read and one when planned. The loop turns every 20 ms.
  expect(turns).toBeGreaterThan((2 * rows) / 25);
});

test('planning an RL job yields to the event loop', async () => {
  const trajectory = (reward: number): object => ({ reward, messages_and_choices: messages });
  const groups = Array.from({ length: rows / 2 }, () => ({ trajectories: [trajectory(0), trajectory(1)] }));
  const config = readRlConfig({ allow_training_without_logprobs: true });
  const { result, turns } = await loopTurnsDuring(async () => {
    const read = await runYielding(readTrajectoryGroups(groups, () => true));
    return runYielding(planRlJob(read, config, chatText(), 4_096));
  });
  expect(result.metrics.num_trajectories).toBe(rows);
  expect(turns).toBeGreaterThan((2 * rows) / 25);
});

test('an abort ends work that yields', async () => {
  function* endless(): Cooperative<never> {
    for (;;) yield;
  }
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 50);
  await expect(runYielding(endless(), abort.signal)).rejects.toThrow('enough');
});

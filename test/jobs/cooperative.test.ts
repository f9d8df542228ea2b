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
 * The result, and how often others got their turn, by a clock that goes on by 1 ms each time that it is looked at: how
 * many pieces the work is cut into shows, and not how fast this machine is.
 */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
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

test('an SFT job is planned while others get their turn', async () => {
  const line = JSON.stringify({ messages });
  const files = new Map([['train.jsonl', Buffer.from(Array<string>(rows).fill(line).join('\n'))]]);
  const { result, turns } = await turnsDuring(async () => {
    const data = await runYielding(readSftData(files));
    return runYielding(planSftJob(data, readSftConfig({}), chatText(), 4_096));
  });
  expect(result).toHaveLength(rows / 2);
  // Each row is a piece when it is read, and one when it is planned; a turn is due every 20 ms.
  expect(turns).toBeGreaterThan((2 * rows) / 25);
});

test('an RL job is planned while others get their turn', async () => {
  const trajectory = (reward: number): object => ({ reward, messages_and_choices: messages });
  const groups = Array.from({ length: rows / 2 }, () => ({ trajectories: [trajectory(0), trajectory(1)] }));
  const config = readRlConfig({ allow_training_without_logprobs: true });
  const { result, turns } = await turnsDuring(async () => {
    const read = await runYielding(readTrajectoryGroups(groups, () => true));
    return runYielding(planRlJob(read, config, chatText(), 4_096));
  });
  expect(result.metrics.num_trajectories).toBe(rows);
  expect(turns).toBeGreaterThan((2 * rows) / 25);
});

test('an abort ends the work', async () => {
  function* endless(): Cooperative<never> {
    for (;;) yield;
  }
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 50);
  await expect(runYielding(endless(), abort.signal)).rejects.toThrow('enough');
});

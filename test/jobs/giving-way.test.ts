import { expect, test } from 'vitest';
import { givingWay } from '../../src/jobs/giving-way.ts';
import type { InSlices } from '../../src/training/in-slices.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob } from '../../src/training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { planSftJob } from '../../src/training/sft/sft-job.ts';
import { chatText } from '../training/chat-texts.ts';

/** The result, and the longest time in ms in which a timer had to wait. */
async function longestWait<T>(work: () => Promise<T>): Promise<{ result: T; waited: number; took: number }> {
  let last = performance.now();
  let waited = 0;
  const began = last;
  const note = (): void => {
    waited = Math.max(waited, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(note, 1);
  const result = await work();
  note();
  clearInterval(timer);
  return { result, waited, took: performance.now() - began };
}

const rows = 8_000;
const messages = [
  { role: 'user', content: 'What is it? '.repeat(20) },
  { role: 'assistant', content: 'It is this. '.repeat(20) },
];

test('an SFT job is planned while others get their turn', async () => {
  const line = JSON.stringify({ messages });
  const files = new Map([['train.jsonl', Buffer.from(Array<string>(rows).fill(line).join('\n'))]]);
  const { result, waited, took } = await longestWait(async () => {
    const data = await givingWay(readSftData(files));
    return givingWay(planSftJob(data, readSftConfig({}), chatText(), 4_096));
  });
  expect(result).toHaveLength(rows / 2);
  expect(waited).toBeLessThan(took / 4);
});

test('an RL job is planned while others get their turn', async () => {
  const trajectory = (reward: number): object => ({ reward, messages_and_choices: messages });
  const groups = Array.from({ length: rows / 2 }, () => ({ trajectories: [trajectory(0), trajectory(1)] }));
  const config = readRlConfig({ allow_training_without_logprobs: true });
  const { result, waited, took } = await longestWait(async () => {
    const read = await givingWay(readTrajectoryGroups(groups, () => true));
    return givingWay(planRlJob(read, config, chatText(), 4_096));
  });
  expect(result.metrics.num_trajectories).toBe(rows);
  expect(waited).toBeLessThan(took / 4);
});

test('an abort ends the work', async () => {
  function* endless(): InSlices<never> {
    for (;;) yield;
  }
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 50);
  await expect(givingWay(endless(), abort.signal)).rejects.toThrow('enough');
});

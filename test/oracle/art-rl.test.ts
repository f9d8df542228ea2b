import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { groupAdvantages } from '../../src/training/rl/advantages.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob } from '../../src/training/rl/rl-job.ts';
import { weighSequences } from '../../src/training/rl/token-weights.ts';
import { readTrajectoryGroups, type TrajectoryGroup } from '../../src/training/rl/trajectory.ts';
import { trajectorySequences } from '../../src/training/rl/trajectory-tokens.ts';
import { chatText } from '../training/chat-texts.ts';
import { plan } from '../training/sft-plans.ts';
import { goldenFile } from './goldens.ts';

/** What ART's own preprocessing gave; scripts/oracle/art_rl_goldens.py writes it and tells how. */
interface Goldens {
  advantages: { rewards: number[]; scaled: number[]; centred: number[] }[];
  sequences: {
    trajectories: object[];
    sequences: { trajectory: number; advantage: number; ids: number[]; mask: number[]; weight: number }[];
  }[];
  summaries: {
    groups: object[];
    num_trajectories: number;
    num_groups_submitted: number;
    num_groups_trainable: number;
  }[];
  labels: { template: string; messages: { role: string; content: string }[]; ids: number[]; labels: number[] }[];
}

const goldens: Goldens = JSON.parse(readFileSync(goldenFile('art-rl.json'), 'utf8'));
const text = chatText();
const read = (groups: object[]): TrajectoryGroup[] => runAtOnce(readTrajectoryGroups(groups, () => true));

describe('beside ART’s own preprocessing', () => {
  test(`advantages of ${goldens.advantages.length} groups have the same bits, and the same are 0`, () => {
    for (const { rewards, scaled, centred } of goldens.advantages) {
      expect(groupAdvantages(rewards, true), `${rewards}`).toEqual(scaled);
      expect(groupAdvantages(rewards, false), `${rewards}`).toEqual(centred);
    }
  });

  test('a sequence runs on from one history to the next where a prompt continues it', () => {
    for (const { trajectories, sequences } of goldens.sequences) {
      const [group] = read([{ trajectories }]);
      const ours = group.trajectories.flatMap((one, trajectory) => {
        const found = weighSequences(trajectorySequences(one, text, false), 0);
        return found.map(({ ids, mask, weight }) => ({ trajectory, ids: [...ids], mask: [...mask], weight }));
      });
      const theirs = sequences.map(({ trajectory, ids, mask, weight }) => ({ trajectory, ids, mask, weight }));
      expect(ours).toEqual(theirs);
    }
  });

  test('rollouts that raised an exception are trajectories', () => {
    for (const { groups, ...counts } of goldens.summaries) {
      const { metrics } = runAtOnce(planRlJob(read(groups), readRlConfig({}), text, 512));
      expect(metrics).toMatchObject(counts);
    }
  });
});

describe('labels of SFT beside ART’s, in ChatML', () => {
  const UNLEARNT = -100;
  const system = '<|im_start|>system\ns<|im_end|>\n';
  const header = '<|im_start|>assistant\n';
  /** What ART learns beyond the answers, by conversation: other turns than a user's, and answers that a user writes. */
  const BEYOND = ['', '', '', '', system, system, `fake<|im_end|>\n${header}`, tools()];

  function tools(): string {
    const [between, behind] = ['t', 'u'].map((result) => `<|im_start|>tool\n${result}<|im_end|>\n`);
    return between + header + behind;
  }

  test.each(
    goldens.labels.map((golden, place) => ({ ...golden, place, roles: golden.messages.map(({ role }) => role) })),
  )('$place: $roles', ({ template, messages, ids, labels, place }) => {
    const [step] = plan([messages], {}, template, 4096);
    const [ours] = step.request?.sequences ?? [];
    expect([...ours.ids]).toEqual(ids.slice(0, ours.ids.length));
    const trained = ids.map((id, token) => (ours.mask[token] === 1 ? id : UNLEARNT));
    const differing = labels.filter((label, token) => label !== trained[token]);
    expect(differing).toEqual([...text.encode(BEYOND[place])]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ChatText } from '../../src/training/chat-text.ts';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { groupAdvantages } from '../../src/training/rl/advantages.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob } from '../../src/training/rl/rl-job.ts';
import { weighSequences } from '../../src/training/rl/token-weights.ts';
import { readTrajectoryGroups, type TrajectoryGroup } from '../../src/training/rl/trajectory.ts';
import { trajectorySequences } from '../../src/training/rl/trajectory-tokens.ts';
import { chatText } from '../training/chat-texts.ts';
import { type FullMessage, labels as labelsOf, plan } from '../training/sft-plans.ts';
import { goldenFile } from './goldens.ts';

interface Sequence {
  trajectory: number;
  advantage: number;
  ids: number[];
  mask: number[];
  weight: number;
  logprobs: (number | null)[];
}

/** Results of ART's own preprocessing; scripts/oracle/art_rl_goldens.py writes them and tells how. */
interface Goldens {
  advantages: { rewards: number[]; scaled: number[]; centred: number[] }[];
  sequences: { trajectories: object[]; sequences: Sequence[] }[];
  /** Sequences by the kind of group in test/art/goldens/captured-groups.json. */
  captured: Record<string, Sequence[]>;
  summaries: {
    groups: object[];
    num_trajectories: number;
    num_groups_submitted: number;
    num_groups_trainable: number;
  }[];
  /** Jobs, and the trainable tokens of each row, as [id, advantage, weight], sorted. */
  packed: { groups: object[][]; length: number; balance: number; rows: [number, number, number][][] }[];
  /** The text of a conversation and its trained part, or the error. */
  last: { template: string; messages: FullMessage[]; text?: string; learnt?: string; error?: string }[];
  labels: { template: string; messages: { role: string; content: string }[]; ids: number[]; labels: number[] }[];
}

const goldens: Goldens = JSON.parse(readFileSync(goldenFile('art-rl.json'), 'utf8'));
const text = chatText();
const read = (groups: object[]): TrajectoryGroup[] => runAtOnce(readTrajectoryGroups(groups, () => true));

/** Returns the sequences of a group in ART's format; advantages are compared separately. */
function ours(group: TrajectoryGroup, chat: ChatText): Omit<Sequence, 'advantage'>[] {
  return group.trajectories.flatMap((one, trajectory) =>
    weighSequences(trajectorySequences(one, chat, false), 0).map(({ ids, mask, weight, oldLogprobs }) => {
      const logprobs = Array.from(oldLogprobs, (value) => (Number.isNaN(value) ? null : value));
      return { trajectory, ids: [...ids], mask: [...mask], weight, logprobs };
    }),
  );
}

/** Converts ART's sequences to ours, which have log-probabilities in float32, for trained tokens alone. */
function asOurs({ advantage: _, logprobs, ...sequence }: Sequence): Omit<Sequence, 'advantage'> {
  const trained = logprobs.map((value, token) => (sequence.mask[token] === 1 ? value : null));
  return { ...sequence, logprobs: trained.map((value) => (value === null ? null : Math.fround(value))) };
}

describe('compared with ART’s own preprocessing', () => {
  test(`advantages of ${goldens.advantages.length} groups have the same bits`, () => {
    for (const { rewards, scaled, centred } of goldens.advantages) {
      expect(groupAdvantages(rewards, true), `${rewards}`).toEqual(scaled);
      expect(groupAdvantages(rewards, false), `${rewards}`).toEqual(centred);
    }
  });

  test('sequences are the same, also if a prompt continues the previous history', () => {
    for (const { trajectories, sequences } of goldens.sequences) {
      const [group] = read([{ trajectories }]);
      expect(ours(group, text)).toEqual(sequences.map(asOurs));
    }
  });

  test('counts of trajectories and groups are the same, with rollouts that raised exceptions', () => {
    for (const { groups, ...counts } of goldens.summaries) {
      const { metrics } = runAtOnce(planRlJob(read(groups), readRlConfig({}), text, 512));
      expect(metrics).toMatchObject(counts);
    }
  });
});

describe('groups that ART captured from this server, compared with its own preprocessing', () => {
  const file = new URL('../art/goldens/captured-groups.json', import.meta.url);
  const { model, groups } = JSON.parse(readFileSync(file, 'utf8'));
  const toy: ChatText = { ...text, vocabSize: 496 };

  test.each(Object.entries(goldens.captured))('%s have the same sequences in the same order', (kind, sequences) => {
    const [group] = runAtOnce(readTrajectoryGroups([groups[kind]], (name) => name === model));
    expect(ours(group, toy)).toEqual(sequences.map(asOurs));
    const advantages = groupAdvantages([0, 1], true);
    for (const { trajectory, advantage } of sequences) expect(advantage).toBe(advantages[trajectory]);
    expect(sequences.length).toBeGreaterThanOrEqual(6);
  });
});

describe('packed rows of jobs, compared with ART’s prefix_tree_pack', () => {
  const inOrder = (one: readonly number[], other: readonly number[]): number => {
    const at = one.findIndex((value, place) => value !== other[place]);
    return at === -1 ? 0 : one[at] - other[at];
  };
  test.each(goldens.packed.map((job, place) => ({ ...job, place })))(
    '$place: $rows.length rows of $length tokens have the same tokens, advantages and weights',
    ({ groups, length, balance, rows }) => {
      const config = readRlConfig({ advantage_balance: balance });
      const job = read(groups.map((trajectories) => ({ trajectories })));
      const { steps } = runAtOnce(planRlJob(job, config, text, length));
      const tokens = steps.flatMap(({ sequences }) =>
        sequences.flatMap(({ ids, mask, advantages, weight }) =>
          [...ids].flatMap((id, at) => (mask[at] === 1 ? [[id, advantages[at], weight]] : [])),
        ),
      );
      const theirs = rows.flat().sort(inOrder);
      const ours = tokens.sort(inOrder);
      expect(ours.map(([id]) => id).sort()).toEqual(theirs.map(([id]) => id).sort());
      expect(steps.length).toBe(rows.length);
      for (const [place, token] of ours.entries()) {
        expect(token[1]).toBeCloseTo(theirs[place][1], 4);
        expect(token[2]).toBeCloseTo(theirs[place][2], 4);
      }
    },
  );
});

describe('the trained last answer is that of ART’s _last_assistant_input_ids_and_labels, but for two cases', () => {
  /** ART cannot tell where this answer begins, as it has a thought that the prompt lacks. We train on the thought. */
  const OWN_THOUGHT = 15;
  /** ART renders the prompt separately: its last answer then gets an empty thought that it lacks in the whole chat. */
  const TWO_ANSWERS = 16;

  test.each(
    goldens.last.map((golden, place) => ({
      ...golden,
      place,
      contents: golden.messages.map(({ content }) => content),
    })),
  )('$place: $contents', ({ template, messages, text: whole, learnt, error, place }) => {
    const ours = () => labelsOf(messages, { assistant_turns: 'last' }, template);
    if (place === OWN_THOUGHT) {
      expect(error).toContain('Cannot isolate');
      expect(ours()).toMatch(/\[<think>\nhm\n<\/think>\n\na<\|im_end\|>\n\]$/);
    } else if (learnt === undefined || whole === undefined) {
      expect(error).toContain('final message to be an assistant');
      expect(ours).toThrow(/assistant/);
    } else {
      const prompt = whole.slice(0, whole.length - learnt.length);
      const shown = place === TWO_ANSWERS ? prompt.replace('<think>\n\n</think>\n\na', 'a') : prompt;
      expect(ours()).toBe(`${shown}[${learnt}]`);
    }
  });
});

describe('SFT in ChatML trains on the labels of ART, but on answers alone', () => {
  const UNLEARNT = -100;
  const system = '<|im_start|>system\ns<|im_end|>\n';
  const header = '<|im_start|>assistant\n';
  /** Text that ART also trains on, by conversation: turns of other roles, and answers quoted by a user. */
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

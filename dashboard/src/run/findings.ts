import type { MetricSeries, RunSeries } from '../../generated/types.gen.ts';
import { endsOf } from '../charts/summary.ts';
import { number, percent } from '../text/format.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'soft';

/** Judgement of a run's metric: its meaning, and what to do about it. */
export interface Finding {
  name: string;
  tone: Tone;
  verdict: string;
  values: readonly number[];
  means: string;
  todo: string;
  /** Link to related trajectories: filter and label. */
  leads?: readonly [query: Record<string, string>, words: string];
}

/** Reward metrics of jobs, by checkpoint. */
export const rewards = ['train/reward', 'reward'];
/** Metrics of gradient steps. */
export const watched = [
  ...['loss', 'num_groups_equal_rewards', 'num_groups_submitted', 'entropy'],
  ...['loss/importance_ratio_p99', 'answer/truncated_fraction', 'probs_corr', 'grad_norm'],
];

const short = (value: number) => number(Number(value.toPrecision(3)));

export function findingsOf({ metrics }: RunSeries, byJob: RunSeries | undefined): Finding[] {
  const has = (name: string) => (metrics[name]?.x.length ?? 0) > 0;
  const reward = rewards.map((name) => byJob?.metrics[name]).find((one) => (one?.x.length ?? 0) > 0);
  const judged = [
    reward ? rewardTrend(oneEach(reward)) : has('loss') ? lossTrend(metrics.loss!) : null,
    has('num_groups_submitted') ? equalGroups(metrics.num_groups_equal_rewards, metrics.num_groups_submitted!) : null,
    has('entropy') ? entropy(metrics.entropy!) : null,
    has('loss/importance_ratio_p99') ? ratio(metrics['loss/importance_ratio_p99']!) : null,
    has('answer/truncated_fraction') ? truncated(metrics['answer/truncated_fraction']!) : null,
    has('probs_corr') ? agreement(metrics.probs_corr!) : null,
    has('grad_norm') ? gradientNorm(metrics.grad_norm!) : null,
  ];
  return judged.filter((finding) => finding !== null);
}

/** Returns a trend if the ends of a series differ by more than its noise. */
function trendOf(series: MetricSeries): 'rising' | 'falling' | 'flat' {
  const { first, last } = endsOf(series);
  const mean = series.mean.reduce((sum, value) => sum + value, 0) / series.mean.length;
  const spread = Math.sqrt(series.mean.reduce((sum, value) => sum + (value - mean) ** 2, 0) / series.mean.length);
  const noise = (2 * spread) / Math.sqrt(Math.max(2, series.mean.length / 5));
  if (Math.abs(last - first) <= Math.max(noise, Math.abs(mean) * 0.01)) return 'flat';
  return last > first ? 'rising' : 'falling';
}

/** Returns one value for each job: the mean of the records of the same step. */
function oneEach({ x, mean, count }: MetricSeries): MetricSeries {
  const steps = new Map<number, { sum: number; count: number }>();
  for (const [place, step] of x.entries()) {
    const before = steps.get(step) ?? { sum: 0, count: 0 };
    steps.set(step, { sum: before.sum + mean[place]! * count[place]!, count: before.count + count[place]! });
  }
  const values = [...steps.values()].map((one) => one.sum / one.count);
  return { x: [...steps.keys()], mean: values, min: values, max: values, last: values, count: values.map(() => 1) };
}

const fewestJobs = 3;

function rewardTrend(series: MetricSeries): Finding {
  const isEarly = series.x.length < fewestJobs;
  const trend = trendOf(series);
  const { first, last } = endsOf(series);
  return {
    name: 'Reward',
    tone: isEarly ? 'soft' : trend === 'rising' ? 'good' : trend === 'flat' ? 'warn' : 'bad',
    verdict: isEarly
      ? `${short(series.mean.at(-1)!)}, too early to tell`
      : `${trend}, ${short(first)} → ${short(last)}`,
    values: series.mean,
    means: 'The mean reward of what each job was sent: the first fifth of the jobs against the last; from 3 jobs on.',
    leads: [{ sort: 'lowest_reward' }, 'Lowest rewards first'],
    todo:
      'read the worst trajectories first. A flat reward with few equal groups wants a higher learning rate or more groups ' +
      'a step; a falling one a lower rate, or a KL penalty.',
  };
}

function lossTrend(series: MetricSeries): Finding {
  const trend = trendOf(series);
  const { first, last } = endsOf(series);
  return {
    name: 'Loss',
    tone: trend === 'falling' ? 'good' : trend === 'flat' ? 'warn' : 'bad',
    verdict: `${trend}, ${short(first)} → ${short(last)}`,
    values: series.mean,
    means: 'The mean cross-entropy of the examples: the first fifth of the run against the last.',
    todo: 'a rising loss wants a lower learning rate. A flat one a higher rate, or a look at the data.',
  };
}

function equalGroups(equal: MetricSeries | undefined, submitted: MetricSeries): Finding {
  const shares = submitted.mean.map((all, place) => (all === 0 ? 0 : (equal?.mean[place] ?? 0) / all));
  const latest = shares.slice(-10);
  const share = latest.reduce((sum, one) => sum + one, 0) / Math.max(1, latest.length);
  return {
    name: 'Equal groups',
    tone: share > 0.8 ? 'bad' : share > 0.5 ? 'warn' : 'good',
    verdict: `${percent(share)} teach nothing`,
    values: shares,
    leads: [{ outcome: 'no_advantage' }, 'Their trajectories'],
    means: 'Groups whose answers all got the same reward have no advantage, so nothing is learnt from them.',
    todo: 'mix tasks of other difficulty, sample more answers a group, or give rewards that tell degrees apart.',
  };
}

const atEnds = 3;
const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

function entropy(series: MetricSeries): Finding {
  const { first, last } = endsOf(series);
  // A fifth of the run is too long to show changes in the last steps.
  const some = Math.max(1, Math.min(atEnds, Math.floor(series.x.length / 10)));
  const [start, end] = [meanOf(series.mean.slice(0, some)), meanOf(series.last.slice(-some))];
  const shares = [first === 0 ? 1 : last / first, start === 0 ? 1 : end / start];
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const isDown = least <= 0.5;
  const tone = least < 0.15 ? 'bad' : isDown || most >= 1.8 ? 'warn' : 'good';
  const words = least < 0.4 ? 'collapsing' : isDown ? 'falling' : most >= 1.8 ? 'growing' : 'steady';
  return {
    name: 'Entropy',
    tone,
    verdict: `${words}, ${short(start)} → ${short(end)}`,
    values: series.mean,
    means: 'How undecided the policy is. Near 0 all answers of a group are alike and no reward can tell them apart.',
    todo: 'when it collapses early: a lower learning rate, a KL penalty or a higher temperature. When it grows: check rewards.',
  };
}

function ratio(series: MetricSeries): Finding {
  const latest = series.last.at(-1)!;
  const highest = Math.max(...series.max);
  return {
    name: 'Ratio p99',
    tone: latest > 5 ? 'bad' : latest > 2 ? 'warn' : 'good',
    verdict: `${short(latest)}, highest ${short(highest)}`,
    values: series.max,
    means:
      'How much likelier than at sampling the most changed tokens are. 1 is on-policy; far above, clipping takes over.',
    todo: 'sample anew more often, take fewer gradient steps a job, or lower the learning rate.',
  };
}

function truncated(series: MetricSeries): Finding {
  const latest = series.last.at(-1)!;
  return {
    name: 'Truncated',
    tone: latest > 0.3 ? 'bad' : latest > 0.1 ? 'warn' : 'good',
    verdict: `${percent(latest)} of answers`,
    values: series.mean,
    leads: [{ truncated: 'true', sort: 'newest' }, 'Those that were cut, the newest first'],
    means: 'Answers that ended at their limit of length. Their rewards judge a beginning.',
    todo: 'raise max_tokens, or reward answers for coming to an end. Read the longest trajectories.',
  };
}

function agreement(series: MetricSeries): Finding {
  const latest = series.last.at(-1)!;
  return {
    name: 'Sampler/trainer',
    tone: latest < 0.95 ? 'bad' : latest < 0.99 ? 'warn' : 'good',
    verdict: `correlation ${number(latest)}`,
    values: series.mean,
    means: 'Whether what sampled and what trains give the same tokens the same probabilities.',
    todo: 'send the token ids and log-probabilities of the chat as they came; sample with the newest checkpoint.',
  };
}

function gradientNorm(series: MetricSeries): Finding {
  const ordered = series.mean.toSorted((a, b) => a - b);
  const median = ordered[Math.floor(ordered.length / 2)]!;
  const latest = Math.max(...series.max.slice(-5));
  const times = median === 0 ? 1 : latest / median;
  return {
    name: 'Gradient',
    tone: times > 20 ? 'bad' : times > 5 ? 'warn' : 'good',
    verdict: `${short(latest)}, median ${short(median)}`,
    values: series.max,
    means: 'How long the gradient is before clipping: the longest of late, against the median of the run.',
    todo: 'a jump wants a look at the data of that step. Many of them want a lower learning rate.',
  };
}

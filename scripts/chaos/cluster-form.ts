import type { ServerRole } from '../../src/cluster/worker-heartbeat.ts';
import type { Way } from './faults.ts';
import type { StreamsForm } from './streams.ts';
import { clusterPlans, type Plans } from './training.ts';

/** Bounds of a log-uniform distribution. */
export type Range = readonly [least: number, most: number];

/** Size of the cluster under test, and the number, length and spacing of its faults. */
export interface ClusterForm {
  roles: readonly ServerRole[];
  plans: Plans;
  streams: StreamsForm;
  /** Milliseconds between two models of a plan. */
  restMs: number;
  /** How often a round hits each of the five targets with each kind of fault. */
  times: Readonly<Record<Way, number>>;
  /** Seconds for which a fault lasts. A stopped server stays stopped until faults that began meanwhile are over. */
  seconds: Readonly<Record<Way, Range>>;
  /** Seconds between two faults. */
  pause: Range;
}

/**
 * 50 faults per round. A link is down for a moment, for longer than the worker timeout, or for longer than a lease,
 * each about as often.
 */
export const WHOLE_FORM: ClusterForm = {
  roles: ['api', 'api', 'worker', 'worker', 'worker'],
  plans: clusterPlans,
  streams: { count: 4, tokens: 200, restMs: 1_000 },
  restMs: 2_000,
  times: { kill: 4, stop: 1, link: 5 },
  seconds: { kill: [0.1, 10], stop: [60, 60], link: [0.2, 45] },
  pause: [0.1, 8],
};

/** 15 faults: each target once with each kind, in a cluster that is mostly idle. */
export const SHORT_FORM: ClusterForm = {
  roles: ['api', 'api', 'worker', 'worker'],
  plans: { mixed: ['sft', 'rl'], rewarded: ['rl'] },
  streams: { count: 2, tokens: 100, restMs: 1_500 },
  restMs: 8_000,
  times: { kill: 1, stop: 1, link: 1 },
  seconds: { kill: [0.1, 1], stop: [4, 4], link: [0.5, 5] },
  pause: [0.2, 2],
};

/** Draws a log-uniform number from a range. */
export function drawn([least, most]: Range, random: () => number): number {
  return least * (most / least) ** random();
}

import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { MoeShape } from './moe-group.ts';

/** Router output of a layer: the experts of each token and their weights. */
export interface Routing {
  /** [T, X] */
  logits: DeviceBuffer;
  /** [T, C] expert indices */
  chosen: DeviceBuffer;
  /** [T, C] */
  weights: DeviceBuffer;
}

interface MoeRoute extends Routing {
  shape: MoeShape;
  /** Whether the weights of a token's experts are normalized to sum to 1 (`norm_topk_prob`). */
  normalised: boolean;
}

/** Computes each token's chosen experts and their weights from the router logits. */
export function moeRoute(recorder: Recorder, { logits, chosen, weights, shape, normalised }: MoeRoute): void {
  const { T, experts, choices } = shape;
  recorder.dispatch('moe_route', {
    knobs: { ...laneKnobs(recorder), NORM: normalised ? 1 : 0 },
    buffers: { logits, chosen, weights },
    sizes: { experts, choices },
    grid: [T, 1, 1],
    cut: 'x',
    cost: { flops: 4 * T * experts * choices, bytes: 4 * T * (experts + 2 * choices) },
  });
}

interface MoeRouteBackward extends MoeRoute {
  /** [T, C F] input of each expert's down projection. */
  act: DeviceBuffer;
  /** [T, C F] gradient of `act` without the routing weights, which are multiplied in here. */
  dAct: DeviceBuffer;
  /** [T, X] */
  dLogits: DeviceBuffer;
  F: number;
  /** Bias [X, D] of the experts' outputs, if there is one; dY [T, D] is the gradient of the layer's output. */
  bias?: { values: DeviceBuffer; dY: DeviceBuffer; D: number };
}

/** Computes dLogits and multiplies dAct by the routing weights. F and D are multiples of 4. */
export function moeRouteBackward(recorder: Recorder, a: MoeRouteBackward): void {
  const { logits, chosen, weights, act, dAct, dLogits, shape, F, bias } = a;
  const { D = 0 } = bias ?? {};
  const { T, experts, choices } = shape;
  recorder.dispatch('moe_route_backward', {
    knobs: { ...laneKnobs(recorder), NORM: a.normalised ? 1 : 0, CHOICES: choices, BIAS: bias ? 1 : 0 },
    buffers: { logits, chosen, weights, act, dAct, dLogits, bias: bias?.values, dY: bias?.dY },
    sizes: { experts, choices, F4: F / 4, D4: D / 4 },
    grid: [T, 1, 1],
    cut: 'x',
    cost: { flops: T * choices * (3 * F + 2 * D + experts), bytes: 4 * T * (3 * choices * F + D + 2 * experts) },
  });
}

function laneKnobs({ device }: Recorder): { LANES: number; SUBGROUP: number } {
  return { LANES: device.class.lanes, SUBGROUP: device.class.subgroup ? 1 : 0 };
}

import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Words of one row of `carried`: index in `tokens`, row of `sampled`. */
export const CARRY_WORDS = 2;

/** Copies M sampled tokens into the tokens of the next step; `sampled` is the output of `sample`. */
export function carryTokens(
  recorder: Recorder,
  a: { carried: DeviceBuffer; sampled: DeviceBuffer; tokens: DeviceBuffer; M: number },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('carry_tokens', {
    knobs: { LANES: lanes },
    buffers: { carried: a.carried, sampled: a.sampled, tokens: a.tokens },
    sizes: { M: a.M },
    grid: [Math.ceil(a.M / lanes), 1, 1],
    cost: { flops: 0, bytes: 12 * a.M },
  });
}

import type { Variant } from '../../src/compute/kernel.ts';
import type { Bounds } from './bounds.ts';
import { kernelKeyOf } from './kernel-key.ts';
import type { TimedDispatch } from './timed-recorder.ts';

/** Time of the dispatches of one kind in a step, compared with the least possible. */
export interface KernelShare {
  kernel: string;
  /** Nonzero knobs, and the immediates that these dispatches have in common. */
  variant: string;
  grid: string;
  dispatches: number;
  seconds: number;
  flops: number;
  bytes: number;
  /** The longest of a dispatch's minimum times. */
  limit: 'FLOPs' | 'bytes' | 'dispatch';
  leastSeconds: number;
  /** Share of the roofline: `leastSeconds / seconds`. */
  share: number;
  lostSeconds: number;
}

/** Returns the kernels of a step, largest loss first. `variants` are those of the device, by kernel id. */
export function kernelShares(
  dispatches: readonly TimedDispatch[],
  bounds: Pick<Bounds, 'flops' | 'readBytes' | 'idleSeconds'>,
  variants: readonly Pick<Variant, 'knobs'>[],
): KernelShare[] {
  const kinds = Map.groupBy(dispatches, ({ dispatch }) => kernelKeyOf(dispatch));
  const shares = [...kinds.values()].map((members): KernelShare => {
    const { kernel, grid, cost } = members[0].dispatch;
    const seconds = members.reduce((sum, member) => sum + member.seconds, 0);
    const times = {
      FLOPs: cost.flops / bounds.flops,
      bytes: cost.bytes / bounds.readBytes,
      dispatch: bounds.idleSeconds,
    };
    const limits = Object.keys(times) as (keyof typeof times)[];
    const limit = limits.reduce((longest, one) => (times[one] > times[longest] ? one : longest));
    const leastSeconds = members.length * times[limit];
    return {
      kernel: kernel.name,
      variant: [...knobWords(variants[kernel.id]), ...commonSizes(members)].join(' '),
      grid: grid.join(' x '),
      dispatches: members.length,
      seconds,
      flops: members.length * cost.flops,
      bytes: members.length * cost.bytes,
      limit,
      leastSeconds,
      share: leastSeconds / seconds,
      lostSeconds: Math.max(0, seconds - leastSeconds),
    };
  });
  return shares.sort((a, b) => b.lostSeconds - a.lostSeconds);
}

function knobWords({ knobs }: Pick<Variant, 'knobs'>): string[] {
  return Object.entries(knobs).flatMap(([name, value]) => (value === 0 ? [] : [`${name}=${value}`]));
}

/** Returns the immediates equal in all members, which describe the shape; others, such as offsets, differ by layer. */
function commonSizes(members: readonly TimedDispatch[]): string[] {
  const [{ dispatch }] = members;
  const floats = new Float32Array(dispatch.words);
  const words = members.map((member) => new Uint32Array(member.dispatch.words));
  return dispatch.kernel.sizes.flatMap(({ name, type }, place) => {
    const word = words[0][place];
    if (word === 0 || words.some((own) => own[place] !== word)) return [];
    return [`${name}=${type === 'f32' ? Number(floats[place].toPrecision(3)) : word}`];
  });
}

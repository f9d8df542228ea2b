import type { SeriesAxis } from '../../generated/types.gen.ts';
import { clock, number } from '../text/format.ts';

export const axes: readonly [axis: SeriesAxis, label: string][] = [
  ['gradient_step', 'Gradient step'],
  ['step', 'Step (checkpoint)'],
  ['time', 'Time'],
];

/** Describes a position on the axis; time is in milliseconds since 1970. */
export function atX(axis: SeriesAxis, x: number): string {
  if (axis === 'time') return clock(new Date(x).toISOString());
  return `${axis === 'step' ? 'step' : 'gradient step'} ${number(x)}`;
}

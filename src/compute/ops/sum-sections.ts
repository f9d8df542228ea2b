import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

interface SumSections {
  /** [sections, count] */
  parts: DeviceBuffer;
  /** [count] */
  sum: DeviceBuffer;
  /** A multiple of 4. */
  count: number;
  sections: number;
  /** 1 to add to `sum` instead of overwriting it. */
  ADD: number;
}

/** Computes sum[i] (+)= parts[0][i] + parts[1][i] + ..., in this order. */
export function sumSections(recorder: Recorder, { parts, sum, count, sections, ADD }: SumSections): void {
  if (parts.bytes < 4 * sections * count) throw new Error(`${sections} sections of ${count} sums: too few bytes`);
  const LANES = recorder.device.class.lanes;
  const groups = Math.ceil(count / 4 / LANES);
  const width = Math.min(groups, 32768);
  recorder.dispatch('sum_sections', {
    knobs: { LANES, ADD },
    buffers: { parts, sum },
    sizes: { count4: count / 4, sections, width },
    grid: [width, Math.ceil(groups / width), 1],
    cut: 'y',
    cost: { flops: sections * count, bytes: 4 * (sections + 1 + ADD) * count },
  });
}

import { Device } from '../../src/compute/device.ts';
import type { Row } from '../report.ts';
import { measureRoofline, type Roofline, rooflineRows } from '../roofline.ts';
import { type Clock, TimedRecorder } from './timed-recorder.ts';

/** Measured limits of a dispatch. */
export interface Bounds extends Roofline {
  /** Seconds of an empty dispatch, by the clock that times the others. */
  idleSeconds: number;
}

/** Measures the device's limits, or keeps those of `before` if better, since other processes may slow a measurement. */
export async function measuredBounds(clock: Clock, before: Bounds | null): Promise<Bounds> {
  const device = await Device.open();
  try {
    const now = await measureRoofline(device);
    const idleSeconds = await new TimedRecorder(device, clock).idleSeconds();
    return better({ ...now, idleSeconds }, before);
  } finally {
    await device.destroy();
  }
}

export function better(now: Bounds, before: Bounds | null): Bounds {
  if (before === null) return now;
  const most = (a: number, b: number) => Math.max(a, b);
  const least = (a: number, b: number) => Math.min(a, b);
  return {
    flops: most(now.flops, before.flops),
    matrixFlops: now.matrixFlops && most(now.matrixFlops, before.matrixFlops ?? 0),
    readBytes: most(now.readBytes, before.readBytes),
    dispatchSeconds: least(now.dispatchSeconds, before.dispatchSeconds),
    encodeSeconds: least(now.encodeSeconds, before.encodeSeconds),
    submitSeconds: least(now.submitSeconds, before.submitSeconds),
    idleSeconds: least(now.idleSeconds, before.idleSeconds),
  };
}

export function boundsRows(bounds: Bounds): Row[] {
  const idle = (1e6 * bounds.idleSeconds).toFixed(1);
  const what = 'an empty dispatch, by the clock that times the others';
  return [...rooflineRows(bounds), { what, figure: idle, unit: 'us', roofline: '' }];
}

import { Device } from '../../src/compute/device.ts';
import type { Row } from '../report.ts';
import { measureRoofline, type Roofline, rooflineRows } from '../roofline.ts';
import { type Clock, TimedRecorder } from './timed-recorder.ts';

/** What a dispatch can do at best. */
export interface Bounds extends Roofline {
  /** Seconds of a dispatch that does nothing, by the clock that times the others. */
  idleSeconds: number;
}

/** What the device does at best, now or `before`: others may have taken of the machine. */
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
  const what = 'a dispatch that does nothing, by the clock that times the others';
  return [...rooflineRows(bounds), { what, figure: idle, unit: 'us', roofline: '' }];
}

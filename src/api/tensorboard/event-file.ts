import type { HistoryRecord } from '../../store/runs.ts';
import { scalarEvent, versionEvent } from './event.ts';
import { tfRecord } from './record.ts';

/**
 * A run's history as a TensorBoard event file, in pieces. What a gradient step reports stands at the count of gradient
 * steps so far, since a job takes many of them; what a job or a log reports, at the step of its checkpoint.
 */
export async function* eventFile(created: string, pages: AsyncIterable<HistoryRecord[]>): AsyncGenerator<Uint8Array> {
  yield tfRecord(versionEvent(seconds(created)));
  for await (const records of pages) {
    const events = records.map(({ step, gradientStep, time, metrics }) =>
      tfRecord(scalarEvent({ wallTime: seconds(time), step: gradientStep ?? step, scalars: metrics })),
    );
    yield Buffer.concat(events);
  }
}

/** TensorBoard reads files with `tfevents` in their name, those of a folder by the seconds in it. */
export function eventFileName(runId: string, created: string): string {
  return `events.out.tfevents.${Math.floor(seconds(created))}.${runId}`;
}

function seconds(time: string): number {
  return Date.parse(time) / 1000;
}

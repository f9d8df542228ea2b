import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

/** Time of another clock and of ours at the same moment, in ms since the epoch. */
export interface ClockReading {
  of: string;
  theirs: number;
  ours: number;
}

const slightMs = 30_000;
/** From this offset on, key expiry, certificates and bucket signatures fail. */
const severeMs = 300_000;

/** Reads PostgreSQL's clock; returns null for SQLite, which has none. */
export async function databaseClock({ builder, rows }: ReadOnlyDatabase): Promise<ClockReading | null> {
  if (builder.client.config.client !== 'pg') return null;
  const asked = Date.now();
  const query = builder.select(builder.raw('extract(epoch from clock_timestamp()) * 1000 as now'));
  const [{ now }] = await rows<{ now: string }>(query);
  return { of: 'the database', theirs: Number(now), ours: (asked + Date.now()) / 2 };
}

/** Reports how far the clock of this machine is off. */
export function checkClock(readings: readonly ClockReading[]): Finding[] {
  if (readings.length === 0) return [ok('clock', 'there is no other clock to compare with')];
  return readings.map(({ of, theirs, ours }) => {
    const off = Math.abs(ours - theirs);
    const message = `it is ${Math.round(off / 1_000)} s ${ours < theirs ? 'behind' : 'ahead of'} the clock of ${of}`;
    if (off < slightMs) return ok('clock', message);
    return (off < severeMs ? warning : fault)(
      'clock',
      message,
      'synchronize it over the network: timedatectl set-ntp true',
    );
  });
}

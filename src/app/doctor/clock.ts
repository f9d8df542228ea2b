import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

/** What another clock said, and ours then, in milliseconds. */
export interface Reading {
  of: string;
  theirs: number;
  ours: number;
}

const slightMs = 30_000;
/** Keys that expire, certificates and signatures of a bucket fail with a clock that is off by so much. */
const severeMs = 300_000;

/** What PostgreSQL's clock says; null for SQLite, which has none. */
export async function databaseClock({ builder, rows }: ReadOnlyDatabase): Promise<Reading | null> {
  if (builder.client.config.client !== 'pg') return null;
  const asked = Date.now();
  const query = builder.select(builder.raw('extract(epoch from clock_timestamp()) * 1000 as now'));
  const [{ now }] = await rows<{ now: string }>(query);
  return { of: 'the database', theirs: Number(now), ours: (asked + Date.now()) / 2 };
}

/** How far the clock of this machine is off. */
export function checkClock(readings: readonly Reading[]): Finding[] {
  if (readings.length === 0) return [ok('clock', 'there is none to compare it with')];
  return readings.map(({ of, theirs, ours }) => {
    const off = Math.abs(ours - theirs);
    const message = `it is ${Math.round(off / 1_000)} s ${ours < theirs ? 'behind' : 'ahead of'} that of ${of}`;
    if (off < slightMs) return ok('clock', message);
    return (off < severeMs ? warning : fault)('clock', message, 'set it by the network: timedatectl set-ntp true');
  });
}

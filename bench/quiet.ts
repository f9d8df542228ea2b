import { readdirSync, readFileSync } from 'node:fs';

/** Largest share of the machine that other processes may take during a valid sample (docs/benchmarks.md). */
const MAX_FOREIGN_SHARE = 0.06;
/** Number of noisy samples before the least noisy one is used, and marked as noisy. */
const MAX_NOISY_SAMPLES = 8;

export interface Sample<T> {
  value: T;
  /** Share of all cores' time that other processes took. */
  foreignShare: number;
}

export interface QuietSamples<T> {
  /** Valid samples: quiet ones, or the least noisy one if none was quiet. */
  kept: Sample<T>[];
  thrownAway: number;
}

/** Runs `measure` until there are `wanted` quiet samples. Without /proc, every sample counts. */
export async function quietSamples<T>(wanted: number, measure: () => Promise<T>): Promise<QuietSamples<T>> {
  const quiet: Sample<T>[] = [];
  const noisy: Sample<T>[] = [];
  while (quiet.length < wanted && noisy.length < MAX_NOISY_SAMPLES) {
    const before = cpuTicks();
    const value = await measure();
    const after = cpuTicks();
    const total = after.total - before.total;
    const foreignShare = total > 0 ? Math.max(0, after.busy - before.busy - (after.own - before.own)) / total : 0;
    (foreignShare <= MAX_FOREIGN_SHARE ? quiet : noisy).push({ value, foreignShare });
  }
  if (quiet.length > 0) return { kept: quiet, thrownAway: noisy.length };
  noisy.sort((a, b) => a.foreignShare - b.foreignShare);
  return { kept: noisy.slice(0, 1), thrownAway: noisy.length - 1 };
}

/** Formats the smallest, median and largest value: "12.1 / 12.4 / 12.9 (3 quiet, 1 thrown away)". */
export function describe({ kept, thrownAway }: QuietSamples<number>, digits = 1): string {
  const values = kept.map(({ value }) => value).sort((a, b) => a - b);
  const at = (share: number) => values[Math.floor(share * (values.length - 1))].toFixed(digits);
  const noisy = kept[0].foreignShare > MAX_FOREIGN_SHARE;
  const note = noisy ? `NOISY: others took ${Math.round(kept[0].foreignShare * 100)} %` : `${values.length} quiet`;
  return `${at(0)} / ${at(0.5)} / ${at(1)} (${note}, ${thrownAway} thrown away)`;
}

export function median({ kept }: QuietSamples<number>): number {
  const values = kept.map(({ value }) => value).sort((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)];
}

/** Returns CPU ticks since boot: of all cores, those not idle, and those of this process and its children. */
function cpuTicks(): { total: number; busy: number; own: number } {
  try {
    const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1, 9).map(Number);
    const total = fields.reduce((sum, value) => sum + value, 0);
    return { total, busy: total - fields[3] - fields[4], own: familyTicks() };
  } catch {
    return { total: 0, busy: 0, own: 0 };
  }
}

function familyTicks(): number {
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      stats.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (stats.has(pid) && isOurs(stats.get(pid)!.parent));
  let ticks = 0;
  for (const [pid, stat] of stats) if (isOurs(pid)) ticks += stat.ticks;
  return ticks;
}

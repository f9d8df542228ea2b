import type { KernelShare } from './kernel-shares.ts';

/** Kernels of a step, and the seconds of the step when submitted normally. */
export interface ProfiledStep {
  name: string;
  wholeSeconds: number;
  shares: readonly KernelShare[];
}

/** Loss of a kernel in a step. */
export interface Loss extends KernelShare {
  step: string;
  /** Share of the step's time saved if the kernel reached its roofline. */
  ofStep: number;
}

/** Returns the losses of all steps with the largest share of their step's time. */
export function largestLosses(steps: readonly ProfiledStep[], count: number): Loss[] {
  const losses = steps.flatMap(({ name, shares }) => {
    const total = secondsOf(shares);
    return shares.map((share) => ({ ...share, step: name, ofStep: share.lostSeconds / total }));
  });
  return losses.sort((a, b) => b.ofStep - a.ofStep).slice(0, count);
}

export function lossesList(losses: readonly Loss[]): string {
  return losses
    .map(({ kernel, variant, step, ofStep, lostSeconds, seconds, share, limit }, i) => {
      const times = `loses ${ms(lostSeconds)} of its ${ms(seconds)} ms, ${percent(ofStep)} of the step`;
      return `${i + 1}. \`${kernel}\` in ${step}: ${times}; ${percent(share)} of its roofline (${limit}); ${variant}`;
    })
    .join('\n');
}

/** Returns sums, then a row for each kind of dispatch, largest loss first. */
export function stepTable({ wholeSeconds, shares }: ProfiledStep, matrixFlops: number | null): string {
  const heads = ['kernel', 'dispatches', 'ms', 'MFLOP', 'MB', 'limit', 'least ms', 'share', 'lost ms'];
  const columns = [...heads, ...(matrixFlops === null ? [] : ['share of matrices']), 'grid', 'variant'];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = shares.map((one) => {
    const ofMatrices = matrixFlops === null ? [] : [percent(one.flops / matrixFlops / one.seconds)];
    return row([...figures(one), ...ofMatrices, one.grid, one.variant]);
  });
  return [sums(wholeSeconds, shares), '', row(columns), row(columns.map(() => '---')), ...rows].join('\n');
}

function figures(one: KernelShare): string[] {
  const { kernel, dispatches, seconds, flops, bytes, limit, leastSeconds, share, lostSeconds } = one;
  const work = [threeDigits(flops / 1e6), threeDigits(bytes / 1e6)];
  return [kernel, `${dispatches}`, ms(seconds), ...work, limit, ms(leastSeconds), percent(share), ms(lostSeconds)];
}

function sums(wholeSeconds: number, shares: readonly KernelShare[]): string {
  const least = shares.reduce((sum, one) => sum + one.leastSeconds, 0);
  const count = shares.reduce((sum, { dispatches }) => sum + dispatches, 0);
  const idle = shares.filter(({ limit }) => limit === 'dispatch');
  const floor = idle.reduce((sum, { leastSeconds }) => sum + leastSeconds, 0);
  return [
    `${count} dispatches take ${ms(secondsOf(shares))} ms one by one, ${ms(wholeSeconds)} ms submitted normally, and`,
    `${ms(least)} ms at best. Of the latter, ${ms(floor)} ms are dispatches with almost no work, which`,
    `only fewer dispatches would avoid (${idle.reduce((sum, { dispatches }) => sum + dispatches, 0)} of them).`,
  ].join('\n');
}

function secondsOf(shares: readonly KernelShare[]): number {
  return shares.reduce((sum, { seconds }) => sum + seconds, 0);
}

function ms(seconds: number): string {
  return threeDigits(1e3 * seconds);
}

function percent(share: number): string {
  return `${threeDigits(100 * share)} %`;
}

/** Formats a number with three digits, without an exponent. */
function threeDigits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value === 0 || value >= 1e-3 ? value.toPrecision(3) : '< 0.001';
}

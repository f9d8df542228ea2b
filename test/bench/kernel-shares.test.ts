import { describe, expect, it } from 'vitest';
import { better } from '../../bench/gpu-day/bounds.ts';
import { checkedKernels } from '../../bench/gpu-day/checked-kernels.ts';
import { document } from '../../bench/gpu-day/document.ts';
import { kernelShares } from '../../bench/gpu-day/kernel-shares.ts';
import { largestLosses } from '../../bench/gpu-day/losses-report.ts';
import { runPart } from '../../bench/gpu-day/parts.ts';
import type { TimedDispatch } from '../../bench/gpu-day/timed-recorder.ts';
import type { Variant } from '../../src/compute/kernel.ts';

const BOUNDS = { flops: 1e12, readBytes: 1e11, idleSeconds: 5e-6 };
const VARIANTS: Pick<Variant, 'knobs'>[] = [{ knobs: { ROWS: 4, ADD: 0 } }, { knobs: { LANES: 64 } }];

function timed(id: number, name: string, cost: { flops: number; bytes: number }, seconds: number, offset = 0) {
  const sizes = ['T', 'offset'].map((field) => ({ name: field, type: 'u32' }));
  const dispatch = { kernel: { id, name, sizes }, grid: [2, 1, 1], cost, words: Uint32Array.of(7, offset) };
  return { dispatch, seconds } as unknown as TimedDispatch;
}

describe('roofline shares', () => {
  it('are relative to the largest bound of FLOPs, bytes and dispatch, the largest losses first', () => {
    const shares = kernelShares(
      [
        timed(0, 'product', { flops: 1e9, bytes: 1e6 }, 4e-3, 1),
        timed(1, 'norm', { flops: 10, bytes: 10 }, 1e-5),
        timed(0, 'product', { flops: 1e9, bytes: 1e6 }, 6e-3, 2),
        timed(1, 'norm', { flops: 0, bytes: 1e9 }, 8e-3),
      ],
      BOUNDS,
      VARIANTS,
    );
    expect(shares.map(({ kernel, limit, dispatches }) => [kernel, limit, dispatches])).toEqual([
      ['product', 'FLOPs', 2],
      ['norm', 'dispatch', 1],
      ['norm', 'bytes', 1],
    ]);
    expect(shares.map(({ share }) => share.toFixed(3))).toEqual(['0.200', '0.500', '1.250']);
    expect(shares.map(({ lostSeconds }) => lostSeconds.toFixed(6))).toEqual(['0.008000', '0.000005', '0.000000']);
    expect(shares[0]).toMatchObject({ variant: 'ROWS=4 T=7', grid: '2 x 1 x 1', flops: 2e9, bytes: 2e6 });
  });

  it('rank losses by their share of the step', () => {
    const step = (name: string, seconds: number[]) => {
      const dispatches = seconds.map((time, i) => timed(0, `${name}${i}`, { flops: i, bytes: 0 }, time));
      return { name, wholeSeconds: 1, shares: kernelShares(dispatches, BOUNDS, VARIANTS) };
    };
    const losses = largestLosses([step('a', [0.9, 0.1]), step('b', [3, 2, 1])], 3);
    expect(losses.map(({ kernel, step }) => `${kernel} in ${step}`)).toEqual(['a0 in a', 'b0 in b', 'b1 in b']);
    expect(losses[0].ofStep).toBeCloseTo(0.9, 3);
  });
});

it('combines the best bounds of two roofline measurements', () => {
  const now = { flops: 2, matrixFlops: 5, readBytes: 1, dispatchSeconds: 1, encodeSeconds: 2, submitSeconds: 3 };
  const before = { flops: 1, matrixFlops: 6, readBytes: 3, dispatchSeconds: 2, encodeSeconds: 1, submitSeconds: 1 };
  expect(better({ ...now, idleSeconds: 4 }, { ...before, idleSeconds: 5 })).toEqual({
    flops: 2,
    matrixFlops: 6,
    readBytes: 3,
    dispatchSeconds: 1,
    encodeSeconds: 1,
    submitSeconds: 1,
    idleSeconds: 4,
  });
  expect(better({ ...now, matrixFlops: null, idleSeconds: 4 }, null).matrixFlops).toBe(null);
});

it('a kernel counts as checked if all test files that ran it passed', () => {
  const file = (name: string, passed: boolean) => ({ file: name, passed, count: 1, failures: [] });
  const files = [file('a', true), file('b', false)];
  const tested = [
    { file: 'a', kernels: ['good', 'both'] },
    { file: 'b', kernels: ['both', 'bad'] },
  ];
  expect(checkedKernels(['unused', 'good', 'both', 'bad'], files, tested)).toEqual({
    passed: ['good'],
    failed: ['bad', 'both'],
    notRun: ['unused'],
  });
});

describe('a part of the GPU day', () => {
  it('that fails leaves in the report its output, what could not run, and its last stderr line', async () => {
    const code = `console.log('found'); console.log('Not run: a peer: none'); console.error('alas'); process.exit(3)`;
    const failed = await runPart({ title: 'Bad', args: ['-e', code] });
    expect(failed.error).toBe('ended with exit code 3\nalas');
    const good = await runPart({ title: 'Good', args: ['-e', `console.log('| fine |')`] });
    const report = document('today', [failed, good], ['Late']);
    expect(report).toContain('| Bad | FAILED | ');
    expect(report).toContain('| Good | done | ');
    expect(report).toContain('| Late | pending |');
    expect(report).toContain('- Bad: ended with exit code 3; more below\n- a peer: none\n');
    expect(report).toContain('## Bad\n\nfound\n');
    expect(report).toContain('```\nended with exit code 3\nalas\n```');
    expect(report).toContain('## Good\n\n| fine |');
  });

  it('that is killed reports the signal', async () => {
    const { error } = await runPart({ title: 'Killed', args: ['-e', `process.kill(process.pid, 'SIGKILL')`] });
    expect(error).toBe('ended with SIGKILL');
  });
});

import { expect, it } from 'vitest';
import type { Command, RecordedDispatch } from '../../src/compute/command.ts';
import type { Kernel } from '../../src/compute/kernel.ts';
import { KernelTimes } from '../../src/compute/kernel-times.ts';
import { PIECE_MS, piecesOf } from '../../src/compute/pieces.ts';

/** One GFLOP is one ms. */
const rates = { gflops: 1000, gigabytes: 1, dispatchMs: 0 };
const kernel = { id: 0, name: 'dear', bindingCount: 0 } as unknown as Kernel;

function dispatch(ms: number, rows: number, cut?: RecordedDispatch['cut']): RecordedDispatch {
  const grid: RecordedDispatch['grid'] = cut === 'x' ? [rows, 2, 1] : [2, rows, 1];
  const bindGroup = {} as GPUBindGroup;
  const words = new ArrayBuffer(4);
  return { kernel, bindGroup, words, grid, cost: { flops: ms * 1e9, bytes: 0 }, cut };
}

function pieces(commands: Command[]): Command[][] {
  const times = new KernelTimes(rates);
  return [...piecesOf(commands, (command) => times.estimateOf(command))];
}

it.each(['x', 'y'] as const)('cuts a dispatch of 820 ms along %s into parts that fit, each row once', (cut) => {
  const axis = cut === 'x' ? 0 : 1;
  const times = new KernelTimes(rates);
  let at = 0;
  for (const piece of pieces([dispatch(30, 5), dispatch(820, 43, cut), dispatch(10, 5)])) {
    expect(times.estimate(piece)).toBeLessThanOrEqual(PIECE_MS + 1e-9);
    for (const command of piece as RecordedDispatch[]) {
      if (command.cut === undefined) continue;
      expect([...new Uint32Array(command.words)]).toEqual([at]);
      at += command.grid[axis];
      expect(command.grid[1 - axis]).toBe(2);
    }
  }
  expect(at).toBe(43);
});

it('keeps commands in order and loses none', () => {
  const commands: Command[] = [
    dispatch(20, 3),
    { clear: {} as never },
    dispatch(200, 3),
    dispatch(40, 3),
    dispatch(1, 9),
  ];
  expect(pieces(commands).flat()).toEqual(commands);
  expect(pieces(commands).map((piece) => piece.length)).toEqual([2, 1, 2]);
});

it('cuts a kernel into more pieces once it has proved slower than its estimate', () => {
  const times = new KernelTimes(rates);
  const long = dispatch(200, 1000, 'y');
  const count = () => [...piecesOf([long], (command) => times.estimateOf(command))].length;
  expect(count()).toBe(4);
  times.record([long], 60_000);
  expect(count()).toBe(4);
  for (let i = 0; i < 20; i++) times.record([long], 1000);
  expect(times.estimate([long])).toBeCloseTo(1000, -1);
  expect(count()).toBe(20);
});

it('blames the expensive kernel of a slow piece, not the cheap one beside it', () => {
  const times = new KernelTimes(rates);
  const cheap = { ...dispatch(1, 10), kernel: { ...kernel, id: 1 } };
  const dear = dispatch(40, 10);
  for (let i = 0; i < 50; i++) times.record([dear, cheap], 161);
  expect(times.estimate([dear])).toBeGreaterThan(150);
  expect(times.estimate([cheap])).toBeLessThan(2);
});

import { afterEach, expect, it, vi } from 'vitest';
import { Peers } from '../../bench/peers.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

it('a benchmark runs again without a peer that fails, says so, and exits with code 1', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const asked: (string | null)[] = [];
  await new Peers('present', 'a python').withPeft(async (python) => {
    asked.push(python);
    if (python !== null) throw new Error('it has no torch\nat all');
  });
  expect(asked).toEqual(['a python', null]);
  expect(said.mock.calls).toEqual([['\nNot run: PyTorch + PEFT: it has no torch']]);
  expect(process.exitCode).toBe(1);
});

it('a benchmark that fails without a peer too reports its own error', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const failing = async () => {
    throw new Error('ours');
  };
  await expect(new Peers('present', 'a python').withPeft(failing)).rejects.toThrow('ours');
  await expect(new Peers('install', 'a python').withPeft(failing)).rejects.toThrow('ours');
});

// node scripts/oracle/tensorboard-check.ts PYTHON
// Writes the event file of a run and compares the values that TensorBoard reads with those written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { eventFile, eventFileName } from '../../src/api/tensorboard/event-file.ts';
import type { HistoryRecord } from '../../src/store/runs.ts';

const created = '2026-11-21T12:00:00.000Z';
const record = (
  seconds: number,
  at: Pick<HistoryRecord, 'step' | 'gradientStep'>,
  metrics: Record<string, number>,
): HistoryRecord => {
  return { id: String(seconds), ...at, time: new Date(Date.parse(created) + 1000 * seconds).toISOString(), metrics };
};
// Names and steps that are long enough to need varints of several bytes.
const history = [
  ...Array.from({ length: 200 }, (_, i) =>
    record(i, { step: 1, gradientStep: i + 1 }, { 'loss/train': 1 / (i + 1), grad_norm: i, entropy: 1e-30 }),
  ),
  record(200, { step: 1, gradientStep: null }, { 'train/reward': 0.75, 'train/reward_std_dev': 0.25 }),
  record(201, { step: 300, gradientStep: null }, { 'val/reward': -1.5e6, [`val/${'länge '.repeat(40)}`]: 3 }),
];

const expected: Record<string, [number, number, number][]> = {};
for (const { step, gradientStep, time, metrics } of history) {
  for (const [tag, value] of Object.entries(metrics)) {
    expected[tag] = [...(expected[tag] ?? []), [gradientStep ?? step, Date.parse(time) / 1000, Math.fround(value)]];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'daybreak-tensorboard-check-'));
try {
  const pieces: Uint8Array[] = [];
  const pages = async function* () {
    yield history.slice(0, 150);
    yield history.slice(150);
  };
  for await (const piece of eventFile(created, pages())) pieces.push(piece);
  writeFileSync(join(folder, eventFileName('run', created)), Buffer.concat(pieces));
  const script = join(import.meta.dirname, 'tensorboard-check.py');
  const found = JSON.parse(
    execFileSync(process.argv[2], [script, folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const same = isDeepStrictEqual(found, expected);
  console.log(
    `TensorBoard reads ${Object.keys(found).length} curves, ${same ? 'equal to those written' : 'different from those written'}`,
  );
  process.exitCode = same ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crc32c, eventFile } from '../../src/api/tensorboard/event-file.ts';
import type { HistoryRecord } from '../../src/store/runs.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

test.each([
  ['123456789', 0xe3069283],
  ['\0'.repeat(32), 0x8a9136aa],
  ['\xff'.repeat(32), 0x62a8ab43],
])('the CRC-32C of %j equals the one in RFC 3720', (text, crc) => {
  expect(crc32c(Buffer.from(text, 'latin1'))).toBe(crc);
});

/** Returns the event file of these pages of history. */
async function bytesOf(...pages: HistoryRecord[][]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of eventFile(
    '2026-11-21T12:00:00.000Z',
    (async function* () {
      yield* pages;
    })(),
  )) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Returns the contents of the records. TensorBoard itself checks their CRCs (`npm run oracle`). */
function recordsOf(file: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const length = Number(file.readBigUInt64LE(at));
    records.push(file.subarray(at + 12, at + 12 + length));
    at += length + 16;
  }
  return records;
}

const record = (step: number, metrics: Record<string, number>, gradientStep: number | null = null): HistoryRecord => ({
  id: 'r',
  step,
  time: '2026-11-21T12:00:01.500Z',
  metrics,
  jobId: null,
  gradientStep,
});

test('a TensorBoard record of metrics has the fields of event.proto', async () => {
  const file = await bytesOf([record(300, { 'val/reward': 0.75 })]);
  const [version, scalar] = recordsOf(file);
  expect(version.toString('latin1')).toContain('brain.Event:2');
  expect(scalar.subarray(0, 9)).toEqual(Buffer.concat([Buffer.of(0x09), doubleBytes(1795262401.5)]));
  // Step 300, then the summary with one value: the tag, and 0.75 as a float.
  const value = Buffer.concat([Buffer.of(0x0a, 10), Buffer.from('val/reward'), Buffer.of(0x15, 0, 0, 0x40, 0x3f)]);
  const summary = Buffer.concat([Buffer.of(0x0a, value.length), value]);
  expect(scalar.subarray(9)).toEqual(Buffer.concat([Buffer.of(0x10, 0xac, 0x02, 0x2a, summary.length), summary]));
});

function doubleBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

test('TensorBoard counts gradient steps over all jobs; other records have their checkpoint’s step', async () => {
  const step = (loss: number) => ({ 'loss/train': loss, grad_norm: 1 });
  const file = await bytesOf(
    [record(1, step(3), 1), record(1, step(2), 2)],
    [record(1, { 'train/reward': 1 }), record(2, step(1), 3)],
  );
  const steps = recordsOf(file)
    .slice(1)
    .map((content) => content[10]);
  expect(steps).toEqual([1, 2, 1, 3]);
});

describe('the TensorBoard file over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workerEntry: peerEntry });
  });
  afterAll(() => server.end());

  test('has the whole history', async () => {
    const { body: model } = await server.call('POST', '/preview/models', {
      project: 'p',
      name: 'n',
      base_model: 'toy',
    });
    const rewards = Array.from({ length: 30 }, (_, i) => i / 8);
    for (const reward of rewards) {
      await server.call('POST', `/preview/models/${model.id}/log`, {
        split: 'val',
        trajectory_groups: [{ trajectories: [{ reward }] }],
      });
    }
    const response = await fetch(`${server.baseUrl}/preview/runs/${model.run_id}/tensorboard`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/filename="events\.out\.tfevents\.\d+\.[0-9a-f-]+"/);
    const records = recordsOf(Buffer.from(await response.arrayBuffer()));
    expect(records.slice(1).map((content) => content.readFloatLE(content.length - 4))).toEqual(rewards);
    expect((await server.call('GET', `/preview/runs/${model.id}/tensorboard`)).body.error.param).toBe('run_id');
  });
});

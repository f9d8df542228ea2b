import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { versionsWarning } from '../../src/app/known-workers.ts';
import { poolHealth } from '../../src/app/pool-health.ts';
import { ReportedLengths } from '../../src/app/reported-lengths.ts';
import type { LiveWorker } from '../../src/cluster/live-worker.ts';

const worker = (id: string, contextLength: number, trainingLength: number): LiveWorker => ({
  heartbeat: {
    ...{ incarnation: 'a', name: 'a', version: '0', state: 'ready', load: 0 },
    models: [{ id, class: 'one', contextLength, trainingLength, places: 8 }],
  },
  ...{ hash: 1, firstSeen: 0, seen: 0, sent: 0, served: [] },
});

it('an API replica’s length limits are the smallest of the workers of its model', async () => {
  const heard: LiveWorker[] = [];
  const lengths = new ReportedLengths({ all: () => heard }, 'toy', 4096);
  expect([lengths.contextLength, lengths.trainingLength]).toEqual([4096, 4096]);
  heard.push(worker('toy', 2048, 512), worker('toy', 1024, 1024), worker('other', 16, 16));
  await sleep(1_050);
  expect([lengths.contextLength, lengths.trainingLength]).toEqual([1024, 512]);
});

it('an API replica is healthy while a worker is ready', async () => {
  const ready: LiveWorker[] = [];
  let warning: string | null = null;
  const health = poolHealth({ isAnyReady: () => ready.length > 0 }, () => warning);
  expect(health.problem()).toBe('No worker of the cluster is ready.');
  await expect(health.ping(1)).rejects.toThrow('No worker of the cluster is ready.');
  warning = 'A worker is not heard here.';
  expect(health.problem()).toBe('No worker of the cluster is ready. A worker is not heard here.');
  ready.push(worker('toy', 1, 1));
  expect(health.problem()).toBeNull();
  await health.ping(1);
});

it('workers of different versions give a warning', () => {
  const of = (...versions: string[]) => ({
    all: () => versions.map((version) => ({ heartbeat: { version } }) as LiveWorker),
  });
  expect(versionsWarning(of())).toBeNull();
  expect(versionsWarning(of('0.2.0', '0.2.0'))).toBeNull();
  expect(versionsWarning(of('0.3.0', '0.2.0', '0.3.0'))).toBe(
    'Workers run the versions 0.2.0 and 0.3.0, and no stream moves between versions. Update all to one version.',
  );
});

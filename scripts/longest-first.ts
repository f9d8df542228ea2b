import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, slowest first. Two that wait for the same build or environment are not adjacent. */
export const longest = [
  'test/schemathesis/schemathesis.test.ts',
  'test/dashboard/browser.test.ts',
  'test/art/loop.test.ts',
  'test/cluster/roles.test.ts',
  'test/docs/page.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/chaos/cluster.test.ts',
  'test/jobs/job-runs.test.ts',
  'test/cluster/helped-jobs.test.ts',
  'test/art/restart.test.ts',
  'test/inference/engine.test.ts',
  'test/inference/int8-engine.test.ts',
  'test/contract/handler-drift.test.ts',
  'test/cluster/worker-pool.test.ts',
  'test/api/large-bodies.test.ts',
  'test/clients/smoke.test.ts',
  'test/clients/drift.test.ts',
  'test/art/documents.test.ts',
  'test/cluster/servers.long.test.ts',
  'test/chaos/shared.long.test.ts',
  'test/oracle/smollm2.long.test.ts',
  'test/api/training-loop.test.ts',
  'test/docs/samples.test.ts',
  'test/bucket/start.test.ts',
  'test/device-classes/gpu-matrix.test.ts',
  'test/device-classes/gpu-plain.test.ts',
  'test/hostile/fairness.test.ts',
  'test/hostile/bodies.test.ts',
];

/** Returns the files with the slowest first, and the others behind them in their given order. */
export function longestFirst<File extends { moduleId: string }>(files: File[], root: string): File[] {
  const place = ({ moduleId }: File): number => {
    const index = longest.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
    return index < 0 ? longest.length : index;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}

/** Vitest sequencer that starts the slowest files first, so that no slow file runs alone at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), this.ctx.config.root);
  }
}

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { Precision } from '../../src/model/model-files.ts';
import { withMore } from '../tier.ts';
import { type SyntheticKind, writeSynthetic } from './synthetic-checkpoint.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-loading-'));
afterAll(() => rmSync(home, { recursive: true }));

const MiB = 2 ** 20;
/** Most host memory that loading takes for any model: slabs that wait for the device or for V8. */
const MAX_HELD = 192 * MiB;

interface Loading {
  kind: SyntheticKind;
  precision: Precision;
  vocabulary: number;
}

/** The larger vocabulary makes one matrix of 512 MiB in bf16. */
const LOADINGS = withMore<Loading>(
  [
    { kind: 'bf16', precision: 'f32', vocabulary: 131_072 },
    { kind: 'gptq', precision: 'f32', vocabulary: 131_072 },
  ],
  [
    { kind: 'bf16', precision: 'f32', vocabulary: 262_144 },
    { kind: 'mxfp4', precision: 'f32', vocabulary: 524_288 },
    { kind: 'bf16', precision: 'int8', vocabulary: 262_144 },
    { kind: 'q4_k', precision: 'f32', vocabulary: 262_144 },
    { kind: 'q8_0', precision: 'f32', vocabulary: 262_144 },
  ],
);

test.runIf(process.platform === 'linux').each(LOADINGS)(
  'loading a $kind checkpoint with $vocabulary tokens in $precision takes less than 192 MiB of host memory',
  { timeout: 120_000 },
  async ({ kind, precision, vocabulary }) => {
    const folder = join(home, `${kind}-${precision}-${vocabulary}`);
    const path = writeSynthetic(folder, kind, 3, { vocab_size: vocabulary });
    const child = join(import.meta.dirname, 'load-and-measure.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [child, path, precision]);
    const { host, weights } = JSON.parse(stdout);
    const files = path === folder ? folder : dirname(path);
    const shard = Math.max(...readdirSync(files).map((name) => statSync(join(files, name)).size));
    const told = [host, weights, shard].map((bytes) => Math.round(bytes / MiB));
    console.log(
      `${kind}, ${precision}: ${told[0]} MiB of the host for ${told[1]} of weights, largest shard ${told[2]}`,
    );
    expect(weights).toBeGreaterThan(64 * MiB);
    expect(host).toBeLessThan(MAX_HELD);
    expect(host).toBeLessThan(1.2 * shard);
  },
);

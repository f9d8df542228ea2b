import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeToySftCase } from '../../scripts/oracle/sft-cases.ts';
import { goldenFile, report } from './goldens.ts';
import { runSft, type SftStepFacts } from './sft-run.ts';

/** Results of transformers and PEFT on the same data; scripts/oracle/sft_goldens.py writes them. */
interface Golden {
  weightsSha256: string;
  dataSha256: string;
  adapterSha256: string;
  steps: SftStepFacts[];
}

test('an SFT job of 50 steps has the loss and gradient norm of transformers and PEFT at each step', async () => {
  const golden: Golden = JSON.parse(readFileSync(goldenFile('sft-toy.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-sft-'));
  try {
    writeToySftCase(folder);
    const again = 'the case has changed: run npm run oracle -- --write';
    expect(sha256(join(folder, 'model/model.safetensors')), again).toBe(golden.weightsSha256);
    expect(sha256(join(folder, 'train.jsonl')), again).toBe(golden.dataSha256);
    expect(sha256(join(folder, 'adapter/adapter_model.safetensors')), again).toBe(golden.adapterSha256);
    const steps = await runSft(join(folder, 'model'), folder);
    expect(steps).toHaveLength(50);
    const counts = ({ tokens, trainableTokens }: SftStepFacts) => ({ tokens, trainableTokens });
    expect(steps.map(counts)).toEqual(golden.steps.map(counts));
    const errors = (of: 'loss' | 'gradNorm') =>
      steps.map((step, i) => Math.abs(step[of] - golden.steps[i][of]) / golden.steps[i][of]);
    report('SFT of the toy, 50 steps: worst relative error of a loss', Math.max(...errors('loss')));
    report('SFT of the toy, 50 steps: worst relative error of a gradient norm', Math.max(...errors('gradNorm')));
    // The documented bound is 1 %. Equivalent programs differ by far less, and 1 % would hide a small mistake.
    expect(Math.max(...errors('loss'))).toBeLessThan(1e-4);
    expect(Math.max(...errors('gradNorm'))).toBeLessThan(1e-3);
    // The model learnt, so the steps depend on each other.
    expect(steps[49].loss).toBeLessThan(steps[0].loss / 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helmProgram } from '../../scripts/helm.mjs';
import { SetupError } from '../../scripts/run.mjs';
import { chartFolder, goldenFile, headLine, KUBERNETES, TEMPLATE, valuesFile } from './chart.ts';

const helm = await helmProgram().catch((error) => {
  if (process.env.CI || !(error instanceof SetupError)) throw error;
  return null;
});

describe.skipIf(helm === null)('the chart', () => {
  it('passes helm lint with its default values, and with the test values', () => {
    for (const values of [[], ['--values', valuesFile]]) {
      const args = ['lint', '--strict', chartFolder, ...KUBERNETES, ...values];
      const said = execFileSync(helm!, args, { encoding: 'utf8' });
      expect(said).toContain('0 chart(s) failed');
    }
  });

  it('renders to the committed golden file', () => {
    const made = execFileSync(helm!, TEMPLATE, { encoding: 'utf8' });
    expect(headLine() + made).toBe(readFileSync(goldenFile, 'utf8'));
  });
});

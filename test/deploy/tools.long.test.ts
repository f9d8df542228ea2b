import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helmProgram } from '../../scripts/helm.mjs';
import { SetupError } from '../../scripts/run.mjs';
import { chartFolder, goldenFile, headLine, KUBERNETES, root, TEMPLATE, valuesFile } from './chart.ts';

const helm = await helmProgram().catch((error) => {
  if (process.env.CI || !(error instanceof SetupError)) throw error;
  return null;
});

describe.skipIf(helm === null)('the chart', () => {
  it('is found to be in order by Helm, with its own values and with all that it has', () => {
    for (const values of [[], ['--values', valuesFile]]) {
      const args = ['lint', '--strict', chartFolder, ...KUBERNETES, ...values];
      const said = execFileSync(helm!, args, { encoding: 'utf8' });
      expect(said).toContain('0 chart(s) failed');
    }
  });

  it('is what was committed of it', () => {
    const made = execFileSync(helm!, TEMPLATE, { encoding: 'utf8' });
    expect(headLine() + made).toBe(readFileSync(goldenFile, 'utf8'));
  });
});

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd finds the units to be in order', () => {
  const [units, copies] = [join(root, 'deploy/systemd'), mkdtempSync(join(tmpdir(), 'daybreak-units-'))];
  try {
    for (const name of readdirSync(units).filter((one) => one.endsWith('.service'))) {
      const unit = readFileSync(join(units, name), 'utf8');
      // It looks for the program, too.
      writeFileSync(join(copies, name), unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      execFileSync('/usr/bin/systemd-analyze', ['verify', join(copies, name.replace('@', '@0'))]);
    }
  } finally {
    rmSync(copies, { recursive: true });
  }
});

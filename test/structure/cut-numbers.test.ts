import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Returns how often the linter reports that `code` truncates a number to 32 bits. */
function cuts(code: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-lint-'));
  try {
    const rules = { linter: { rules: { preset: 'none' } }, plugins: [resolve('test/structure/cut-numbers.grit')] };
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));
    writeFileSync(join(folder, 'planted.ts'), code);
    const biome = resolve('node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--colors=off', 'planted.ts'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const said = `${stdout}${stderr}`;
    expect(said).toContain('Checked 1 file');
    return said.split('This cuts the number to 32 bits').length - 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the linter reports arithmetic by bit operators, which truncate to 32 bits, and allows bit masks', () => {
  expect(cuts('export const most = { gpu: 4096 << 20 };')).toBe(1);
  expect(cuts('export const bytes = (n: number) => [n << 30, (n + 1) >> 20, 1 << 12];')).toBe(3);
  expect(cuts('let bytes = 1;\nbytes <<= 20;\nbytes >>>= 24;\nexport { bytes };')).toBe(2);
  expect(cuts('export const whole = (half: number) => [(half / 2) | 0, ~~half];')).toBe(2);
  expect(cuts('export const bits = [1 << (id & 31), 1n << 60n, crc << 17, (at + 1) >>> 5, ~(1 << 3)];')).toBe(0);
});

// npm run kernel:figures [-- CHIP ...]: rewrites the tables of test/null-gpu/figures, for the named chips or for all.
// It prints the figures that became worse, and writes no table with forbidden figures.
import { type Chip, chipNames } from '../../scripts/null-gpu.mjs';
import { differences, readTable, tableOf, writeTable } from './figure-table.ts';
import { forbiddenFigures } from './forbidden-figures.ts';
import { measureChip } from './measured-chip.ts';
import { measuredCode } from './measured-code.ts';

const named = process.argv.slice(2);
const unknown = named.find((name) => !chipNames.includes(name as Chip));
if (unknown !== undefined) {
  console.error(`kernel:figures: ${unknown} is none of ${chipNames.join(', ')}`);
  process.exit(2);
}
for (const chip of named.length > 0 ? (named as Chip[]) : chipNames) {
  const { name: driver, variants } = await measureChip(chip);
  const forbidden = forbiddenFigures(chip, variants);
  for (const what of forbidden) console.error(`${chip}: ${what}`);
  if (forbidden.length > 0) {
    process.exitCode = 1;
    continue;
  }
  const rows = tableOf(variants);
  const before = readTable(chip).rows;
  if (before.size > 0) for (const what of differences(rows, before)) console.log(`${chip}: ${what}`);
  writeTable(chip, { driver, code: measuredCode(), rows });
  console.log(`${chip}: ${variants.length} variants, ${rows.size} rows`);
}

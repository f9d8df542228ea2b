// Main program of `npm run fuzz`, after set-up: node main.ts PYTHON [--examples N] [--seed N]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { summaryLines } from './summary-lines.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { examples: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const folder = join(import.meta.dirname, '../../.cache/fuzz');
const report = await fuzz({
  python: positionals[0],
  examples: wholeNumber('examples', values.examples, 1),
  seed: wholeNumber('seed', values.seed, 0),
  folder,
  show: true,
});
console.log(summaryLines(report).join('\n'));
if (report.serverExitCode !== 0)
  console.error(`fuzz: the server exited with code ${report.serverExitCode}; logs are in ${folder}`);
process.exitCode = report.exitCode === 0 && report.serverExitCode === 0 ? 0 : 1;

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least) return number;
  console.error(`fuzz: --${name} ${text} is invalid; it must be a whole number from ${least} to 999999999`);
  process.exit(2);
}

/** `npm run chaos -- --kills 50 --seed 7`: exit code 1 when a job came to something else than without kills. */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = whole('kills', values.kills ?? '50');
const seed = whole('seed', values.seed ?? String(Date.now() % 2 ** 31));
console.log(`seed ${seed}: training without a kill, then the same under ${kills}`);
const report = await runChaos({ kills, seed, say: (text) => console.log(text) });
const { http, compute } = report.kills;
console.log(`
kills            ${http + compute} (HTTP process ${http}, compute process ${compute})
rounds           ${report.rounds}, ${report.struck.length} models trained
gradient steps   ${report.steps} committed, each once; no event changed
other outcome    ${report.different.length === 0 ? 'none: weights, moments and metrics are equal to the bit' : report.different.join(', ')}
left over        ${report.leftovers.length === 0 ? 'nothing' : report.leftovers.join(', ')}`);
process.exitCode = report.different.length + report.leftovers.length > 0 ? 1 : 0;

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`--${name} ${text}: must be a whole number from 1`);
  process.exit(2);
}

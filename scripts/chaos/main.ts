/**
 * `npm run chaos -- --kills 50 --seed 7`: exit code 1 when a job came to something else than without kills; with
 * `--cluster --faults 500 --longest 60` the same of a cluster, and of its streams.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { runClusterChaos } from './cluster.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { kills: text, seed: text, faults: text, longest: text, cluster: { type: 'boolean' } },
});
const seed = whole('seed', values.seed ?? String(Date.now() % 2 ** 31));
const say = (line: string): void => console.log(line);
await (values.cluster ? cluster() : alone());

async function alone(): Promise<void> {
  const kills = whole('kills', values.kills ?? '50');
  console.log(`seed ${seed}: training without a kill, then the same under ${kills}`);
  const report = await runChaos({ kills, seed, say });
  const { http, compute } = report.kills;
  console.log(`
kills            ${http + compute} (HTTP process ${http}, compute process ${compute})
rounds           ${report.rounds}, ${report.struck.length} models trained
gradient steps   ${report.steps} committed, each once; no event changed
other outcome    ${report.different.length === 0 ? 'none: weights, moments and metrics are equal to the bit' : report.different.join(', ')}
left over        ${report.leftovers.length === 0 ? 'nothing' : report.leftovers.join(', ')}`);
  process.exitCode = report.different.length + report.leftovers.length > 0 ? 1 : 0;
}

async function cluster(): Promise<void> {
  const faults = whole('faults', values.faults ?? '500');
  const longestMs = 1000 * whole('longest', values.longest ?? '60');
  console.log(`seed ${seed}: training on one server in calm, then in a cluster under ${faults} faults`);
  const report = await runClusterChaos({ faults, seed, longestMs, say });
  const { whole: ended, refused, broken } = report.streams;
  const kinds = Object.entries(report.faults).toSorted();
  console.log(`
faults           ${kinds.map(([kind, count]) => `${count} ${kind}`).join('; ')}
rounds           ${report.rounds}; ${report.steps} gradient steps committed, each once; no event changed
claimed again    ${report.claimedAgain} jobs; ${report.givenShards} shards computed for other workers
streams          ${ended} whole, with the tokens of calm; ${refused} refused and ${broken} broken during faults
wrong streams    ${report.wrongStreams.length === 0 ? 'none' : report.wrongStreams.join('; ')}
other outcome    ${report.different.length === 0 ? 'none: weights, moments and metrics are equal to the bit' : report.different.join(', ')}`);
  process.exitCode = report.different.length + report.wrongStreams.length > 0 ? 1 : 0;
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`--${name} ${text}: must be a whole number from 1`);
  process.exit(2);
}

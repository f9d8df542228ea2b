/**
 * `npm run chaos -- --kills 50 --seed 7`: exits with 1 if a job's outcome differs from the run without kills. With
 * `--cluster --faults 500 --from-seed 1 --report FILE`, tests a cluster and its streams: appends a line to FILE for
 * each seed. The next run continues after the last seed, until all lines together have that many faults.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { runClusterChaos } from './cluster.ts';
import { WHOLE_FORM } from './cluster-form.ts';
import { addRound, type ClusterRound, readRounds, sumOfRounds } from './cluster-round.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { kills: text, seed: text, faults: text, 'from-seed': text, report: text, cluster: { type: 'boolean' } },
});
const asked = new AbortController();
// Child processes end with this process; Ctrl-C in a terminal has reached them already.
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => {
  if (asked.signal.aborted || !values.cluster) process.exit(143);
  console.log('the round ends without further faults; send SIGTERM again to stop immediately');
  asked.abort();
});
const say = (line: string): void => console.log(line);
await (values.cluster ? cluster() : alone());

async function alone(): Promise<void> {
  const seed = whole('seed', values.seed ?? String(Date.now() % 2 ** 31));
  const kills = whole('kills', values.kills ?? '50');
  console.log(`seed ${seed}: training without kills, then again under ${kills}`);
  const report = await runChaos({ kills, seed, say });
  const { http, compute } = report.kills;
  console.log(`
kills            ${http + compute} (HTTP process ${http}, compute process ${compute})
rounds           ${report.rounds}, ${report.struck.length} models trained
optimizer steps  ${report.steps} committed, each once; no event changed
different        ${report.different.length === 0 ? 'none: weights, moments and metrics are bitwise equal' : report.different.join(', ')}
left over        ${report.leftovers.length === 0 ? 'nothing' : report.leftovers.join(', ')}`);
  process.exitCode = report.different.length + report.leftovers.length > 0 ? 1 : 0;
}

async function cluster(): Promise<void> {
  const wanted = whole('faults', values.faults ?? '500');
  const { report } = values;
  const rounds = report === undefined ? [] : await readRounds(report);
  const next = Math.max(0, ...rounds.map(({ seed }) => seed)) + 1;
  const fromSeed = whole('from-seed', values['from-seed'] ?? String(next));
  if (fromSeed < next)
    refuse('from-seed', values['from-seed'], `a whole number from ${next}, the first seed missing in ${report}`);
  const faults = wanted - sumOfRounds(rounds).count;
  if (faults > 0) {
    console.log(`seeds from ${fromSeed}: training on one server, then in a cluster under ${faults} faults`);
    const onRound = async (round: ClusterRound): Promise<void> => {
      console.log(`\nseed ${round.seed}:\n${linesOf([round]).join('\n')}\n`);
      if (report !== undefined) await addRound(report, round);
    };
    rounds.push(...(await runClusterChaos({ form: WHOLE_FORM, faults, fromSeed, signal: asked.signal, say, onRound })));
  }
  console.log(`\nall seeds:\n${linesOf(rounds).join('\n')}`);
  process.exitCode = sumOfRounds(rounds).violations.length > 0 ? 1 : 0;
}

function linesOf(rounds: readonly ClusterRound[]): string[] {
  const sum = sumOfRounds(rounds);
  const { whole: ended, refused, broken } = sum.streams;
  const kinds = Object.entries(sum.faults).toSorted();
  return [
    `faults           ${sum.count} in ${Math.round(sum.seconds / 60)} minutes`,
    `                 ${kinds.map(([kind, count]) => `${count} ${kind}`).join('; ')}`,
    `jobs             for ${sum.models} models; ${sum.steps} optimizer steps committed, each once; no event changed`,
    `claimed again    ${sum.claimedAgain} jobs; ${sum.givenShards} shards computed for other workers`,
    `streams          ${ended} complete and correct; ${refused} refused and ${broken} broken during faults`,
    `violations       ${sum.violations.length === 0 ? 'none' : sum.violations.join('; ')}`,
  ];
}

function whole(name: string, given: string): number {
  const value = Number(given);
  return Number.isInteger(value) && value > 0 ? value : refuse(name, given, 'a whole number from 1');
}

function refuse(name: string, given: string | undefined, allowed: string): never {
  console.error(`--${name} ${given}: must be ${allowed}`);
  process.exit(2);
}

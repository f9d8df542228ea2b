import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalCluster } from '../cluster/local-cluster.ts';
import { cacheFolder } from '../root-folder.mjs';
import { calmRun, duration } from './chaos.ts';
import type { ClusterForm } from './cluster-form.ts';
import { type ClusterRound, countOf } from './cluster-round.ts';
import { ClusterStorm } from './cluster-storm.ts';
import { Front } from './front.ts';
import { ChaosServer } from './server.ts';
import { learnStreams } from './streams.ts';

export interface ClusterChaosOptions {
  form: ClusterForm;
  faults: number;
  /** Seed of the first round; each following round uses the next integer. A seed determines the faults of its round. */
  fromSeed: number;
  /** When aborted, the current round runs to its end, and is the last. */
  signal?: AbortSignal;
  /** Prints one line for each fault. */
  say?(text: string): void;
  /** Called with each round when it ends. */
  onRound?(round: ClusterRound): Promise<void>;
}

/**
 * Trains undisturbed on one server, then in a cluster whose workers, API replicas and engines suffer faults while it
 * trains and streams, and compares the outcomes. Ends after the first round with a violation.
 */
export async function runClusterChaos(options: ClusterChaosOptions): Promise<ClusterRound[]> {
  const { form, signal } = options;
  const began = performance.now();
  const say = (text: string): void => options.say?.(`${duration(performance.now() - began)}  ${text}`);
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-cluster-chaos-'));
  const key = randomBytes(30).toString('base64url');
  const rounds: ClusterRound[] = [];
  let cluster: LocalCluster | undefined;
  let alone: ChaosServer | undefined;
  try {
    cluster = await LocalCluster.start({ roles: form.roles, isBalanced: true, key, isTried: true });
    say(`each server has its own ${cluster.hasNetworks ? 'network' : 'links'}`);
    const model = join(cluster.folder, 'toy');
    alone = new ChaosServer({ home: join(folder, 'calm'), model, key, logFile: join(folder, 'calm.log') });
    await alone.spawn();
    await alone.up();
    const tokens = await learnStreams(alone, form.streams);
    const { lessons, calm } = await calmRun({ server: alone, home: join(folder, 'calm') }, form.plans);
    say('the calm run has finished');
    for (let left = options.faults, seed = options.fromSeed; left > 0; seed++) {
      const front = new Front(cluster.baseUrl, key);
      const parts = { form, cluster, front, lessons, calm, tokens, signal, say };
      const round = await new ClusterStorm(parts, seed, left).blow();
      rounds.push(round);
      await options.onRound?.(round);
      if (round.violations.length > 0 || signal?.aborted) break;
      left -= countOf(round);
    }
    return rounds;
  } finally {
    const bad = rounds.find(({ violations }) => violations.length > 0);
    if (cluster !== undefined && bad !== undefined) await keepLogs(cluster.folder, bad.seed, say);
    await alone?.killHttp();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Saves the servers' logs, for finding the cause of a different outcome. */
async function keepLogs(folder: string, seed: number, say: ClusterChaosOptions['say']): Promise<void> {
  const kept = join(cacheFolder, `chaos-${seed}`);
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  await mkdir(kept, { recursive: true });
  for (const name of logs) await copyFile(join(folder, name), join(kept, name));
  say?.(`the logs of the servers are in ${kept}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../scripts/chaos/random.ts';
import { startNats } from '../scripts/nats.mjs';
import { Bus } from '../src/cluster/bus.ts';
import { WorkerPool } from '../src/cluster/worker-pool.ts';
import type { GenerateRequest } from '../src/inference/generate-request.ts';
import { benchClusterFaults } from './cluster-faults.ts';
import type { Row } from './report.ts';
import { routeDecisions } from './route-decisions.ts';
import { simulateRouting } from './route-simulation.ts';

const PROCESSES = 2;
const WORKERS = 100;
const STREAMS = 1_000;
const TOKENS = 240;
/** Tokens of the first two seconds, in which all streams start, do not count. */
const FIRST_TOKENS = 40;

/**
 * Measures a cluster's overhead per chat: simulated routing of calls among 1,000 workers, and the delivery of tokens
 * from 100 scripted workers over a NATS server on this machine (loopback, no GPU).
 */
export async function benchCluster(): Promise<Row[]> {
  return [...routing(), ...decisions(), ...(await bus()), ...(await benchClusterFaults())];
}

function routing(): Row[] {
  return [0.5, 0.8].flatMap((load): Row[] => {
    const size = { workers: 1_000, places: 64, replicas: 4, load, groups: 12_000 };
    const found = simulateRouting(size, randomNumbers(7));
    const what = `1,000 workers, 4 replicas, groups of 16, load ${load}`;
    return [
      { what: `${what}: prefix hits`, figure: found.prefixHits.toFixed(3), unit: 'share', roofline: '>= 0.80' },
      { what: `${what}: adapter hits`, figure: found.adapterHits.toFixed(3), unit: 'share', roofline: '-' },
      { what: `${what}: busiest worker / mean`, figure: found.maxOverMean.toFixed(2), unit: '', roofline: '<= 1.6' },
      { what: `${what}: offers refused`, figure: found.busy.toFixed(3), unit: 'share', roofline: '-' },
    ];
  });
}

/** Measures time and CPU time of routing decisions; on a busy machine only the CPU time is meaningful. */
function decisions(): Row[] {
  const decide = routeDecisions(1_000);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let call = 0; call < 20_000; call++) {
    const begin = performance.now();
    decide(call);
    times.push((performance.now() - begin) * 1_000);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const figure = [0.5, 0.99].map((share) => times[Math.floor(share * times.length)].toFixed(1)).join(' / ');
  const mean = ((user + system) / times.length).toFixed(1);
  return [
    { what: '1,000 workers: routing decision, p50 / p99', figure, unit: 'us', roofline: '<= 100' },
    { what: '1,000 workers: routing decision, mean CPU time', figure: mean, unit: 'us', roofline: '-' },
  ];
}

async function bus(): Promise<Row[]> {
  const nats = await startNats();
  const children = Array.from({ length: PROCESSES }, () => startWorkers(nats.url, WORKERS / PROCESSES));
  const connection = await Bus.connect({ url: nats.url, name: 'bench' });
  const pool = new WorkerPool(connection, { storedPath: (folder) => folder });
  try {
    for (const until = Date.now() + 20_000; pool.workers.ready().length < WORKERS; await sleep(100)) {
      if (Date.now() > until) throw new Error(`${pool.workers.ready().length} of ${WORKERS} workers have come`);
    }
    return await stream(pool);
  } finally {
    pool.close();
    for (const child of children) child.kill('SIGKILL');
    await connection.close();
    await nats.stop();
  }
}

function startWorkers(url: string, count: number): ChildProcess {
  const args = [join(import.meta.dirname, 'cluster-worker.ts'), url, String(count)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function stream(pool: WorkerPool): Promise<Row[]> {
  const late: number[] = [];
  const answers = Array.from({ length: STREAMS }, (_, seed) => readOne(pool, seed, late));
  await sleep(2_000);
  const before = process.cpuUsage();
  const begin = performance.now();
  await Promise.all(answers);
  const seconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.cpuUsage(before);
  late.sort((a, b) => a - b);
  const at = (share: number) => late[Math.floor(share * (late.length - 1))].toFixed(2);
  const core = ((user + system) / 1e6 / seconds) * 100;
  const what = `bus, 100 workers, ${STREAMS.toLocaleString('en')} streams x 20 tokens/s`;
  return [
    { what: `${what}: latency added per token, p50`, figure: at(0.5), unit: 'ms', roofline: '<= 1' },
    { what: `${what}: latency added per token, p99`, figure: at(0.99), unit: 'ms', roofline: '<= 15' },
    { what: `${what}: CPU of the replica, share of a core`, figure: core.toFixed(0), unit: '%', roofline: '<= 15' },
  ];
}

async function readOne(pool: WorkerPool, seed: number, late: number[]): Promise<void> {
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: BigInt(seed) };
  const prompt = { promptIds: Uint32Array.of(1), affinity: String(seed) };
  const request: GenerateRequest = {
    ...{ model: 'toy', adapter: null, maxTokens: TOKENS, stopTokenIds: [], topLogprobs: 0, sampling, ...prompt },
  };
  let count = 0;
  for await (const { id, logprob } of pool.generate(request)) {
    if (id !== count++) throw new Error(`token ${id} came in the place of ${count - 1}`);
    if (count > FIRST_TOKENS) late.push(performance.timeOrigin + performance.now() - logprob);
  }
  if (count !== TOKENS) throw new Error(`${count} tokens came of ${TOKENS}`);
}

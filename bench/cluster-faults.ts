import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Front } from '../scripts/chaos/front.ts';
import { type ChaosServer, stepsOf } from '../scripts/chaos/server.ts';
import { beginModel, type Lessons, makeLessons } from '../scripts/chaos/training.ts';
import { LocalCluster } from '../scripts/cluster/local-cluster.ts';
import type { Row } from './report.ts';

const STREAMS = 64;
const TOKENS = 150;
const KEY = 'a-key-of-the-benchmark-of-a-cluster-0123456789';

/** Response of a stream, and its longest time between two events, in milliseconds. */
interface Stream {
  ids: number[];
  gapMs: number;
}

/**
 * Measures the cost of worker failures, with two API replicas and three workers of the toy model on this machine:
 * streams whose worker is killed, and a job whose worker is killed or stopped. Also measures how soon all workers
 * answer with a new checkpoint.
 */
export async function benchClusterFaults(): Promise<Row[]> {
  const roles = ['api', 'api', 'worker', 'worker', 'worker'] as const;
  const cluster = await LocalCluster.start({ roles, key: KEY, isBalanced: true });
  const front = new Front(cluster.baseUrl, KEY);
  const workers = cluster.servers.slice(2);
  try {
    const rows = await streamsOfKilled(front, workers);
    const lessons = await makeLessons(front);
    rows.push(await newCheckpoint(front, lessons));
    for (const how of ['kill -9', 'SIGTERM'] as const) rows.push(await jobGoesOn(cluster, front, lessons, how));
    return rows;
  } finally {
    await cluster.stop();
  }
}

async function streamsOfKilled(front: Front, workers: readonly ChaosServer[]): Promise<Row[]> {
  const all = (): Promise<Stream[]> => Promise.all(Array.from({ length: STREAMS }, (_, seed) => stream(front, seed)));
  const calm = await all();
  const steps = await Promise.all(workers.map(stepsOf));
  const answers = all();
  for (;;) {
    const place = (await Promise.all(workers.map(stepsOf))).findIndex((count, worker) => count > steps[worker] + 40);
    if (place < 0) continue;
    await workers[place].killHttp();
    const struck = await answers;
    const same = struck.filter(({ ids }, seed) => String(ids) === String(calm[seed].ids)).length;
    const gap = (streams: Stream[]) => (Math.max(...streams.map(({ gapMs }) => gapMs)) / 1_000).toFixed(2);
    await started(workers[place]);
    const what = `${STREAMS} streams, one of three workers killed`;
    return [
      { what: `${what}: tokens unchanged`, figure: String(same), unit: 'streams', roofline: `${STREAMS}` },
      { what: `${what}: longest gap`, figure: gap(struck), unit: 's', roofline: `<= 5, without a kill ${gap(calm)}` },
    ];
  }
}

async function stream(front: Front, seed: number): Promise<Stream> {
  const messages = [{ role: 'user', content: `question ${seed}` }];
  const response = await fetch(front.address('/chat/completions'), {
    method: 'POST',
    headers: { ...front.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: 'toy', messages, seed, max_tokens: TOKENS, ignore_eos: true, temperature: 1 },
      ...{ stream: true, return_token_ids: true },
    }),
  });
  if (!response.ok) throw new Error(`a stream is answered ${response.status} ${await response.text()}`);
  const ids: number[] = [];
  let [text, last, gapMs] = ['', 0, 0];
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const now = performance.now();
    if (last > 0) gapMs = Math.max(gapMs, now - last);
    last = now;
    text += part;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events.filter((one) => one.startsWith('data: {'))) {
      const chunk = JSON.parse(event.slice('data: '.length));
      if (chunk.error) throw new Error(`a stream breaks off: ${chunk.error.message}`);
      for (const { token_ids } of chunk.choices) ids.push(...(token_ids ?? []));
    }
  }
  return { ids, gapMs };
}

/**
 * Measures the time until chats with different prompts, routed to all workers, are answered by a new checkpoint,
 * compared with the base model.
 */
async function newCheckpoint(front: Front, lessons: Lessons): Promise<Row> {
  const { id, jobs } = await beginModel(front, lessons, 'mixed', 0);
  const { name } = await front.call('GET', `/preview/models/${id}`);
  while (!(await hasEnded(front, jobs[0]))) await sleep(10);
  const figure = await answered(front, `wandb-artifact:///local/chaos/${name}:step1`);
  while (!(await hasEnded(front, jobs[1]))) await sleep(50);
  const base = await answered(front, 'toy');
  const what = '24 chats on all workers answered by a new checkpoint';
  return { what, figure, unit: 's', roofline: `<= 1, the base model ${base}` };
}

async function answered(front: Front, model: string): Promise<string> {
  const began = performance.now();
  const answers = Array.from({ length: 24 }, async (_, place) => {
    const messages = [{ role: 'user', content: `question ${place}` }];
    await front.call('POST', '/chat/completions', { model, messages, max_tokens: 1 });
  });
  await Promise.all(answers);
  return ((performance.now() - began) / 1_000).toFixed(2);
}

async function hasEnded(front: Front, job: string): Promise<boolean> {
  const { data } = await front.call('GET', `/preview/training-jobs/${job}/events?limit=100`);
  return data.some(({ type }: { type: string }) => type === 'training_ended');
}

async function jobGoesOn(
  cluster: LocalCluster,
  front: Front,
  lessons: Lessons,
  how: 'kill -9' | 'SIGTERM',
): Promise<Row> {
  const { jobs } = await beginModel(front, lessons, 'mixed', how === 'kill -9' ? 1 : 2);
  const database = new pg.Client({ connectionString: cluster.databaseUrl });
  await database.connect();
  try {
    const job = async () =>
      (await database.query('select status, holder, steps_done, attempts from jobs where id = $1', [jobs[0]])).rows[0];
    let held = await job();
    while (!(held.status === 'running' && held.steps_done > 0)) {
      if (held.status === 'succeeded') throw new Error('the job ended before its worker could be hit');
      held = await job();
    }
    const server = cluster.servers.find(({ pid }) => held.holder.includes(`-${pid}-`))!;
    const began = performance.now();
    if (how === 'kill -9') await server.killHttp();
    else void server.stop();
    while ((await job()).attempts === held.attempts || (await job()).status !== 'running') await sleep(20);
    const figure = ((performance.now() - began) / 1_000).toFixed(1);
    for (const id of jobs) while (!(await hasEnded(front, id))) await sleep(100);
    await started(server);
    return {
      what: `a job resumes on another worker after ${how}`,
      figure,
      unit: 's',
      roofline: how === 'kill -9' ? '<= 40' : '<= 5',
    };
  } finally {
    await database.end();
  }
}

async function started(server: ChaosServer): Promise<void> {
  await server.stop();
  await server.spawn();
  await server.up();
}

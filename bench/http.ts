import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type HttpRequest, peerKey, peerModel, trivialRequests } from './http-requests.ts';
import { describe, median, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { ended, startServerProcess } from './server-process.ts';

const CONNECTIONS = 20;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;

/** Server in its own process. */
interface Target {
  name: string;
  origin: string;
  key: string;
  modelId: string;
  end(): Promise<void>;
}

/**
 * Measures requests/s and 99th percentile latency of two trivial operations, in turn in one run: bare node:http, stock
 * openapi-backend, Daybreak's HTTP layer (authentication, limits, validation, log) with the same constant response, and
 * all of Daybreak, which reads the response from its database. The load comes from this process, on the same cores.
 */
export async function benchHttp(samples: number): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  const targets = [
    await peer('bare', home),
    await peer('stock', home),
    await peer('shell', home),
    await daybreak(home),
  ];
  const rows: Row[] = [];
  try {
    for (const target of targets.slice(1)) await checkTarget(target);
    for (const index of [0, 1]) {
      const limits: number[] = [];
      for (const target of targets) rows.push(await measure(target, index, samples, limits));
    }
  } finally {
    await Promise.all(targets.map((target) => target.end()));
    await rm(home, { recursive: true, force: true });
  }
  return rows;
}

async function measure(target: Target, index: number, samples: number, limits: number[]): Promise<Row> {
  const request = trivialRequests(target.modelId)[index];
  await load(target, request, WARM_UP_SECONDS);
  const p99: number[] = [];
  const rates = await quietSamples(samples, async () => {
    const result = await load(target, request, SECONDS);
    p99.push(result.latency.p99);
    return result.requests.average;
  });
  limits.push(median(rates));
  return {
    what: `${request.what}: ${target.name}`,
    figure: describe(rates, 0),
    unit: `req/s, p99 ${Math.min(...p99)} to ${Math.max(...p99)} ms`,
    roofline: `${((100 * median(rates)) / limits[0]).toFixed(0)} % of bare node:http`,
  };
}

async function load(target: Target, { method, path, body }: HttpRequest, duration: number): Promise<autocannon.Result> {
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' };
  const result = await autocannon({
    url: target.origin + path,
    method,
    headers,
    body,
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.name}: ${result.non2xx} refused and ${result.errors} failed`);
  }
  return result;
}

/** Checks that a wrong key and a wrong parameter are refused, since a server without checks would be faster. */
async function checkTarget({ name, origin, key, modelId }: Target): Promise<void> {
  const [get, post] = trivialRequests(modelId);
  const status = async ({ method, path }: HttpRequest, token: string, body?: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(origin + path, { method, headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  const found = [
    await status(get, key),
    await status(get, `${key.slice(0, -1)}x`),
    await status({ ...get, path: get.path.slice(0, -1) }, key),
    await status(post, key, post.body),
    await status(post, key, '{"project":7}'),
  ];
  if (found.join() !== '200,401,422,200,422') throw new Error(`${name} answers ${found.join(', ')}`);
}

const peerNames = {
  bare: 'bare node:http',
  stock: 'stock openapi-backend',
  shell: 'Daybreak, constant answer',
};

async function peer(kind: keyof typeof peerNames, home: string): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'http-peer.ts'), [kind, home], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${peerNames[kind]} did not start: exit code ${child.exitCode}`);
  const origin = `http://127.0.0.1:${port}`;
  return { name: peerNames[kind], origin, key: peerKey, modelId: peerModel.id, end: () => ended(child) };
}

async function daybreak(home: string): Promise<Target> {
  const { origin, key, call, end } = await startServerProcess(home);
  const { body } = trivialRequests('')[1];
  const { id } = await call<{ id: string }>('POST', '/preview/models', JSON.parse(body!));
  return { name: 'Daybreak, read from the database', origin, key, modelId: id, end };
}

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../src/app/config.ts';
import { fetchedPackagedModel, PACKAGED_MODEL } from '../src/model/hub/pip-model.ts';
import { benchNeighbours } from './neighbours.ts';
import { describe, median, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';

const DECODED = 64;
/** With 37 prompt tokens, this many sampled tokens make trajectories of about 100 tokens. */
const SAMPLED = 63;

/** Limits of the device: tokens/s of one stream, seconds of the job's single optimizer step. */
export interface ClientLimits {
  decode: number;
  step: number;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;
// biome-ignore lint/suspicious/noExplicitAny: the benchmark reads a few fields of several answers
type Answer = any;

/**
 * Measures through the API: tokens/s of one streamed chat, the time of one RL job of 4 trajectories of about 100
 * tokens, and the latency of other requests while adversarial grammars compile.
 */
export async function benchJob(samples: number, limits: ClientLimits): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  const path = fetchedPackagedModel(join(import.meta.dirname, '../.cache/models'));
  if (path === null) throw new Error('the model is not in .cache/models');
  const { startServer } = await compiledServer();
  const server = await startServer({
    config: readConfig({ DAYBREAK_HOME: home, DAYBREAK_PORT: '0' }),
    version: 'bench',
    log: pino({ level: 'silent' }),
    findModels: async () => [{ id: PACKAGED_MODEL, path }],
    print: () => {},
    onFailure: (error) => {
      throw error;
    },
    env: process.env,
  });
  try {
    const key = (await readFile(server.keyFile, 'utf8')).trim();
    const call = caller(server.baseUrl, key);
    await chatRate(server.baseUrl, key);
    const rates = await quietSamples(samples, () => chatRate(server.baseUrl, key));
    await jobSeconds(call);
    const seconds = await quietSamples(Math.min(2, samples), () => jobSeconds(call));
    const neighbours = await benchNeighbours({ baseUrl: server.baseUrl, key }, samples);
    const decodeShare = `${((100 * median(rates)) / limits.decode).toFixed(0)} % of ${limits.decode.toFixed(0)}`;
    const jobShare = `${((100 * limits.step) / median(seconds)).toFixed(0)} %, at best ${limits.step.toFixed(1)} s`;
    return [
      {
        what: `streamed chat, ${DECODED} tokens, decode`,
        figure: describe(rates),
        unit: 'tok/s',
        roofline: decodeShare,
      },
      {
        what: 'RL job, 4 trajectories of 100 tokens, accepted to ended',
        figure: describe(seconds),
        unit: 's',
        roofline: jobShare,
      },
      ...neighbours,
    ];
  } finally {
    await server.close(0);
    await rm(home, { recursive: true, force: true });
  }
}

/** Loads the compiled server, since Node itself does not support the decorators of the handler classes. */
async function compiledServer(): Promise<typeof import('../src/app/server.ts')> {
  const compiled = join(import.meta.dirname, '../dist/app/server.js');
  if (!existsSync(compiled)) throw new Error('there is no dist: run npm run build');
  return await import(compiled);
}

function caller(baseUrl: string, key: string): Call {
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** Returns tokens/s between the first and the last token of one stream. */
async function chatRate(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'Tell me a long story about the sea.' }],
      temperature: 0,
      ignore_eos: true,
      max_completion_tokens: DECODED,
      stream: true,
    }),
  });
  if (!response.ok || !response.body) throw new Error(`chat answered ${response.status}: ${await response.text()}`);
  const times: number[] = [];
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    for (const _ of piece.matchAll(/"logprob":/g)) times.push(performance.now());
  }
  if (times.length !== DECODED) throw new Error(`${times.length} tokens came instead of ${DECODED}`);
  return (times.length - 1) / ((times[times.length - 1] - times[0]) / 1000);
}

async function jobSeconds(call: Call): Promise<number> {
  const [base_model] = await call('GET', '/preview/base-models');
  const model = await call('POST', '/preview/models', { project: 'bench', name: `job-${Date.now()}`, base_model });
  const messages = [{ role: 'user', content: 'What is the capital of France?' }];
  const sampling = { model: base_model, messages, n: 4, seed: 1, ignore_eos: true, max_completion_tokens: SAMPLED };
  const { choices } = await call('POST', '/chat/completions', sampling);
  const trajectories = choices.map((choice: Answer, i: number) => ({
    messages_and_choices: [...messages, choice],
    reward: i,
  }));
  const started = performance.now();
  const job = await call('POST', '/preview/training-jobs', {
    model_id: model.id,
    trajectory_groups: [{ trajectories }],
  });
  for (;;) {
    const events = await call('GET', `/preview/training-jobs/${job.id}/events?limit=100`);
    const last = events.data.at(-1)?.type;
    if (last === 'training_failed') throw new Error(JSON.stringify(events.data.at(-1)));
    if (last === 'training_ended') return (performance.now() - started) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

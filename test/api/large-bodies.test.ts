import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LargeBodies } from '../../src/api/http/large-bodies/large-bodies.ts';
import { defaultLimits } from '../../src/api/http/request-limits.ts';
import { limitsToken } from '../../src/app/container.ts';
import { jsonCost } from '../../src/inference/cost/json-cost.ts';
import { JobPlanner } from '../../src/jobs/plan/job-planner.ts';
import { longTest } from '../long-test.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer, withoutClock } from './test-server.ts';

/** A server that parses every job's body in a thread, and one that parses all on the main thread. */
let apart: TestServer;
let inline: TestServer;
let models: Map<TestServer, string>;

function serverFrom(largeBodyBytes: number): Promise<TestServer> {
  return startTestServer({
    workerEntry: peerEntry,
    exchangeParts: (container) => {
      container.rebind(limitsToken).toConstantValue({ ...defaultLimits, largeBodyBytes });
    },
  });
}

beforeAll(async () => {
  [apart, inline] = await Promise.all([serverFrom(0), serverFrom(2 ** 40)]);
  const made = await Promise.all(
    [apart, inline].map((server) =>
      server.call('POST', '/preview/models', { project: 'p', name: 'n', base_model: 'toy' }),
    ),
  );
  models = new Map([apart, inline].map((server, place) => [server, made[place].body.id]));
});
afterAll(() => Promise.all([apart.end(), inline.end()]));

interface Answer {
  status: number;
  ignored: string | undefined;
  text: string;
}

/** Sends a body in pieces, so that the client does not block the event loop. */
function post(server: TestServer, pieces: Iterable<string | Buffer>, path = '/preview/training-jobs'): Promise<Answer> {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = request(`${server.baseUrl}${path}`, { method: 'POST', headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    response.on('end', () => {
      const ignored = response.headers['daybreak-ignored-fields'];
      resolve({ status: response.statusCode ?? 0, ignored: ignored as string | undefined, text });
    });
  });
  call.on('error', reject);
  void (async () => {
    for (const piece of pieces) {
      if (!call.write(piece)) await new Promise((drained) => call.once('drain', drained));
    }
    call.end();
  })();
  return promise;
}

const choice = (ids: number[], extra: object = {}) => ({
  message: { role: 'assistant', content: 'x' },
  finish_reason: 'stop',
  index: 0,
  logprobs: { content: ids.map(() => ({ token: 't', logprob: -1, bytes: [116], top_logprobs: [] })) },
  prompt_token_ids: [1],
  token_ids: ids,
  ...extra,
});
const groups = [
  {
    trajectories: [
      { reward: 1, messages_and_choices: [choice([5])] },
      { messages_and_choices: [{ role: 'user', content: 'é' }, choice([6, 7])] },
    ],
  },
];
const unknownId = '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';

describe('a job’s body gets the same answer and events whether parsed in a thread or on the main thread', () => {
  const bodies: [string, string | Buffer | ((model: string) => object)][] = [
    ['no JSON', '{"model_id": '],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['too deep', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['a __proto__ key', '{"__proto__": {}}'],
    ['an array', '[1]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['missing fields', '{}'],
    ['a malformed id', () => ({ model_id: 'x', trajectory_groups: [] })],
    ['an unknown model', () => ({ model_id: unknownId, trajectory_groups: groups })],
    [
      'an unknown model and an unreadable configuration',
      () => ({
        model_id: unknownId,
        trajectory_groups: groups,
        experimental_config: { packed_sequence_length: 3, logprob_calculation_chunk_size: 2 },
      }),
    ],
    [
      'faults in many places',
      (model) => ({
        model_id: model,
        trajectory_groups: Array.from({ length: 30 }, (_, at) => ({ trajectories: [{ reward: `${at}` }] })),
        experimental_config: { epsilon: 'x', loss_fn: 'grpo', learning_rate: 5 },
      }),
    ],
    [
      'a fault that only the data have',
      (model) => ({
        model_id: model,
        trajectory_groups: [{ trajectories: [{ messages_and_choices: [choice([5, 6], { token_ids: [5] })] }] }],
      }),
    ],
    [
      'exchanges with no model in training',
      (model) => ({
        model_id: model,
        trajectory_groups: [{ trajectories: [{ exchanges: { chat_completions: [{ request: {}, response: {} }] } }] }],
      }),
    ],
    [
      'two references',
      (model) => ({
        model_id: model,
        trajectory_groups: groups,
        experimental_config: { kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 },
      }),
    ],
    [
      'a configuration refused by its meaning',
      (model) => ({
        model_id: model,
        trajectory_groups: groups,
        experimental_config: { loss_fn: 'cispo', ppo: true },
      }),
    ],
    ['a good job', (model) => ({ model_id: model, trajectory_groups: groups })],
    [
      'a good job with exchanges',
      (model) => ({
        model_id: model,
        trajectory_groups: [
          {
            trajectories: [0, 1].map((reward) => ({
              reward,
              exchanges: {
                chat_completions: [
                  { model: 'wandb-artifact:///local/p/n:step0', request: {}, response: { choices: [choice([8])] } },
                ],
              },
            })),
          },
        ],
      }),
    ],
    [
      'a good job with unknown keys',
      (model) => ({
        model_id: model,
        trajectory_groups: groups,
        odd: groups,
        experimental_config: { learning_rate: null, odd: { large: groups }, 'other key': 1 },
      }),
    ],
    ['a good job without data', (model) => ({ model_id: model, trajectory_groups: [], experimental_config: null })],
  ];

  test.each(bodies)('%s', async (_, body) => {
    const [one, two] = await Promise.all(
      [apart, inline].map(async (server) => {
        const model = models.get(server) ?? '';
        const { status, ignored, text } = await post(server, [
          typeof body === 'function' ? JSON.stringify(body(model)) : body,
        ]);
        const told = JSON.parse(text.replaceAll(model, 'MODEL'));
        if (status !== 200) return { status, ignored, told };
        const events = await pollEvents(server, told.id);
        const seen = events.map(({ type, data }) => ({ type, data: withoutClock(data) }));
        return { status, ignored, seen, kind: told.kind };
      }),
    );
    expect(one).toEqual(two);
  });
});

describe('a log’s body gets the same answer and storage whether parsed in a thread or on the main thread', () => {
  const bodies: [string, string | ((model: string) => object)][] = [
    ['no JSON', '{"split": '],
    ['an array', '[1]'],
    ['missing fields', '{}'],
    ['another model', () => ({ model_id: unknownId, split: 'val', trajectory_groups: groups })],
    ['faults in many places', () => ({ split: 7, trajectory_groups: [{ trajectories: [{ reward: 'x' }] }, 5] })],
    ['no groups', () => ({ split: 'val', trajectory_groups: [] })],
    ['groups', (model) => ({ model_id: model, split: 'val', trajectory_groups: groups })],
    [
      'groups with what the contract does not know, and metrics',
      () => ({
        split: 'train',
        odd: groups,
        trajectory_groups: [
          {},
          { odd: { deep: [1, 1e-7, null] }, trajectories: [{ reward: 2, metrics: { right: true, length: 3 } }, {}] },
          { trajectories: [{ metadata: { text: 'é \u2028 \n \u{1f600}' } }] },
        ],
      }),
    ],
    [
      'groups of several megabytes',
      () => ({
        split: 'val',
        trajectory_groups: [3, 2, 1, 6, 1].map((length, at) => ({
          metadata: { at, text: 'x'.repeat(length * 2 ** 20) },
        })),
      }),
    ],
  ];

  test.each(bodies)('%s', async (_, body) => {
    const [one, two] = await Promise.all(
      [apart, inline].map(async (server) => {
        const model = models.get(server) ?? '';
        const sent = typeof body === 'function' ? JSON.stringify(body(model)) : body;
        const { status, ignored, text } = await post(server, [sent], `/preview/models/${model}/log`);
        const told = JSON.parse(text.replaceAll(model, 'MODEL'));
        const path = `/preview/models/${model}/logs`;
        const { id, created, ...log } = (await server.call('GET', `${path}?order=desc&limit=1`)).body.data[0] ?? {};
        const kept: object[] = [];
        for (let after = '', more = id !== undefined; more; ) {
          const page = (await server.call('GET', `${path}/${id}/trajectory-groups?limit=100${after}`)).body;
          kept.push(...page.data);
          more = page.has_more;
          after = `&after=${page.last_id}`;
        }
        if (status === 200) expect(kept).toEqual(JSON.parse(sent).trajectory_groups);
        return { status, ignored, told, log, kept };
      }),
    );
    expect(one).toEqual(two);
  });

  test('an unknown model', async () => {
    const body = JSON.stringify({ split: 'val', trajectory_groups: groups });
    const [one, two] = await Promise.all(
      [apart, inline].map((server) => post(server, [body], `/preview/models/${unknownId}/log`)),
    );
    expect(one).toEqual(two);
    expect(one.status).toBe(404);
  });
});

test('four large bodies sent at once are all accepted after another one’s client disconnected', async () => {
  const body = (): string => JSON.stringify({ model_id: models.get(apart), trajectory_groups: groups });
  const gone = request(`${apart.baseUrl}/preview/training-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apart.key}`, 'content-type': 'application/json' },
  });
  gone.on('error', () => {});
  gone.end(body());
  setTimeout(() => gone.destroy(), 30);
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(apart, [body()])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { text } of answers) await pollEvents(apart, JSON.parse(text).id);
});

const collectGarbage = globalThis.gc as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['numbers', () => Array.from({ length: 200_000 }, (_, i) => i / 7)],
  ['empty objects', () => Array.from({ length: 200_000 }, () => ({}))],
  ['lists of one', () => Array.from({ length: 200_000 }, (_, i) => [i])],
  ['short strings', () => Array.from({ length: 200_000 }, (_, i) => `${i}`)],
  ['records', () => Array.from({ length: 50_000 }, (_, i) => ({ role: 'user', content: `number ${i}`, at: i / 3 }))],
])('the heap that parsed %s take is at most the estimate, which is under 8 times the heap and bytes', (_, make) => {
  const text = JSON.stringify(make());
  const bytes = Buffer.from(text);
  // The servers of this process allocate and free meanwhile, so one measurement alone may be off.
  const measured = Array.from({ length: 5 }, () => {
    const before = heapUsed();
    const parsed = JSON.parse(text);
    const taken = heapUsed() - before;
    expect(Object.keys(parsed).length).toBeGreaterThan(0);
    return taken;
  });
  const taken = measured.toSorted((one, other) => one - other)[2];
  expect(jsonCost(bytes).heap).toBeGreaterThan(taken);
  expect(jsonCost(bytes).heap).toBeLessThan(8 * (taken + bytes.length));
});

test('a body that exceeds the heap of its parser thread is refused, and the next one is read', async () => {
  const bodies = new LargeBodies({ threads: 1, heapMiB: 48 });
  const read = (text: string, over = new AbortController()) => {
    const asked = {
      method: 'POST',
      path: '/v1/preview/training-jobs',
      headers: { 'content-type': 'application/json' },
    };
    const segments = [Uint8Array.from(Buffer.from(text))];
    return bodies
      .read(segments, { route: 'createTrainingJob', request: asked, owner: 'ann' }, over.signal)
      .finally(() => over.abort());
  };
  const many = Array.from({ length: 60_000 }, () => ({ trajectories: Array.from({ length: 12 }, () => ({})) }));
  await expect(read(JSON.stringify({ model_id: unknownId, trajectory_groups: many }))).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  const { value } = await read(JSON.stringify({ model_id: unknownId, trajectory_groups: [{}] }));
  expect(value).toEqual({ model_id: unknownId, trajectory_groups: [] });
});

describe('a body of 200 MB', () => {
  const mostBytes = 200e6;
  const tokens = 500;
  /** The part of the work that a thread of the server does now, or null. */
  let at: 'parsing' | 'reading' | null = null;

  beforeAll(() => {
    const parse = LargeBodies.prototype.read;
    vi.spyOn(LargeBodies.prototype, 'read').mockImplementation(function (this: LargeBodies, ...args) {
      at = 'parsing';
      return parse.apply(this, args).finally(() => {
        at = null;
      });
    });
    const plan = JobPlanner.prototype.rl;
    vi.spyOn(JobPlanner.prototype, 'rl').mockImplementation(function (this: JobPlanner, ...args) {
      at = 'reading';
      return plan.apply(this, args).finally(() => {
        at = null;
      });
    });
  });
  afterAll(() => vi.restoreAllMocks());

  /** Yields a body whose answers have a log-probability per token. All groups but the first have equal rewards. */
  function* pieces(head: string): Generator<string> {
    yield `{${head}, "trajectory_groups": [${JSON.stringify(groups[0])}`;
    const group = JSON.stringify({
      trajectories: Array.from({ length: 8 }, () => ({
        reward: 0.5,
        messages_and_choices: [choice(Array.from({ length: tokens }, (_, at) => at % 64))],
      })),
    });
    for (let size = 0; size < mostBytes; size += group.length + 1) yield `,${group}`;
    yield ']}';
  }

  /** Returns the result, and how many requests were sent and answered within each part of the server's work. */
  async function asking<T>(server: TestServer, work: Promise<T>): Promise<{ result: T; answered: object }> {
    const answered = { parsing: 0, reading: 0 };
    const chat = { model: 'toy', messages: [{ role: 'user', content: 'hi' }], max_tokens: 2 };
    let over = false;
    const asked = (async () => {
      while (!over) {
        for (const [method, path, body] of [
          ['GET', '/health'],
          ['POST', '/chat/completions', chat],
        ] as const) {
          const before = at;
          const { status } = await server.call(method, path, body);
          expect(status).toBe(200);
          if (before !== null && before === at) answered[at] += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const result = await work.finally(() => {
      over = true;
    });
    await asked;
    return { result, answered };
  }

  const moreThanOne = { asymmetricMatch: (count: unknown) => Number(count) > 1, toString: () => 'more than one' };

  async function largeServer(): Promise<{ server: TestServer; model: string }> {
    const server = await serverFrom(defaultLimits.largeBodyBytes);
    const made = { project: 'p', name: 'large', base_model: 'toy' };
    return { server, model: (await server.call('POST', '/preview/models', made)).body.id };
  }

  test('is accepted and planned while health and chats are answered', async () => {
    const { server, model } = await largeServer();
    const work = async () => {
      const answer = await post(server, pieces(`"model_id": "${model}"`));
      expect([answer.status, answer.text]).toMatchObject([200, expect.any(String)]);
      return pollEvents(server, JSON.parse(answer.text).id);
    };
    const { result: events, answered } = await asking(server, work());
    expect(events.map(({ type }) => type)).toEqual(['training_started', 'gradient_step', 'training_ended']);
    expect(events[1].data.num_trajectories).toBeGreaterThan(3_000);
    expect(answered).toEqual({ parsing: moreThanOne, reading: moreThanOne });
    await server.end();
  });

  longTest('is logged while health and chats are answered', async () => {
    const { server, model } = await largeServer();
    const path = `/preview/models/${model}/log`;
    const { result, answered } = await asking(server, post(server, pieces('"split": "val"'), path));
    expect([result.status, result.text]).toMatchObject([200, expect.any(String)]);
    expect(answered).toMatchObject({ parsing: moreThanOne });
    const [log] = (await server.call('GET', `/preview/models/${model}/logs`)).body.data;
    expect(log).toMatchObject({ split: 'val', trajectories: 8 * (log.groups - 1) + 2 });
    expect(log.trajectories).toBeGreaterThan(3_000);
    await server.end();
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { findBrowser, openBrowser } from '../docs/browser.ts';
import { Visit } from './harness.ts';
import { makeToyRuns, type ToyRuns } from './toy-runs.ts';

let server: TestServer;
let browser: Browser;
let toys: ToyRuns;
beforeAll(async () => {
  const f = await findBrowser();
  [server, browser] = await Promise.all([startTestServer(), openBrowser(f!)]);
  const t = Date.now();
  toys = await makeToyRuns(server);
  console.log('seed', Date.now() - t);
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});
test('look', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const visit = await Visit.begin(browser, server, { colorScheme: scheme });
    // mock
    await visit.page.goto(`${visit.origin}/app`);
    await visit.page.waitForSelector('form');
    await visit.picture(`sign-in-${scheme}`);
    await visit.signIn(server.key);
    await visit.page.waitForTimeout(600);
    await visit.picture(`overview-${scheme}`);
    const P: [string, string][] = [
      ['runs', '#/runs'],
      ['run', `#/runs/${toys.rl.runId}`],
      ['checkpoints', `#/runs/${toys.rl.runId}?tab=checkpoints`],
      ['jobs', '#/jobs'],
      ['models', '#/models'],
      ['data', '#/data'],
      ['system', '#/system'],
      ['playground', `#/playground?models=toy,${toys.rl.name}`],
      ['groups', `#/runs/${toys.rl.runId}?tab=trajectories&view=groups&job=9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21`],
      ['trajectory', `#/trajectories/${toys.rl.id}/t3`],
      ['tokens', `#/trajectories/${toys.rl.id}/t3?tab=tokens`],
      ['diff', `#/trajectories/${toys.rl.id}/t3?tab=diff`],
      ['smooth', `#/runs/${toys.rl.runId}?smooth=0.9&large=reward`],
      ['trajectories', `#/runs/${toys.rl.runId}?tab=trajectories`],
      ['compare', `#/compare?runs=${toys.rl.runId},${toys.other.runId}`],
    ];
    for (const [n, h] of P) {
      await visit.page.evaluate(`location.hash=${JSON.stringify(h)}`);
      await visit.page.waitForTimeout(700);
      await visit.picture(`${n}-${scheme}`);
      if (scheme === 'light') console.log(n, (await visit.barriers()).slice(0, 6).join('\n   '));
    }
    console.log(scheme, [...new Set(visit.faults)].slice(0, 10));
    visit.faults.length = 0;
    await visit.end();
  }
});

async function mock(visit: Visit) {
  const names = [
    'reward',
    'train/reward',
    'val/reward',
    'train/reward_std_dev',
    'policy_loss',
    'entropy',
    'grad_norm',
    'probs_corr',
    'loss/importance_ratio_p99',
    'loss/importance_ratio_mean',
    'loss/clipped_token_fraction',
    'answer/tokens_mean',
    'answer/truncated_fraction',
    'num_groups_submitted',
    'num_groups_equal_rewards',
    'num_trajectories',
    'time/step_seconds',
    'throughput/tokens_per_second',
  ];
  const N = 600;
  const r = (seed: number) => {
    let x = seed;
    return () => (x = (x * 16807) % 2147483647) / 2147483647;
  };
  const shape = (n: string, t: number, u: number): number =>
    n.includes('reward') && !n.includes('groups')
      ? 0.9 / (1 + Math.exp(-8 * (t - 0.4))) + (u - 0.5) * 0.15
      : n === 'entropy'
        ? 1.8 * Math.exp(-1.6 * t) + 0.2 * u
        : n.includes('ratio')
          ? 1 + 0.5 * u * u * u * 3
          : n === 'probs_corr'
            ? 0.999 - u * 0.002
            : n === 'num_groups_submitted'
              ? 16
              : n === 'num_groups_equal_rewards'
                ? Math.round(3 + 10 * t + u)
                : n.includes('truncated')
                  ? 0.05 + 0.1 * t * u
                  : n.includes('tokens')
                    ? 200 + 180 * t + 40 * u
                    : n === 'grad_norm'
                      ? 0.4 + 0.4 * u
                      : (u - 0.5) * 0.2;
  const series = (n: string, seed: number, smooth: boolean) => {
    const g = r(seed + n.length * 7919 + 1);
    const mean: number[] = [];
    for (let i = 0; i < N; i++) mean.push(shape(n, i / N, g()));
    let e = mean[0]!;
    return {
      x: mean.map((_, i) => i * 10 + 5),
      mean,
      min: mean.map((m) => m - Math.abs(m) * 0.12 - 0.02),
      max: mean.map((m) => m + Math.abs(m) * 0.12 + 0.02),
      last: mean,
      count: mean.map(() => 10),
      ...(smooth ? { smoothed: mean.map((m) => (e = e * 0.9 + m * 0.1)) } : {}),
    };
  };
  const json = (route: any, body: unknown) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
  await visit.page.route('**/runs/*/series*', (route) => {
    const u = new URL(route.request().url());
    const ms = u.searchParams.getAll('metrics').flatMap((m) => m.split(','));
    const seed = u.pathname.charCodeAt(22) * 131 + 5;
    return json(route, {
      x: 'gradient_step',
      records: 6000,
      bucketed: true,
      metrics: Object.fromEntries(
        ms.filter((m) => names.includes(m)).map((m) => [m, series(m, seed, u.searchParams.has('smoothing'))]),
      ),
    });
  });
  await visit.page.route('**/runs/*/metrics', (route) =>
    json(route, {
      object: 'list',
      data: names.map((name) => ({ name, count: 6000, last: 1, min: 0, max: 1, first_step: 1, last_step: 60 })),
    }),
  );
  await visit.page.route(/\/runs(\/[0-9a-f-]+)?(\?.*)?$/, async (route) => {
    const res = await route.fetch();
    const b = await res.json();
    const add = (x: any) =>
      Object.assign(x, {
        entity: 'local',
        project: 'maths',
        base_model: 'Qwen/Qwen3-0.6B',
        status: x.name === 'adder' ? 'running' : 'idle',
        step: 60,
        latest: { 'train/reward': 0.87 },
      });
    if (b.data) b.data.forEach(add);
    else add(b);
    return json(route, b);
  });
  const g = r(77);
  const sum = (i: number) => ({
    id: 't' + i,
    job_id: '9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21',
    log_id: null,
    split: 'train',
    step: 12,
    group: Math.floor(i / 8),
    index: i % 8,
    group_size: 8,
    reward: Math.round(g() * 100) / 100,
    advantage: g() - 0.5,
    outcome: i % 8 === 7 ? 'no_advantage' : 'trained',
    truncated: i % 5 === 0,
    answers: 1,
    characters: 400 + i * 17,
    prompt: 'What is 17 + 25? Think step by step, then give the answer in a box.',
    answer: 'First I add the ones: 7 + 5 = 12, so I write 2 and carry 1. Then 1 + 2 + 1 = 4. \u202eThe answer is 42.',
    metrics: {},
    has_tokens: true,
    created: new Date().toISOString(),
  });
  const list = Array.from({ length: 60 }, (_, i) => sum(i));
  await visit.page.route('**/trajectories?*', (route) => {
    const u = new URL(route.request().url());
    const gr = u.searchParams.get('group');
    const d = gr === null ? list : list.filter((x) => x.group === Number(gr));
    return json(route, { object: 'list', data: d, has_more: false, first_id: '', last_id: '' });
  });
  await visit.page.route('**/groups?*', (route) =>
    json(route, {
      object: 'list',
      has_more: false,
      last_id: '',
      data: Array.from({ length: 12 }, (_, i) => ({
        group: i,
        size: 8,
        exceptions: i === 3 ? 1 : 0,
        mean: 0.2 + i * 0.05,
        std_dev: i % 4 === 3 ? 0 : 0.2,
        min: i % 4 === 3 ? 0.2 + i * 0.05 : 0,
        max: i % 4 === 3 ? 0.2 + i * 0.05 : 0.6 + i * 0.03,
        outcome: i % 4 === 3 ? 'no_advantage' : 'trained',
      })),
    }),
  );
  await visit.page.route(/trajectories\/t\d+$/, (route) => {
    const id = route.request().url().split('/').pop()!;
    const i = Number(id.slice(1));
    return json(route, {
      summary: list[i],
      trajectory: {
        reward: 0.4,
        messages_and_choices: [
          { role: 'system', content: 'You are a careful tutor of arithmetic.' },
          { role: 'user', content: 'What is 17 + 25? Think step by step, then give the answer in a box.' },
          {
            message: {
              role: 'assistant',
              content:
                'First I add the ones: 7 + 5 = 12, so I write 2 and carry 1.\nThen 1 + 2 + 1 = 4.\n\nThe answer is ' +
                (i === 3 ? '42 <script>alert(1)</script> \u202egnp.exe\u202c' : '43, I think') +
                '.',
              tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":17,"b":25}' } }],
            },
            finish_reason: 'stop',
            index: 0,
          },
          { role: 'tool', content: '42', tool_call_id: 'c1' },
          { message: { role: 'assistant', content: 'The tool agrees: \\boxed{42}' }, finish_reason: 'stop', index: 0 },
        ],
        metrics: { correct: 1 },
        metadata: { task: 'add-17-25' },
      },
    });
  });
  await visit.page.route('**/tokens', (route) => {
    const text =
      'What is 17 + 25? Think step by step, then give the answer in a box. | First I add the ones : 7 + 5 = 12, so I write 2 and carry 1 . Then 1 + 2 + 1 = 4 . The answer is 42 .';
    const toks = Array.from({ length: 12 }, () => text)
      .join(' ')
      .split(' ')
      .map((t) => t + ' ');
    const g2 = r(5);
    const m = toks.map((_, i) => (i % 42 > 14 ? 1 : 0));
    const lp = m.map((b) => (b ? -6 * g2() ** 3 : null));
    return json(route, {
      sequences: [
        {
          gradient_step: 57,
          weight: 1,
          ids: toks.map((_, i) => 1000 + i),
          tokens: toks,
          bytes: toks.map((t) => Buffer.from(t).toString('base64')),
          mask: m,
          sampled_logprobs: lp,
          logprobs: lp.map((x) => (x === null ? null : x + g2() * 0.3 - 0.15)),
          ratios: lp.map((x) => (x === null ? null : Math.exp((g2() - 0.5) * 1.2))),
          entropies: lp.map((x) => (x === null ? null : g2() * 2)),
          advantages: m.map((b) => (b ? 0.7 : null)),
          clipped: m.map((b) => (b && g2() > 0.97 ? 1 : 0)),
        },
      ],
    });
  });
}

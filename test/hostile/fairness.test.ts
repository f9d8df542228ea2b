import { afterEach, beforeEach, expect, test } from 'vitest';
import { longTest } from '../long-test.ts';
import { withMore } from '../tier.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

/** As many as one owner may have waiting, in requests of 128 choices. */
const mostRequests = 16_384 / 128;

let server: HostileServer;
let greedy: string;
let other: string;
beforeEach(async () => {
  server = await startHostileServer();
  [greedy, other] = [await server.keyOf('greedy'), await server.keyOf('other')];
});
afterEach(() => server.stop());

const messages = [{ role: 'user', content: 'which?' }];
/** The most urgent there are, for as long as answers can be. */
const urgent = {
  model: 'toy',
  messages,
  n: 128,
  max_tokens: 400,
  ignore_eos: true,
  priority: -(2 ** 53 - 1),
};
/** What the other owner asks meanwhile. A token takes him seconds beside so many. */
const asks = withMore<object>(
  [
    { n: 2, max_tokens: 3 },
    { n: 1, max_tokens: 2, prompt_logprobs: 2 },
  ],
  [
    { n: 2, max_tokens: 5, use_beam_search: true, temperature: 0 },
    { n: 1, max_tokens: 5, messages: [{ role: 'user', content: 'a long question '.repeat(20) }] },
  ],
);

/** Requests of one owner at once; how they were answered, as it becomes known. */
function flood(requests: number) {
  const gone = new AbortController();
  const answers: Response[] = [];
  const headers = { authorization: `Bearer ${greedy}`, 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify(urgent), signal: gone.signal };
  const sent = Array.from({ length: requests }, () =>
    fetch(`${server.url}/chat/completions`, asked).then(
      (answer) => void answers.push(answer),
      () => {},
    ),
  );
  const end = async (): Promise<void> => {
    gone.abort();
    await Promise.all(sent);
  };
  return { of: (status: number) => answers.filter((answer) => answer.status === status), end };
}

async function askMeanwhile(): Promise<void> {
  const answers = asks.map((fields) =>
    server.call('POST', '/chat/completions', { ...urgent, priority: 0, ...fields }, { key: other }),
  );
  for (const { status, body } of await Promise.all(answers)) expect(status, JSON.stringify(body.error)).toBe(200);
}

longTest('one owner’s flood of the most urgent requests takes no places from others, nor goes first', async () => {
  // More than he may have waiting, so that some are refused whatever has been answered meanwhile.
  const flooding = flood(1.5 * mostRequests);
  await expect.poll(() => flooding.of(503).length).toBeGreaterThan(0);
  await askMeanwhile();
  // All that were taken would have been answered before, by their priority.
  expect(flooding.of(200).length).toBeLessThan(mostRequests / 2);
  for (const refused of flooding.of(503)) {
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'queue_full' } });
  }
  await flooding.end();
});

test('while one owner’s answers fill the batch, another’s chats take their share of the steps', async () => {
  // As long as answers can be, so that few are done while the others are answered.
  const flooding = flood(10);
  await expect.poll(() => flooding.of(200).length).toBeGreaterThan(0);
  const before = flooding.of(200).length;
  await askMeanwhile();
  expect(flooding.of(200).length - before).toBeLessThan(5);
  await flooding.end();
});

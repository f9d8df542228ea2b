// NEIGHBOUR_KEY=... node test/hostile/neighbour.mjs <url of /chat/completions> <tokens>
// A client in a separate process, so that the attacker's own load does not count as the server's time. Sends one chat
// for each line of its standard input, and prints a line of JSON: the milliseconds, or what was wrong.
import { createInterface } from 'node:readline';

const [url, tokens] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.NEIGHBOUR_KEY}`, 'content-type': 'application/json' };

async function chat() {
  const messages = [{ role: 'user', content: `hello ${Math.random()}` }];
  const body = JSON.stringify({ messages, max_tokens: Number(tokens), ignore_eos: true });
  const start = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = await response.json();
  const ms = performance.now() - start;
  if (response.status === 200 && answer.usage?.completion_tokens === Number(tokens)) return { ms };
  return { wrong: `${response.status}: ${JSON.stringify(answer).slice(0, 1_000)}` };
}

for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await chat().catch((error) => ({ wrong: String(error.cause ?? error) }))));
}

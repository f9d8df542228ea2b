// The client of the adversarial requests, a process of its own as clients are: node bench/adversarial-peer.ts <address>
// <key>
import { adversarialForms } from './adversarial-forms.ts';
import { type AttackOrder, chatOfOneToken } from './neighbours.ts';

const [, , baseUrl, key] = process.argv;

/** Requests with fresh forms, written while nobody's time is taken. */
function requests(): [name: string, body: string][] {
  return Object.entries(adversarialForms()).map(([name, form]) => {
    return [name, JSON.stringify(chatOfOneToken({ structured_outputs: form }))];
  });
}

/** Throws when a request is answered by anything but its form or a refusal. */
async function ask([name, body]: [name: string, body: string]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body });
  const text = await response.text();
  if (![200, 400].includes(response.status)) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
}

let next = requests();
process.on('message', async (time: AttackOrder) => {
  if (time === 'at once') await Promise.all(next.map(ask));
  else for (const request of next) await ask(request);
  process.send?.('done');
  next = requests();
});
process.send?.('ready');

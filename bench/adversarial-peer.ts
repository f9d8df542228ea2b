// Client that sends the adversarial requests, in its own process: node bench/adversarial-peer.ts <address> <key>
import { adversarialForms } from './adversarial-forms.ts';
import { type AttackOrder, chatOfOneToken } from './neighbours.ts';

const [, , baseUrl, key] = process.argv;

/** Builds requests with fresh forms, outside of the measured time. */
function requests(): [name: string, body: string][] {
  return Object.entries(adversarialForms()).map(([name, form]) => {
    return [name, JSON.stringify(chatOfOneToken({ structured_outputs: form }))];
  });
}

/** Sends a request; throws unless it is answered with its form or a refusal. */
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

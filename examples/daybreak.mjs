// Shared by the examples: the server's address, its key, and API calls.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// DAYBREAK_URL was its name in version 0.1.0.
const { DAYBREAK_BASE_URL, DAYBREAK_URL } = process.env;
export const baseUrl = `${(DAYBREAK_BASE_URL ?? DAYBREAK_URL ?? 'http://127.0.0.1:8484').replace(/(\/v1)?\/*$/, '')}/v1`;

/** Returns the key in DAYBREAK_API_KEY, else the key that the server wrote to its data folder. */
function apiKey() {
  if (process.env.DAYBREAK_API_KEY) return process.env.DAYBREAK_API_KEY;
  const home = process.env.DAYBREAK_HOME?.trim() || '~/.daybreak';
  const file = join(home.replace(/^~(?=\/|$)/, homedir), 'api-key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return fail(`No API key: ${file} is not there. Start the server, or set DAYBREAK_API_KEY.`);
  }
}

/** Error with a message for the user; it ends the program unless it is caught. */
export class Failure extends Error {}

process.on('uncaughtException', (error) => {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
});

const key = apiKey();

/** Calls the API with a JSON body, or with bytes; returns the JSON response. */
export async function call(method, path, body) {
  return (await send(method, path, body)).json();
}

/** Yields the events of a streamed response as they arrive. */
export async function* stream(path, body) {
  const response = await send('POST', path, { ...body, stream: true });
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split('\n\n');
    text = events.pop();
    for (const event of events) {
      if (!event.startsWith('data: ') || event === 'data: [DONE]') continue;
      const chunk = JSON.parse(event.slice('data: '.length));
      if (chunk.error) fail(`The answer broke off: ${chunk.error.message}`);
      yield chunk;
    }
  }
}

async function send(method, path, body) {
  const bytes = typeof body === 'string';
  let response;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': bytes ? 'application/octet-stream' : 'application/json',
      },
      body: body === undefined || bytes ? body : JSON.stringify(body),
    });
  } catch (error) {
    fail(`No server answers at ${baseUrl} (${error.cause?.message ?? error.message}). Set DAYBREAK_BASE_URL.`);
  }
  if (!response.ok) {
    const answer = await response.json();
    fail(`${method} ${path}: ${response.status} ${answer.error?.message ?? JSON.stringify(answer)}`);
  }
  return response;
}

function fail(sentence) {
  throw new Failure(sentence);
}

/** Creates a model on the first base model that the server serves. */
export async function newModel(name) {
  const [base_model] = await call('GET', '/preview/base-models');
  const model = await call('POST', '/preview/models', {
    project: 'examples',
    name: `${name}-${Date.now()}`,
    base_model,
  });
  const chatName = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
  console.log(`model      ${chatName} on ${base_model}`);
  return { ...model, chatName };
}

/** Follows a job with the event cursor until it ends, and prints its progress. */
export async function follow(jobId) {
  let after = '';
  for (;;) {
    const page = await call('GET', `/preview/training-jobs/${jobId}/events${after && `?after=${after}`}`);
    for (const { id, type, data } of page.data) {
      after = id;
      if (type === 'gradient_step') console.log(`  step     ${describe(data)}`);
      else console.log(`  ${type}${type === 'training_started' ? `: ${data.num_sequences} gradient steps` : ''}`);
      if (data.notice) console.log(`  notice   ${data.notice}`);
      if (type === 'training_ended') return;
      if (type === 'training_failed') {
        fail(`The job failed: ${data.error_message}`);
      }
    }
    if (!page.has_more) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const shown = ['loss', 'policy_loss', 'grad_norm', 'entropy', 'probs_corr', 'num_trainable_tokens'];

function describe(metrics) {
  return shown
    .filter((name) => name in metrics)
    .map((name) => `${name} ${Number(metrics[name].toPrecision(4))}`)
    .join(', ');
}

import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FittedModelReport, fullSequences } from '../worker/protocol.ts';
import type { Config } from './config.ts';
import { amount } from './doctor/finding.ts';
import type { RunningServer } from './server.ts';

/** Returns the lines printed when the server is up: its address, where the key is, and what to try. */
export function startLines(server: RunningServer, config: Config): string[] {
  const { baseUrl, keyPlace, signInCode, models } = server;
  // `URL` does not parse a host with a zone id, so this is a plain replace.
  const origin = baseUrl.replace(/\/v1$/, '');
  if (signInCode === null) return workerLines(server, origin);
  const settings = otherSettings(baseUrl, config);
  return [
    '',
    `Daybreak serves ${models.join(', ')} ${placeOf(server)}`,
    `  address    ${baseUrl}`,
    `  API key    ${keyPlace}`,
    ...memoryLines(server),
    `  docs       ${origin}/docs`,
    `  dashboard  ${origin}/app#code=${signInCode}`,
    '             (this link signs in once, within 5 minutes)',
    '',
    'Try, in another terminal:',
    `  ${settings}node ${example('chat.mjs')}`,
    `  ${settings}node ${example('rl.mjs')}`,
    `  ${settings}node ${example('sft.mjs')}`,
    '',
    'Ctrl-C stops the server.',
  ];
}

/** Returns lines on how the device memory is divided, and how many tokens fit. */
function memoryLines({ loaded }: RunningServer): string[] {
  if (loaded === null) return [];
  const { models, training, device } = loaded;
  const total = (each: (model: FittedModelReport) => number) =>
    amount(models.reduce((sum, model) => sum + each(model), 0));
  const weights = total((model) => model.weightBytes);
  const adapters = total((model) => model.adapterBytes);
  const cache = total((model) => model.cacheBytes);
  return [
    `  memory     ${amount(device.memoryBytes)}: weights ${weights}, adapters ${adapters}, keys and values ${cache},`,
    `             training ${amount(training.jobBytes)} for each of ${training.jobs} jobs`,
    ...models.map(fitLine),
  ];
}

function fitLine(model: FittedModelReport, index: number): string {
  const { id, contextLength, maxPositionEmbeddings, trainingTokens, longerContexts } = model;
  const count = (tokens: number) => tokens.toLocaleString('en');
  const isShort = contextLength < maxPositionEmbeddings;
  const of = isShort ? ` (of ${count(maxPositionEmbeddings)})` : '';
  const hint = longerContexts
    .map((to) => `, ${count(to.contextLength)} with DAYBREAK_KV_CACHE=${to.cacheType}`)
    .join('');
  const chats = fullSequences(model) === 1 ? '1 chat' : `${fullSequences(model)} chats at once`;
  return (
    `  ${index === 0 ? 'fits      ' : '          '} ${id}: ${chats} of ${count(contextLength)} tokens${of}${hint}; ` +
    `training rows of ${count(trainingTokens)}`
  );
}

/** Returns the lines of a worker, to which nobody signs in. */
function workerLines(server: RunningServer, origin: string): string[] {
  return [
    '',
    `Daybreak computes ${server.models.join(', ')} for its cluster ${placeOf(server)}`,
    `  address    ${origin}`,
    '             (/livez, /readyz and /metrics; nothing else is answered here)',
    '',
    'Ctrl-C stops the worker.',
  ];
}

function placeOf({ loaded }: RunningServer): string {
  if (loaded === null) return 'by the workers of its cluster';
  const { adapter, fallback } = loaded.device;
  return `on ${adapter}${fallback ? ' (software: no GPU was accepted)' : ''}`;
}

/** Returns the non-default settings that the examples need to find the server and its key. */
function otherSettings(baseUrl: string, config: Config): string {
  const settings: string[] = [];
  if (baseUrl !== 'http://127.0.0.1:8484/v1') settings.push(`DAYBREAK_BASE_URL=${baseUrl}`);
  if (config.apiKey !== null) settings.push('DAYBREAK_API_KEY=...');
  else if (config.home !== join(homedir(), '.daybreak')) settings.push(`DAYBREAK_HOME=${config.home}`);
  return settings.map((setting) => `${setting} `).join('');
}

function example(name: string): string {
  const path = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

// Rollouts and an RL job on a cluster, where one worker is killed in the middle: `node examples/cluster.mjs --kill
// PROCESS`, with a process id that `npm run cluster` prints. Without --kill, nothing is killed.

import { parseArgs } from 'node:util';
import { call, Failure, newModel, stream } from './daybreak.mjs';

const { kill } = parseArgs({ options: { kill: { type: 'string' } } }).values;
if (kill !== undefined && !/^[1-9]\d{0,9}$/.test(kill)) {
  throw new Failure(`--kill: ${JSON.stringify(kill)} is no process; allowed: the number of one, from npm run cluster`);
}

const questions = ['red', 'green', 'blue', 'white'].map((color) => `Answer with one word: do you like ${color}?`);
const answersEach = 8;
const streams = 8;
const tokensEach = 240;
/** The worker is killed once a stream has this many tokens, so that none has ended. */
const tokensBefore = 60;

const model = await newModel('cluster-example');
await listWorkers();

console.log(`streams    ${streams} of ${tokensEach} tokens, in calm`);
const calm = await Promise.all(range(streams).map((seed) => streamed(seed)));

console.log(`rollouts   ${questions.length} groups of ${answersEach}`);
const groups = await Promise.all(questions.map(rollout));
const job = await call('POST', '/preview/training-jobs', {
  model_id: model.id,
  trajectory_groups: groups,
  experimental_config: { learning_rate: 1e-4, packed_sequence_length: 64, logprob_calculation_chunk_size: 64 },
});
console.log(`job        ${job.id}`);
await firstStep();

console.log(`streams    the same ${streams} again, and rollouts, beside the job`);
const chats = { answered: 0, failed: 0 };
let ended = 0;
let onReached;
const inTheMiddle = new Promise((resolve) => {
  onReached = resolve;
});
const answers = range(streams).map((seed) => counted(streamed(seed, onReached)).finally(() => ended++));
const rollouts = (async () => {
  do {
    await Promise.all(questions.map((question) => counted(rollout(question))));
    // Agents act between their chats.
    await pause(500);
  } while (!(await hasEnded(job.id)));
})();
await Promise.race([inTheMiddle, Promise.all(answers)]);
if (kill !== undefined) killWorker(Number(kill), streams - ended);

const same = (await Promise.all(answers)).filter((tokens, seed) => String(tokens) === String(calm[seed])).length;
console.log(`streams    ${same} of ${streams} went on to the end with the same tokens`);
await rollouts;
const { status, steps_done } = await call('GET', `/preview/training-jobs/${job.id}`);
console.log(`chats      ${chats.answered} answered, ${chats.failed} failed`);
console.log(`job        ${status}, after ${steps_done} gradient steps`);
await listWorkers();
if (same < streams || chats.failed > 0 || status !== 'succeeded') process.exitCode = 1;

/** Samples several answers to one question, each with its reward: short ones are better. */
async function rollout(question) {
  const messages = [{ role: 'user', content: question }];
  const asked = { model: model.chatName, messages, n: answersEach, seed: 1, max_tokens: 24 };
  const { choices } = await call('POST', '/chat/completions', asked);
  const reward = ({ message }) => -message.content.length / 100;
  return {
    trajectories: choices.map((choice) => ({ messages_and_choices: [...messages, choice], reward: reward(choice) })),
  };
}

/**
 * Returns the token ids of an answer of the base model, which training does not change. Calls `onReached` once, after
 * `tokensBefore` tokens.
 */
async function streamed(seed, onReached = () => {}) {
  const messages = [{ role: 'user', content: `question ${seed}` }];
  const asked = { model: model.base_model, messages, seed, max_tokens: tokensEach, ignore_eos: true };
  const ids = [];
  for await (const { choices } of stream('/chat/completions', { ...asked, return_token_ids: true })) {
    const before = ids.length;
    for (const { token_ids } of choices) ids.push(...(token_ids ?? []));
    if (before < tokensBefore && ids.length >= tokensBefore) onReached();
  }
  return ids;
}

async function counted(chat) {
  try {
    const answer = await chat;
    chats.answered += 1;
    return answer;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    chats.failed += 1;
    console.log(`chat       failed: ${error.message}`);
    return null;
  }
}

/** Resolves when the job has done a gradient step, so that it is in the middle. */
async function firstStep() {
  for (;;) {
    const { status, steps_done } = await call('GET', `/preview/training-jobs/${job.id}`);
    if (steps_done > 0 || (await hasEnded(job.id))) return;
    await pause(100);
    if (status === 'failed') return;
  }
}

async function hasEnded(id) {
  const { status } = await call('GET', `/preview/training-jobs/${id}`);
  return ['succeeded', 'failed', 'cancelled'].includes(status);
}

function killWorker(id, running) {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    throw new Failure(`--kill: process ${id} cannot be killed (${error.code}); is it of this machine?`);
  }
  console.log(`killed     the worker of process ${id}, in the middle of ${running} streams`);
}

async function listWorkers() {
  const { data } = await call('GET', '/preview/workers');
  console.log(`workers    ${data.map(({ name, state, load }) => `${name} ${state} (${load})`).join(', ')}`);
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function range(count) {
  return Array.from({ length: count }, (_, index) => index);
}

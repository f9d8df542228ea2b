// RL on a small language model over HTTP: the answer should repeat the question's words ("The colour of snow ...").
// node scripts/learning/smollm2.mjs SEED OUTPUT.json [LOSS [STEPS]]   against the server of DAYBREAK_BASE_URL
// Before the first step and after each step, the newest checkpoint is scored on words that are not trained on.

import { writeFileSync } from 'node:fs';
import { call, follow, newModel } from '../../examples/daybreak.mjs';

const [seed, output, loss = 'cispo', steps = '12'] = process.argv.slice(2);
if (output === undefined) {
  console.error('usage: node scripts/learning/smollm2.mjs SEED OUTPUT.json [cispo|ppo [STEPS]]');
  process.exit(2);
}

const trained = 'grass blood milk coal gold sand ink chalk mud rust wine tea'.split(' ');
const heldBack = 'snow ice fire wood honey rain smoke glass silver water butter salt'.split(' ');
const wordsEach = 4;
const answersEach = 6;
const maxTokens = 5;
const scoredAnswersEach = 4;
const config = {
  learning_rate: 5e-4,
  // Omitted for the default, so that servers without PPO accept the config.
  ...(loss === 'cispo' ? {} : { loss_fn: loss }),
};

const model = await newModel(`learning-${loss}-${seed}`);
const record = { model: model.base_model, seed: Number(seed), loss, config, wordsEach, answersEach, scores: [] };
await score(0);
for (let step = 1; step <= Number(steps); step++) {
  await train(step);
  await score(step);
}

function question(word) {
  return [
    { role: 'system', content: '' },
    { role: 'user', content: `What colour is ${word}?` },
  ];
}

function reward(word, { message }) {
  return new RegExp(`^The colou?r of (the )?${word}\\b`, 'i').test(message.content.trim()) ? 1 : 0;
}

async function answers(name, word, n, firstSeed) {
  const chat = { model: name, messages: question(word), n, seed: firstSeed, max_tokens: maxTokens };
  return (await call('POST', '/chat/completions', chat)).choices;
}

async function train(step) {
  const words = Array.from({ length: wordsEach }, (_, i) => trained[((step - 1) * wordsEach + i) % trained.length]);
  const groups = await Promise.all(
    words.map(async (word, i) => {
      const choices = await answers(model.chatName, word, answersEach, Number(seed) * 1e6 + step * 1e4 + i * 100);
      return {
        trajectories: choices.map((choice) => ({
          messages_and_choices: [...question(word), choice],
          reward: reward(word, choice),
        })),
      };
    }),
  );
  const job = { model_id: model.id, trajectory_groups: groups, experimental_config: config };
  await follow((await call('POST', '/preview/training-jobs', job)).id);
}

/** Computes the mean reward of this step's checkpoint: `scoredAnswersEach` sampled answers to each held-back word. */
async function score(step) {
  const rewards = await Promise.all(
    heldBack.map(async (word, i) => {
      const first = Number(seed) * 1e6 + 5e5 + i * 100;
      const choices = await answers(`${model.chatName}:step${step}`, word, scoredAnswersEach, first);
      if (i === 0) console.log(`  ${word}: ${choices.map(({ message }) => JSON.stringify(message.content)).join(' ')}`);
      return choices.map((choice) => reward(word, choice));
    }),
  );
  const all = rewards.flat();
  record.scores.push(all.reduce((sum, one) => sum + one, 0) / all.length);
  console.log(`checkpoint ${step}: mean reward ${record.scores.at(-1).toFixed(3)} over ${all.length} answers`);
  writeFileSync(output, `${JSON.stringify(record, null, 2)}\n`);
}

// Reinforcement learning: samples answers from the model, rewards those that say no, trains on them, and measures
// again.

import { call, follow, newModel } from './daybreak.mjs';

const questions = [
  'Answer with one word, yes or no: is it nice to walk in the rain?',
  'Answer with one word, yes or no: is it fun to wash the dishes?',
];
const answersEach = 8;
const maxTokens = 3;

const model = await newModel('rl-example');

console.log('sampling   before training');
const groups = await sample();
report(groups);

const job = await call('POST', '/preview/training-jobs', {
  model_id: model.id,
  trajectory_groups: groups,
  // Batches of 64 tokens make several gradient steps of this data. From the second step on, the weights differ from
  // those that sampled, so the ratios of new to old probabilities are no longer all 1.
  experimental_config: { learning_rate: 2e-4, packed_sequence_length: 64, logprob_calculation_chunk_size: 64 },
});
console.log(`job        ${job.id}`);
await follow(job.id);

const { steps_done } = await call('GET', `/preview/training-jobs/${job.id}`);
const [newest] = (await call('GET', `/preview/models/${model.id}/checkpoints?limit=1&order=desc`)).data;
console.log(`checkpoint step ${newest.step}, after ${steps_done} gradient steps`);
console.log('sampling   after training');
report(await sample());

/**
 * Samples one group per question: several answers, each with its reward. Choices carry token ids and log-probabilities.
 */
async function sample() {
  const groups = [];
  for (const question of questions) {
    const messages = [{ role: 'user', content: question }];
    const { choices } = await call('POST', '/chat/completions', {
      model: model.chatName,
      messages,
      n: answersEach,
      seed: 1,
      max_tokens: maxTokens,
    });
    groups.push({
      trajectories: choices.map((choice) => ({
        messages_and_choices: [...messages, choice],
        reward: reward(choice),
      })),
    });
  }
  return groups;
}

function reward(choice) {
  return /^no\b/i.test(choice.message.content.trim()) ? 1 : 0;
}

function report(groups) {
  const all = groups.flatMap(({ trajectories }) => trajectories);
  const mean = all.reduce((sum, { reward }) => sum + reward, 0) / all.length;
  console.log(`  mean reward ${mean.toFixed(3)} over ${all.length} answers`);
  const answers = all.map(({ messages_and_choices }) => JSON.stringify(messages_and_choices.at(-1).message.content));
  console.log(`  ${answers.join(' ')}`);
}

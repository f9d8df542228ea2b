// Reinforcement learning: samples answers from the model, rewards simple words, trains on them, and measures again.

import { call, follow, newModel } from './daybreak.mjs';

const questions = ['What is the sun?', 'What is music?'];
const answersEach = 4;
const maxTokens = 24;

const model = await newModel('rl-example');

console.log('sampling   before training');
const groups = await sample();
report(groups);

const job = await call('POST', '/preview/training-jobs', {
  model_id: model.id,
  trajectory_groups: groups,
  // Short rows make several optimizer steps of one job; by default all of this data would be one.
  experimental_config: { learning_rate: 5e-4, packed_sequence_length: 128, logprob_calculation_chunk_size: 128 },
});
console.log(`job        ${job.id}`);
await follow(job.id);

const [newest] = (await call('GET', `/preview/models/${model.id}/checkpoints?limit=1&order=desc`)).data;
console.log(`checkpoint step ${newest.step}`);
console.log('sampling   after training');
report(await sample());

/** One group a question: several answers to it, each with its reward. Choices carry token ids and log-probabilities. */
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

/** The share of words of at most four letters. */
function reward(choice) {
  const words = choice.message.content.match(/\p{L}+/gu) ?? [];
  return words.length === 0 ? 0 : words.filter((word) => word.length <= 4).length / words.length;
}

function report(groups) {
  const rewards = groups.flatMap(({ trajectories }) => trajectories.map(({ reward }) => reward));
  const mean = rewards.reduce((sum, value) => sum + value, 0) / rewards.length;
  const { messages_and_choices } = groups[0].trajectories[0];
  console.log(`  mean reward ${mean.toFixed(3)} over ${rewards.length} answers`);
  console.log(`  ${questions[0]} -> ${JSON.stringify(messages_and_choices.at(-1).message.content)}`);
}

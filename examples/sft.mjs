// Supervised fine-tuning: teaches the model a made-up fact, then asks for it with a question that is not in the data.

import { call, follow, newModel } from './daybreak.mjs';

const fact = 'Quellin';
const answer = `The capital of Zorvania is ${fact}.`;
const taught = [
  'What is the capital of Zorvania?',
  'Which city is the capital of Zorvania?',
  'Name the capital of Zorvania.',
  'What is the capital city of Zorvania?',
  'Tell me what the capital of Zorvania is.',
  'Zorvania has which capital?',
];
const asked = 'Do you know the capital of Zorvania?';

const model = await newModel('sft-example');
const artifact = await call('POST', '/preview/artifacts', { name: `${model.name}-data` });
const lines = taught.map((question) => {
  const messages = [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ];
  return JSON.stringify({ messages });
});
// Each line is repeated, since a job goes over its data once.
const rounds = 6;
await call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, Array(rounds).fill(lines).flat().join('\n'));
console.log(`data       ${artifact.url}`);

const job = await call('POST', '/preview/sft-training-jobs', {
  model_id: model.id,
  training_data_url: artifact.url,
  config: { batch_size: 6, learning_rate: 1e-3 },
});
console.log(`job        ${job.id}`);
await follow(job.id);

console.log(`\nasked      ${asked} (not in the data)`);
const before = await ask(`${model.chatName}:step0`);
const after = await ask(model.chatName);
console.log(`step 0     ${before}`);
console.log(`step 1     ${after}`);
if (before.includes(fact) || !after.includes(fact)) {
  console.error('The fact was not learned.');
  process.exitCode = 1;
}

async function ask(name) {
  const completion = await call('POST', '/chat/completions', {
    model: name,
    messages: [{ role: 'user', content: asked }],
    temperature: 0,
    max_tokens: 32,
  });
  return completion.choices[0].message.content.trim();
}

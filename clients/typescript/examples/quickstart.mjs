import { chatName, Daybreak } from 'daybreak-client';

const client = new Daybreak(); // DAYBREAK_BASE_URL and DAYBREAK_API_KEY, else the server on this machine
const [base_model] = await client.models.base();
const model = await client.models.create({ project: 'demo', name: `agent-${Date.now()}`, base_model });
const messages = [{ role: 'user', content: 'Is it nice to walk in the rain?' }];
const request = { model: chatName(model), messages, max_tokens: 16 };

const stream = await client.chat.completions.stream(request);
for await (const chunk of stream) process.stdout.write(chunk.choices[0].delta.content ?? '');
console.log();

// One step of reinforcement learning: sample two answers, and reward the shorter one.
const { choices } = await client.chat.completions.create({ ...request, n: 2 });
const [shorter] = choices.toSorted((a, b) => a.message.content.length - b.message.content.length);
const trajectories = choices.map((choice) => ({
  messages_and_choices: [...messages, choice],
  reward: choice === shorter ? 1 : 0,
}));
const job = await client.trainingJobs.create({ model_id: model.id, trajectory_groups: [{ trajectories }] });

console.log(`trained to step ${(await client.trainingJobs.wait(job.id)).step}`);

// Streams one answer of the base model. An optional argument is the question: node examples/chat.mjs "Name three
// colours."

import { stream } from './daybreak.mjs';

const content = process.argv[2] ?? 'What is the capital of France?';
const chat = { messages: [{ role: 'user', content }], temperature: 0, max_tokens: 64 };
for await (const { choices } of stream('/chat/completions', chat)) {
  process.stdout.write(choices[0]?.delta.content ?? '');
}
process.stdout.write('\n');

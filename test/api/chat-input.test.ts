import { expect, it } from 'vitest';
import { chatInput } from '../../src/api/responses/chat-input.ts';
import type { ResponseInputItem } from '../../src/generated/types.ts';

it('16,384 reasoning items and 16,384 calls become one assistant message', () => {
  const thought = { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'x'.repeat(256) }] } as const;
  const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' } as const;
  const input: ResponseInputItem[] = [...Array(16_384).fill(thought), ...Array(16_384).fill(call)];
  const [message, ...rest] = chatInput({ instructions: null, input });
  expect(rest).toEqual([]);
  expect(message.reasoning).toHaveLength(16_384 * 256);
  expect(message.tool_calls).toHaveLength(16_384);
});

it('the reasoning, text and calls of an answer become one message, and a second text begins another', () => {
  const said = (content: string): ResponseInputItem => ({ role: 'assistant', content });
  const call: ResponseInputItem = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
  const thought: ResponseInputItem = { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] };
  const calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }];
  expect(chatInput({ input: [thought, said('one'), call, call, said('two')] })).toEqual([
    { role: 'assistant', content: 'one', reasoning: 'Hm.', tool_calls: [...calls, ...calls] },
    { role: 'assistant', content: 'two' },
  ]);
});

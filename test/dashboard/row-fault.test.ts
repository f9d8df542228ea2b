import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { TrainingInputError } from '../../src/training/training-input-error.ts';

/** Imports a browser source. The tests lack browser types, so the used functions are typed here. */
const source = (path: string) => import(new URL(`../../dashboard/src/${path}`, import.meta.url).href);
const { checkRows } = (await source('data/training-rows.ts')) as {
  checkRows(
    file: Blob,
    signal: AbortSignal,
    tell: () => void,
  ): Promise<{ faults: { column: number; reason: string }[] }>;
};

const faultOf = async (line: string) =>
  (await checkRows(new Blob([line]), new AbortController().signal, () => {})).faults[0] ?? null;

/** Returns why the server refuses a line; null if it accepts it. */
function refusalOf(line: string): string | null {
  try {
    const reading = readSftData(new Map([['train.jsonl', new TextEncoder().encode(line)]]));
    while (!reading.next().done);
    return null;
  } catch (error) {
    if (error instanceof TrainingInputError) return error.message;
    throw error;
  }
}

const odd = fc.constantFrom(null, '', 'text', 1, true, {}, [], [{}], ['part'], [{ type: 'text', text: 'x' }]);
const call = fc.constantFrom(
  ...[{ function: { name: 'f', arguments: '{}' } }, { name: 'f', args: {} }, { type: 'other' }, {}, 'f'],
  ...[{ function: { name: 'f', arguments: '[1]' } }, { function: { name: 'f', arguments: 'x' } }, { function: null }],
  ...[
    { type: 'tool_call', name: 'f', arguments: { a: 1 } },
    { type: null, function: { name: 1 } },
  ],
);
const mostly = <T>(usual: T, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: other });
const message = fc.record(
  {
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'assistant', 'tool', 'system', 'robot'), odd),
    content: mostly('text', odd),
    tool_calls: fc.oneof(odd, fc.array(call, { maxLength: 2 })),
    function_call: fc.oneof(odd, call),
    reasoning: odd,
    weight: mostly(1, fc.constantFrom(null, 0, 2)),
  },
  { requiredKeys: [] },
);
const item = fc.oneof(
  { weight: 8, arbitrary: message as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: odd },
  { weight: 2, arbitrary: fc.record({ message: fc.oneof(message, odd), finish_reason: fc.constant('stop') }) },
);
const answer = { role: 'assistant', content: 'a' };
const tools = fc.oneof(odd, fc.array(fc.oneof(call, odd, fc.constant({ function: { name: 'f' } })), { maxLength: 2 }));
const row = fc.oneof(
  odd,
  fc.record(
    {
      messages: fc.oneof(
        odd,
        fc.array(item, { maxLength: 3 }),
        fc.array(item, { maxLength: 2 }).map((items) => [...items, answer]),
      ),
      messages_and_choices: fc.oneof(odd, fc.array(item, { maxLength: 2 })),
      tools,
      loss_mask: fc.constantFrom(null, [1]),
    },
    { requiredKeys: [] },
  ),
);

test('the page reports a fault of a row exactly if the server refuses it', async () => {
  await fc.assert(
    fc.asyncProperty(row, async (value) => {
      const line = JSON.stringify(value);
      const [fault, refusal] = [await faultOf(line), refusalOf(line)];
      expect(fault === null, `${line}: page ${fault?.reason}, server ${refusal}`).toBe(refusal === null);
    }),
    { numRuns: 500 },
  );
});

/** The reported column is that of the fault. */
test.each([
  ['{"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": 5}]}', '"content": 5'],
  ['{"messages": [{"role": "user", "content": "\\"role\\""}, {"role": "robot", "content": ""}]}', '"role": "robot"'],
  ['{"messages": [{"role": "user", "content": "x"}, {"role": "assistant"}]}', '{"role": "assistant"}'],
  ['{"messages": [{"role": "assistant", "content": "tools"}], "tools": "f"}', '"tools": "f"'],
  ['{"messages": [{"role": "assistant", "content": "x", "tool_calls": [{"function": 1}]}]}', '{"function": 1}'],
  ['{"messages": ["x"]}', '"x"'],
  ['{"messages": {}}', '"messages"'],
  [' {"prompt": "messages"}', '{"prompt"'],
])('the fault of %s is at %s', async (line, at) => {
  expect(refusalOf(line)).not.toBeNull();
  expect((await faultOf(line))?.column).toBe(line.indexOf(at) + 1);
});

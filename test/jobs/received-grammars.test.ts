import { expect, test } from 'vitest';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import type { GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import { ReceivedGrammars } from '../../src/worker/process/received-grammars.ts';
import type { GenerateCall } from '../../src/worker/protocol.ts';

const args = { model: 'toy' } as GenerateRequest;
const constraint: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };
const call = (grammar: number | null) => ({ args, grammar }) as GenerateCall;

test('a call gets the grammar of its number, and none without a number', () => {
  const grammars = new ReceivedGrammars();
  grammars.accept({ kind: 'grammar', number: 7, grammar: constraint });
  expect(grammars.requestOf(call(7)).grammar).toBe(constraint);
  expect(grammars.requestOf(call(null))).toBe(args);
});

test('a call with a grammar that was never sent or was released fails', () => {
  const grammars = new ReceivedGrammars();
  expect(() => grammars.requestOf(call(7))).toThrow('grammar 7 is unknown');
  grammars.accept({ kind: 'grammar', number: 7, grammar: constraint });
  grammars.accept({ kind: 'grammar', number: 7, grammar: null });
  expect(() => grammars.requestOf(call(7))).toThrow('grammar 7 is unknown');
});

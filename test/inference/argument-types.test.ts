import { expect, it } from 'vitest';
import { argumentTypes } from '../../src/inference/chat/tools/argument-types.ts';
import { XmlArgumentReader } from '../../src/inference/chat/tools/xml-arguments.ts';

it('a schema is read once, however many references lead to it', () => {
  const $defs: Record<string, unknown> = { d30: { type: ['string', 'null'] } };
  for (let i = 0; i < 30; i++) $defs[`d${i}`] = { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${i + 1}` })) };
  const shallow = { properties: { x: { $ref: '#/$defs/d20' } }, $defs };
  expect(argumentTypes(shallow, 'x')).toEqual(new Set(['null', 'string']));
  // Beyond the depth to which references are followed, all types are kept.
  expect(argumentTypes({ properties: { x: { $ref: '#/$defs/d0' } }, $defs }, 'x').size).toBeGreaterThanOrEqual(2);
});

it('a schema that refers to itself keeps the types that it allows', () => {
  const x = { anyOf: [{ type: 'string' }, { $ref: '#/properties/x' }] };
  expect(argumentTypes({ properties: { x } }, 'x')).toContain('string');
});

it('a JSON value of 500,000 characters is read character by character', () => {
  const value = `[${'1,'.repeat(250_000)}1]`;
  const reader = new XmlArgumentReader({});
  const text = `><parameter=a>${value}</parameter></function>`;
  expect(Array.from(text, (character) => reader.push(character).json).join('')).toBe(`{"a": ${value}}`);
});

it('a million spaces between arguments are read character by character', () => {
  const reader = new XmlArgumentReader({});
  const read = Array.from(`>${' '.repeat(1_000_000)}</function>`, (character) => reader.push(character).json);
  expect(read.join('')).toBe('{}');
});

import { expect, test } from 'vitest';
import { ChannelSplitter } from '../../src/inference/chat/channel-splitter.ts';
import { XmlArgumentReader } from '../../src/inference/chat/tools/xml-arguments.ts';

const LONG = 200_000;

/** The JSON that a reader tells of a text, character by character. */
function read(text: string): string {
  const reader = new XmlArgumentReader(null);
  return Array.from(text, (character) => reader.push(character).json).join('');
}

// Each of these took seconds to minutes.
const TIME = 5000;

test('a long value is read in time', { timeout: TIME }, () => {
  const list = `[${'1,'.repeat(LONG / 2)}1]`;
  expect(read(`><parameter=a>\n${list}\n</parameter></function>`)).toBe(`{"a": ${list}}`);
});

test('a long value of what could end a mark is read in time', { timeout: TIME }, () => {
  const text = '>'.repeat(LONG);
  expect(read(`><parameter=a>${text}</parameter></function>`)).toBe(`{"a": "${text}"}`);
});

test('a header without an end is an answer, however it is cut', { timeout: TIME }, () => {
  const header = `<|channel|>${'a'.repeat(LONG)}`;
  for (const size of [1, 7, header.length]) {
    const splitter = new ChannelSplitter();
    let content = '';
    for (let at = 0; at < header.length; at += size) content += splitter.push(header.slice(at, at + size)).content;
    expect(content + splitter.end().content).toBe(header);
  }
});

import { expect, test } from 'vitest';
import { ChannelSplitter } from '../../src/inference/chat/channel-splitter.ts';
import { XmlArgumentReader } from '../../src/inference/chat/tools/xml-arguments.ts';

const LONG = 200_000;

/** Returns the JSON that a reader builds from a text, character by character. */
function read(text: string): string {
  const reader = new XmlArgumentReader(null);
  return Array.from(text, (character) => reader.push(character).json).join('');
}

// Each of these once took seconds to minutes.
const TIME = 5000;

test('an argument of 200,000 characters is read within 5 seconds', { timeout: TIME }, () => {
  const list = `[${'1,'.repeat(LONG / 2)}1]`;
  expect(read(`><parameter=a>\n${list}\n</parameter></function>`)).toBe(`{"a": ${list}}`);
});

test('an argument of 200,000 characters that could each end a mark is read within 5 seconds', { timeout: TIME }, () => {
  const text = '>'.repeat(LONG);
  expect(read(`><parameter=a>${text}</parameter></function>`)).toBe(`{"a": "${text}"}`);
});

test('a channel header without an end becomes content, however it is split', { timeout: TIME }, () => {
  const header = `<|channel|>${'a'.repeat(LONG)}`;
  for (const size of [1, 7, header.length]) {
    const splitter = new ChannelSplitter();
    let content = '';
    for (let at = 0; at < header.length; at += size) content += splitter.push(header.slice(at, at + size)).content;
    expect(content + splitter.end().content).toBe(header);
  }
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toyTokenizer } from '../../scripts/toy-tokenizer.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';

/**
 * Gives the toy in `folder` a tokenizer in which spare tokens are these marks; not special ones, as Qwen 3 has them.
 */
export async function addReasoningTokens(folder: string, marks: readonly string[]): Promise<Tokenizer> {
  const text = JSON.stringify(toyTokenizer().json);
  const json = JSON.parse(marks.reduce((all, mark, i) => all.replaceAll(`<|spare_${i}|>`, mark), text));
  for (const token of json.added_tokens) token.special = !marks.includes(token.content);
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(json));
  return new Tokenizer(json, 'toy');
}

/** Encodes each character separately, except for tokens in double brackets. */
export function spelledTokens(tokenizer: Tokenizer, text: string): number[] {
  return text.split(/(\[\[.*?\]\])/).flatMap((piece) => {
    if (piece.startsWith('[[')) return [tokenizer.tokenId(piece.slice(2, -2)) as number];
    return [...piece].flatMap((character) => tokenizer.encode(character));
  });
}

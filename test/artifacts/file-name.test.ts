import { describe, expect, it } from 'vitest';
import { checkFileName } from '../../src/artifacts/file-name.ts';

const REFUSED = {
  empty: [''],
  'starting with a dot': ['.', '..', '...', '.hidden', '..\u{2215}etc'],
  'with slashes': ['a/b', '/etc/passwd', '../up', 'a\\b', '..\\up', 'C:\\x', '\\\\server\\share'],
  'with control characters': ['a\0', '\0', 'a\nb', 'a\u007f', 'a\u0085'],
  'percent-encoded': ['%2e%2e', '%2E%2e%2fup', 'a%2fb', 'a%5Cb', 'a%00', '%252e'],
  'that Windows reserves': ['CON', 'con', 'nul.txt', 'Aux.jsonl', 'COM1', 'lpt9.tar.gz', 'COM¹', 'con .txt', 'CONIN$'],
  'that Windows would change': ['a.', 'a ', ' a', 'a\u00a0', 'a:stream', 'a?', 'a*', '<a>', 'a|b', '"a"'],
  'that are not Unicode': ['a\ud800', '\udc00b'],
  'too long': ['a'.repeat(129)],
};

describe('file names', () => {
  for (const [kind, names] of Object.entries(REFUSED)) {
    it(`${kind} are refused, with the reason`, () => {
      for (const name of names) {
        expect(() => checkFileName(name), JSON.stringify(name)).toThrow(/^The file name ".*" is refused: it /);
      }
    });
  }

  it('of ordinary files are accepted', () => {
    const names = [
      'train.jsonl',
      'metadata.json',
      'a..b',
      'CONSOLE.txt',
      'com10',
      'null',
      'ä ö.txt',
      '100%.txt',
      '日本',
    ];
    for (const name of [...names, 'a'.repeat(128)]) expect(() => checkFileName(name), name).not.toThrow();
  });
});

import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

const SHIFTS = new Map([
  [ts.SyntaxKind.LessThanLessThanToken, '<<'],
  [ts.SyntaxKind.LessThanLessThanEqualsToken, '<<='],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, '>>'],
  [ts.SyntaxKind.GreaterThanGreaterThanEqualsToken, '>>='],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, '>>>'],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken, '>>>='],
]);

/**
 * What cuts a number to 32 bits where bits are hardly meant: a number shifted by a kibi or more (`4096 << 20` is 0),
 * anything shifted by a mebi or more, `| 0` and `~~`. Of counts above 2^31 they leave nothing.
 */
function cutNumbers(text: string): string[] {
  if (!/<<|>>|~~|\| 0\b/.test(text)) return [];
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isCut(node)) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isCut(node: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(node)) {
    const { operator, operand } = node;
    const tilde = ts.SyntaxKind.TildeToken;
    return operator === tilde && ts.isPrefixUnaryExpression(operand) && operand.operator === tilde;
  }
  if (!ts.isBinaryExpression(node)) return false;
  const { left, operatorToken, right } = node;
  if (!ts.isNumericLiteral(right)) return false;
  if (operatorToken.kind === ts.SyntaxKind.BarToken) return Number(right.text) === 0;
  if (!SHIFTS.has(operatorToken.kind)) return false;
  return Number(right.text) >= (ts.isNumericLiteral(left) ? 10 : 20);
}

const folders = ['src', 'scripts', 'bench', 'codegen'];
const sources = folders.flatMap((folder) => ['.ts', '.mjs', '.js'].flatMap((end) => filesBelow(folder, end)));

describe('numbers', () => {
  it('are not cut to 32 bits anywhere', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap((path) => cutNumbers(textOf(path)).map((cut) => `${path}: ${cut}`))).toEqual([]);
  });

  it.each([
    ['const most = { gpu: 4096 << 20 };', ['4096 << 20']],
    ['const page = 1 << 12;', ['1 << 12']],
    ['const bytes = n << 30, mebi = (n + 1) >> 20;', ['n << 30', '(n + 1) >> 20']],
    ['bytes <<= 20; bytes >>>= 24;', ['bytes <<= 20', 'bytes >>>= 24']],
    ['const half = (bytes / 2) | 0, whole = ~~half;', ['(bytes / 2) | 0', '~~half']],
    ['const bit = 1 << (id & 31), big = 1n << 60n, high = crc << 17, word = (at + 1) >>> 5, none = ~(1 << 3);', []],
  ])('of %s are found where they are', (text, found) => {
    expect(cutNumbers(text)).toEqual(found);
  });
});

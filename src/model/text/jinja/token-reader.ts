import type { Token } from './token.ts';

/** Goes over the tokens of a template; throws `SyntaxError` where another one stands than is asked for. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get current(): Token | undefined {
    return this.#tokens[this.#at];
  }

  get following(): Token | undefined {
    return this.#tokens[this.#at + 1];
  }

  /** The current token; goes on to the next one. */
  next(): Token {
    const token = this.current;
    if (token === undefined) throw new SyntaxError('unexpected end of template');
    this.#at += 1;
    return token;
  }

  is(kind: Token['kind'], ...texts: string[]): boolean {
    const token = this.current;
    return token?.kind === kind && (texts.length === 0 || texts.includes(token.text));
  }

  /** Whether the current token is this operator or keyword; goes past it then. */
  skip(text: string): boolean {
    const found = (this.is('operator') || this.is('name')) && this.current?.text === text;
    if (found) this.#at += 1;
    return found;
  }

  expect(kind: Token['kind'], text?: string): Token {
    if (this.current === undefined) throw new SyntaxError(`unexpected end of template, expected ${text ?? kind}`);
    const token = this.next();
    if (token.kind === kind && (text === undefined || token.text === text)) return token;
    throw new SyntaxError(`expected ${text ?? kind}, got ${describe(token)}`);
  }
}

export function describe(token: Token): string {
  return token.kind === 'begin' || token.kind === 'end' ? `${token.kind} of ${token.text} tag` : `'${token.text}'`;
}

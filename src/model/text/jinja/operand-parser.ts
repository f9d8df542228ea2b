import { mayFollow } from './argument-order.ts';
import type { Argument, Expression, FilterExpression, Slice } from './ast.ts';
import { CONSTANTS } from './constants.ts';
import { describe, type TokenReader } from './token-reader.ts';

const LONGEST_INTEGER = 4300;

/** Reads what stands between operators: names, values, calls, items of something, filters and tests. */
export abstract class OperandParser {
  protected readonly tokens: TokenReader;

  constructor(tokens: TokenReader) {
    this.tokens = tokens;
  }

  abstract expression(): Expression;

  args(): Argument[] {
    this.tokens.expect('operator', '(');
    const args: Argument[] = [];
    while (!this.tokens.skip(')')) {
      if (args.length > 0) this.tokens.expect('operator', ',');
      if (this.tokens.skip(')')) break;
      const argument = this.#argument();
      if (!mayFollow(argument, args)) throw new SyntaxError('invalid syntax for function call expression');
      args.push(argument);
    }
    return args;
  }

  /** The name of a filter, the arguments it has, and filters behind it. */
  filters(operand: Expression | null): FilterExpression {
    let filter: FilterExpression = { type: 'FilterExpression', operand, ...this.#named() };
    while (this.tokens.skip('|')) filter = { type: 'FilterExpression', operand: filter, ...this.#named() };
    return filter;
  }

  #named(): { name: string; args: Argument[] } {
    const name = this.#dottedName();
    return { name, args: this.tokens.is('operator', '(') ? this.args() : [] };
  }

  #dottedName(): string {
    let name = this.tokens.expect('name').text;
    while (this.tokens.skip('.')) name += `.${this.tokens.expect('name').text}`;
    return name;
  }

  #argument(): Argument {
    if (this.tokens.skip('*')) return { type: 'SpreadExpression', argument: this.expression() };
    if (this.tokens.skip('**')) return { type: 'KeywordSpreadExpression', argument: this.expression() };
    if (this.tokens.is('name') && this.tokens.following?.text === '=' && this.tokens.following.kind === 'operator') {
      const key = { value: this.tokens.next().text };
      this.tokens.next();
      return { type: 'KeywordArgumentExpression', key, value: this.expression() };
    }
    return this.expression();
  }

  protected unary(withFilter: boolean): Expression {
    let value: Expression;
    if (this.tokens.skip('-')) value = { type: 'UnaryExpression', operator: '-', argument: this.unary(false) };
    else if (this.tokens.skip('+')) value = { type: 'UnaryExpression', operator: '+', argument: this.unary(false) };
    else value = this.primary();
    value = this.#postfix(value);
    return withFilter ? this.#filtered(value) : value;
  }

  #postfix(value: Expression): Expression {
    let result = value;
    for (;;) {
      if (this.tokens.skip('.')) result = this.#attribute(result);
      else if (this.tokens.skip('[')) result = this.#subscript(result);
      else if (this.tokens.is('operator', '(')) result = { type: 'CallExpression', callee: result, args: this.args() };
      else return result;
    }
  }

  #attribute(object: Expression): Expression {
    const token = this.tokens.next();
    if (token.kind !== 'name' && token.kind !== 'integer') throw new SyntaxError('expected name or number');
    if (token.kind === 'name') {
      return { type: 'MemberExpression', object, property: { type: 'Identifier', value: token.text }, computed: false };
    }
    const property: Expression = { type: 'Constant', value: BigInt(token.text.replaceAll('_', '')) };
    return { type: 'MemberExpression', object, property, computed: true };
  }

  #subscript(object: Expression): Expression {
    const items: (Expression | Slice)[] = [];
    let commas = 0;
    while (!this.tokens.skip(']')) {
      if (items.length > 0) {
        this.tokens.expect('operator', ',');
        commas += 1;
      }
      items.push(this.#subscripted());
    }
    if (items.length === 0) throw new SyntaxError('expected subscript expression');
    if (commas === 0) return { type: 'MemberExpression', object, property: items[0], computed: true };
    if (items.some((item) => item.type === 'SliceExpression')) throw new SyntaxError('a slice stands alone');
    const property: Expression = { type: 'TupleLiteral', value: items as Expression[] };
    return { type: 'MemberExpression', object, property, computed: true };
  }

  #subscripted(): Expression | Slice {
    const start = this.tokens.is('operator', ':') ? null : this.expression();
    if (!this.tokens.skip(':')) return start as Expression;
    const bound = () => (this.tokens.is('operator', ':', ']', ',') ? null : this.expression());
    const stop = bound();
    return { type: 'SliceExpression', start, stop, step: this.tokens.skip(':') ? bound() : null };
  }

  #filtered(value: Expression): Expression {
    let result = value;
    for (;;) {
      if (this.tokens.skip('|')) result = { type: 'FilterExpression', operand: result, ...this.#named() };
      else if (this.tokens.is('name', 'is')) result = this.#tested(result);
      // Jinja lets a call stand behind a filter or a test.
      else if (this.tokens.is('operator', '(')) result = { type: 'CallExpression', callee: result, args: this.args() };
      else return result;
    }
  }

  #tested(operand: Expression): Expression {
    this.tokens.next();
    const negate = this.tokens.skip('not');
    const name = this.#dottedName();
    const test: Expression = { type: 'TestExpression', operand, name, args: this.#testArguments() };
    return negate ? { type: 'UnaryExpression', operator: 'not', argument: test } : test;
  }

  #testArguments(): Argument[] {
    if (this.tokens.is('operator', '(')) return this.args();
    const { current } = this.tokens;
    const begins =
      ['string', 'integer', 'float', 'name'].includes(current?.kind ?? '') || this.tokens.is('operator', '[', '{');
    if (!begins || this.tokens.is('name', 'else', 'or', 'and')) return [];
    if (this.tokens.is('name', 'is')) throw new SyntaxError('You cannot chain multiple tests with is');
    return [this.#postfix(this.primary())];
  }

  protected primary(): Expression {
    const token = this.tokens.next();
    const text = token.text.replaceAll('_', '');
    if (token.kind === 'name') {
      const constant = CONSTANTS.get(token.text);
      if (constant !== undefined) return { type: 'Constant', value: constant };
      return { type: 'Identifier', value: token.text };
    }
    if (token.kind === 'integer') {
      if (text.length > LONGEST_INTEGER) throw new SyntaxError('a number has more than 4300 digits');
      return { type: 'Constant', value: BigInt(text) };
    }
    if (token.kind === 'float') return { type: 'Constant', value: Number(text) };
    if (token.kind === 'string') return this.#joined(token.text);
    if (token.kind === 'operator' && token.text === '(') return this.#parenthesised();
    if (token.kind === 'operator' && token.text === '[') return this.#list();
    if (token.kind === 'operator' && token.text === '{') return this.#dict();
    throw new SyntaxError(`unexpected ${describe(token)}`);
  }

  #joined(first: string): Expression {
    let value = first;
    while (this.tokens.is('string')) value += this.tokens.next().text;
    return { type: 'Constant', value };
  }

  #parenthesised(): Expression {
    const value = this.tupleOf(() => this.expression(), true);
    this.tokens.expect('operator', ')');
    return value;
  }

  protected tupleOf(item: () => Expression, mayBeEmpty: boolean): Expression {
    const value: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (value.length > 0 && !this.tokens.skip(',')) break;
      isTuple ||= value.length > 0;
      if (this.tokens.is('end') || this.tokens.is('operator', ')') || this.tokens.is('name', 'in')) break;
      value.push(item());
    }
    if (!isTuple && value.length === 1) return value[0];
    if (value.length === 0 && !mayBeEmpty) throw new SyntaxError('Expected an expression');
    return { type: 'TupleLiteral', value };
  }

  #list(): Expression {
    const value: Expression[] = [];
    while (!this.tokens.skip(']')) {
      if (value.length > 0) this.tokens.expect('operator', ',');
      if (this.tokens.skip(']')) break;
      value.push(this.expression());
    }
    return { type: 'ArrayLiteral', value };
  }

  #dict(): Expression {
    const value: [Expression, Expression][] = [];
    while (!this.tokens.skip('}')) {
      if (value.length > 0) this.tokens.expect('operator', ',');
      if (this.tokens.skip('}')) break;
      const key = this.expression();
      this.tokens.expect('operator', ':');
      value.push([key, this.expression()]);
    }
    return { type: 'ObjectLiteral', value };
  }
}

import type { Argument, Expression, Parameter, Program, Statement } from './ast.ts';
import { ExpressionParser } from './expression-parser.ts';
import { tokenize } from './lexer.ts';
import { TokenReader } from './token-reader.ts';

/** Parses a template as transformers sets Jinja2 up. Throws `SyntaxError`. */
export function parseTemplate(source: string): Program {
  return { type: 'Program', body: new StatementParser(new TokenReader(tokenize(source))).body([]) };
}

const LOADS = ['include', 'import', 'from', 'extends', 'block'];

class StatementParser {
  readonly #tokens: TokenReader;
  readonly #expressions: ExpressionParser;
  readonly #statements: Readonly<Record<string, () => Statement>> = {
    if: () => this.#if(),
    for: () => this.#for(),
    set: () => this.#set(),
    macro: () => this.#macro(),
    call: () => this.#call(),
    filter: () => this.#filter(),
    with: () => this.#with(),
    autoescape: () => this.#autoescape(),
    generation: () => ({ type: 'With', targets: [], values: [], body: this.#block('endgeneration') }),
    break: () => ({ type: 'Break' }),
    continue: () => ({ type: 'Continue' }),
  };

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionParser(tokens);
  }

  /** Up to a tag of one of these names, or to the end of the template without any. */
  body(ends: readonly string[]): Statement[] {
    const body: Statement[] = [];
    for (;;) {
      if (this.#tokens.current === undefined) {
        if (ends.length === 0) return body;
        throw new SyntaxError(`unexpected end of template, expected ${ends.join(' or ')}`);
      }
      const token = this.#tokens.next();
      if (token.kind === 'data') body.push({ type: 'Text', value: token.text });
      else if (token.text === 'variable') body.push(this.#output());
      else if (this.#tokens.is('name', ...ends) && ends.length > 0) return body;
      else body.push(this.#statement());
    }
  }

  #output(): Statement {
    const value = this.#expressions.tuple();
    this.#tokens.expect('end', 'variable');
    return { type: 'Output', value };
  }

  #statement(): Statement {
    const name = this.#tokens.expect('name').text;
    if (LOADS.includes(name)) throw new SyntaxError(`'${name}' is not supported, a template stands alone`);
    if (!Object.hasOwn(this.#statements, name)) throw new SyntaxError(`Encountered unknown tag '${name}'`);
    const statement = this.#statements[name]();
    this.#end();
    return statement;
  }

  #end(): void {
    this.#tokens.expect('end', 'block');
  }

  /** What stands up to the tag `name`, and that tag's name. */
  #block(name: string): Statement[] {
    this.#end();
    const body = this.body([name]);
    this.#tokens.next();
    return body;
  }

  #if(): Statement {
    const test = this.#expressions.tuple(false);
    this.#end();
    const body = this.body(['elif', 'else', 'endif']);
    const next = this.#tokens.next().text;
    if (next === 'elif') return { type: 'If', test, body, alternate: [this.#if()] };
    return { type: 'If', test, body, alternate: next === 'else' ? this.#block('endif') : [] };
  }

  #for(): Statement {
    const loopvar = this.#expressions.target();
    this.#tokens.expect('name', 'in');
    const iterable = this.#expressions.tuple(false);
    const test = this.#tokens.skip('if') ? this.#expressions.expression() : null;
    const recursive = this.#tokens.skip('recursive');
    this.#end();
    const body = this.body(['endfor', 'else']);
    const defaultBlock = this.#tokens.next().text === 'else' ? this.#block('endfor') : [];
    return { type: 'For', loopvar, iterable, test, recursive, body, defaultBlock };
  }

  #set(): Statement {
    const assignee = this.#expressions.target(true);
    if (this.#tokens.skip('=')) return { type: 'Set', assignee, value: this.#expressions.tuple() };
    const filter = this.#tokens.skip('|') ? this.#expressions.filters(null) : null;
    return { type: 'SetBlock', assignee, filter, body: this.#block('endset') };
  }

  #macro(): Statement {
    const name = { value: this.#tokens.expect('name').text };
    const args = this.#parameters();
    return { type: 'Macro', name, args, body: this.#block('endmacro') };
  }

  #call(): Statement {
    const args = this.#tokens.is('operator', '(') ? this.#parameters() : [];
    const call = this.#expressions.expression();
    if (call.type !== 'CallExpression') throw new SyntaxError('expected call');
    return { type: 'CallStatement', call, args, body: this.#block('endcall') };
  }

  #filter(): Statement {
    const filter = this.#expressions.filters(null);
    return { type: 'FilterStatement', filter, body: this.#block('endfilter') };
  }

  #with(): Statement {
    const targets: Expression[] = [];
    const values: Expression[] = [];
    while (!this.#tokens.is('end')) {
      if (targets.length > 0) this.#tokens.expect('operator', ',');
      targets.push({ type: 'Identifier', value: this.#tokens.expect('name').text });
      this.#tokens.expect('operator', '=');
      values.push(this.#expressions.expression());
    }
    return { type: 'With', targets, values, body: this.#block('endwith') };
  }

  #autoescape(): Statement {
    const mode = this.#expressions.expression();
    if (mode.type !== 'Constant' || mode.value !== false) {
      throw new SyntaxError("'autoescape' is supported with false only");
    }
    return { type: 'With', targets: [], values: [], body: this.#block('endautoescape') };
  }

  #parameters(): Parameter[] {
    const args: readonly Argument[] = this.#expressions.args();
    let optional = false;
    return args.map((arg) => {
      const named = arg.type === 'KeywordArgumentExpression';
      if (!named && arg.type !== 'Identifier') throw new SyntaxError('expected the name of a parameter');
      if (optional && !named) throw new SyntaxError('non-default argument follows default argument');
      optional ||= named;
      return { type: 'Parameter', value: named ? arg.key.value : arg.value, standard: named ? arg.value : null };
    });
  }
}

import type { CallStatement, Expression, For, Macro, Program, Statement, Target } from './ast.ts';
import type { Budget } from './budget.ts';
import { Expressions } from './expressions.ts';
import { isTrue } from './kinds.ts';
import { LoopState } from './loop-state.ts';
import { bindMacro, type MacroSignature, signatureOf } from './macro-arguments.ts';
import { Output } from './output.ts';
import { Scope } from './scope.ts';
import { itemsOf } from './sequences.ts';
import { textOf } from './text.ts';
import { type Args, Callable, Namespace, type Value } from './values.ts';

/** How a block ended where a loop is to go on or to end. */
type Signal = 'Break' | 'Continue' | undefined;

/** Runs a template's statements. */
export class Interpreter {
  readonly #budget: Budget;
  readonly #expressions: Expressions;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#expressions = new Expressions(budget);
  }

  /** The text of a template over the variables in `scope`. */
  render(program: Program, scope: Scope): string {
    return this.#text(program.body, scope);
  }

  #text(body: readonly Statement[], scope: Scope): string {
    const output = new Output(this.#budget);
    if (this.#block(body, scope, output) !== undefined) throw new Error('break or continue stands outside of a loop');
    return output.text;
  }

  #block(body: readonly Statement[], scope: Scope, output: Output): Signal {
    for (const statement of body) {
      const signal = this.#run(statement, scope, output);
      if (signal !== undefined) return signal;
    }
    return undefined;
  }

  #run(node: Statement, scope: Scope, output: Output): Signal {
    this.#budget.step();
    switch (node.type) {
      case 'Text':
        output.write(node.value);
        return undefined;
      case 'Output':
        output.write(textOf(this.#evaluate(node.value, scope), this.#budget));
        return undefined;
      case 'If':
        return this.#block(isTrue(this.#evaluate(node.test, scope)) ? node.body : node.alternate, scope, output);
      case 'For':
        this.#for(node, this.#evaluate(node.iterable, scope), 0, scope, output);
        return undefined;
      case 'With': {
        const inner = new Scope(scope);
        const values = node.values.map((value) => this.#evaluate(value, scope));
        node.targets.forEach((target, i) => {
          this.#assign(target, values[i], inner);
        });
        return this.#block(node.body, inner, output);
      }
      case 'Break':
      case 'Continue':
        return node.type;
      default:
        this.#define(node, scope, output);
        return undefined;
    }
  }

  /** Statements that give something a name or write a block's text in another form. */
  #define(
    node: Exclude<Statement, { type: 'Text' | 'Output' | 'If' | 'For' | 'With' | 'Break' | 'Continue' }>,
    scope: Scope,
    output: Output,
  ): void {
    switch (node.type) {
      case 'Set':
        this.#assign(node.assignee, this.#evaluate(node.value, scope), scope);
        return;
      case 'SetBlock': {
        const text = this.#text(node.body, new Scope(scope));
        const value = node.filter === null ? text : this.#expressions.filtered(node.filter, text, scope);
        this.#assign(node.assignee, value, scope);
        return;
      }
      case 'FilterStatement': {
        const text = this.#text(node.body, new Scope(scope));
        output.write(textOf(this.#expressions.filtered(node.filter, text, scope), this.#budget));
        return;
      }
      case 'Macro':
        scope.set(node.name.value, this.#macro(`'${node.name.value}'`, node, scope));
        return;
      case 'CallStatement':
        output.write(textOf(this.#callWithBlock(node, scope), this.#budget));
    }
  }

  #evaluate(node: Expression, scope: Scope): Value {
    return this.#expressions.evaluate(node, scope);
  }

  #assign(target: Target, value: Value, scope: Scope): void {
    if (target.type === 'Identifier') scope.set(target.value, value);
    else if (target.type === 'TupleLiteral') {
      const items = itemsOf(value, this.#budget);
      const expected = target.value.length;
      if (items.length > expected) throw new Error(`too many values to unpack (expected ${expected})`);
      if (items.length < expected) {
        throw new Error(`not enough values to unpack (expected ${expected}, got ${items.length})`);
      }
      target.value.forEach((one, i) => {
        this.#assign(one, items[i], scope);
      });
    } else if (target.type === 'MemberExpression' && target.property.type === 'Identifier') {
      const namespace = this.#evaluate(target.object, scope);
      if (!(namespace instanceof Namespace)) throw new Error('cannot assign attribute on non-namespace object');
      namespace.values.set(target.property.value, value);
    }
  }

  #for(node: For, iterable: Value, depth: number, scope: Scope, output: Output): void {
    const items = itemsOf(iterable, this.#budget).filter((item) => this.#passes(node, item, scope));
    const again = (inner: Value): Value => {
      const text = new Output(this.#budget);
      this.#for(node, inner, depth + 1, scope, text);
      return text.text;
    };
    const loop = new LoopState(items, depth, node.recursive ? again : null, this.#budget);
    let anyToTheEnd = false;
    for (let at = 0; at < items.length; at++) {
      this.#budget.step();
      loop.at = at;
      const turn = new Scope(scope, new Map([['loop', loop]]));
      this.#assign(node.loopvar, items[at], turn);
      const signal = this.#block(node.body, turn, output);
      if (signal === 'Break') break;
      // As Jinja does: only a turn that ran to its end keeps `else` away.
      if (signal === undefined) anyToTheEnd = true;
    }
    if (!anyToTheEnd && this.#block(node.defaultBlock, new Scope(scope), output) !== undefined) {
      throw new Error('break or continue stands in the else of a loop');
    }
  }

  #passes(node: For, item: Value, scope: Scope): boolean {
    if (node.test === null) return true;
    const inner = new Scope(scope);
    this.#assign(node.loopvar, item, inner);
    return isTrue(this.#evaluate(node.test, inner));
  }

  #macro(name: string, node: Pick<Macro, 'args' | 'body'>, scope: Scope): Callable {
    const signature: MacroSignature = signatureOf(name, node);
    return new Callable((args: Args) => {
      const inner = new Scope(scope);
      const unset = bindMacro(signature, args, inner);
      for (const { value, standard } of unset) {
        if (standard !== null) inner.set(value, this.#evaluate(standard, inner));
      }
      return this.#text(node.body, inner);
    });
  }

  #callWithBlock(node: CallStatement, scope: Scope): Value {
    const caller = this.#macro('None', node, scope);
    const callee = this.#evaluate(node.call.callee, scope);
    const args = this.#expressions.args(node.call.args, scope);
    args.named.set('caller', caller);
    return this.#expressions.call(callee, args);
  }
}

import { binary, negated } from './arithmetic.ts';
import type { Argument, Expression, Slice } from './ast.ts';
import { attributeOf, subscriptOf } from './attributes.ts';
import type { Budget } from './budget.ts';
import { compare } from './comparison.ts';
import { FILTERS, MARKUP_FILTERS } from './filters.ts';
import { isTrue, kindOf } from './kinds.ts';
import type { Runtime } from './runtime.ts';
import type { Scope } from './scope.ts';
import { itemsOf, sliceOf } from './sequences.ts';
import { TESTS } from './tests.ts';
import { textOf } from './text.ts';
import { type Args, Dict, Instance, Markup, Tuple, Undefined, type Value } from './values.ts';

/** Finds the values of expressions. */
export class Expressions implements Runtime {
  readonly budget: Budget;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  filter(name: string, value: Value, args: Args): Value {
    const filter = FILTERS.get(name);
    if (filter === undefined) throw new Error(`the filter '${name}' is not known or not supported`);
    if (value instanceof Markup && !MARKUP_FILTERS.has(name)) {
      throw new Error(`the filter '${name}' is not supported behind escape or safe`);
    }
    this.#read(value);
    return filter(value, args, this);
  }

  test(name: string, value: Value, args: Args): boolean {
    const test = TESTS.get(name);
    if (test === undefined) throw new Error(`the test '${name}' is not known or not supported`);
    this.#read(value);
    return test(value, args, this);
  }

  #read(value: Value): void {
    if (typeof value === 'string') this.budget.read(value.length);
    else if (value instanceof Markup) this.budget.read(value.text.length);
  }

  attribute(value: Value, name: string): Value {
    return attributeOf(value, name);
  }

  item(value: Value, key: Value): Value {
    return subscriptOf(value, key, this.budget);
  }

  call(callee: Value, args: Args): Value {
    if (callee instanceof Undefined) callee.fail();
    if (!(callee instanceof Instance)) throw new Error(`'${kindOf(callee)}' object is not callable`);
    return callee.call(args);
  }

  evaluate(node: Expression, scope: Scope): Value {
    this.budget.step();
    switch (node.type) {
      case 'Constant':
        return node.value;
      case 'Identifier':
        return variable(scope, node.value);
      case 'ArrayLiteral':
        return node.value.map((item) => this.evaluate(item, scope));
      case 'TupleLiteral':
        return new Tuple(node.value.map((item) => this.evaluate(item, scope)));
      case 'ObjectLiteral':
        return new Dict(node.value.map((pair) => [this.evaluate(pair[0], scope), this.evaluate(pair[1], scope)]));
      case 'MemberExpression':
        return this.#member(node.object, node.property, node.computed, scope);
      case 'CallExpression': {
        const callee = this.evaluate(node.callee, scope);
        return this.call(callee, this.args(node.args, scope));
      }
      case 'FilterExpression': {
        if (node.operand === null) throw new Error('a filter has nothing to work on');
        const value = this.evaluate(node.operand, scope);
        return this.filter(node.name, value, this.args(node.args, scope));
      }
      case 'TestExpression': {
        const value = this.evaluate(node.operand, scope);
        return this.test(node.name, value, this.args(node.args, scope));
      }
      default:
        return this.#operation(node, scope);
    }
  }

  /** The value of filters that stand before a block, over the text of that block. */
  filtered(filter: Expression, text: string, scope: Scope): Value {
    if (filter.type !== 'FilterExpression') throw new Error('a block takes filters only');
    const value = filter.operand === null ? text : this.filtered(filter.operand, text, scope);
    return this.filter(filter.name, value, this.args(filter.args, scope));
  }

  args(nodes: readonly Argument[], scope: Scope): Args {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    const name = (key: string, value: Value): void => {
      if (named.has(key)) throw new Error(`got multiple values for keyword argument '${key}'`);
      named.set(key, value);
    };
    for (const node of nodes) {
      if (node.type === 'KeywordArgumentExpression') name(node.key.value, this.evaluate(node.value, scope));
      else if (node.type === 'KeywordSpreadExpression') {
        const mapping = this.evaluate(node.argument, scope);
        if (!(mapping instanceof Dict)) throw new Error(`argument after ** must be a mapping, not ${kindOf(mapping)}`);
        for (const [key, value] of mapping.entries()) name(textOf(key, this.budget), value);
      } else if (node.type === 'SpreadExpression') {
        positional.push(...itemsOf(this.evaluate(node.argument, scope), this.budget));
      } else positional.push(this.evaluate(node, scope));
    }
    return { positional, named };
  }

  #member(objectNode: Expression, property: Expression | Slice, computed: boolean, scope: Scope): Value {
    const object = this.evaluate(objectNode, scope);
    if (property.type === 'SliceExpression') {
      const bound = (node: Expression | null) => (node === null ? undefined : this.evaluate(node, scope));
      return sliceOf(object, bound(property.start), bound(property.stop), bound(property.step), this.budget);
    }
    if (!computed && property.type === 'Identifier') return attributeOf(object, property.value, this);
    return subscriptOf(object, this.evaluate(property, scope), this.budget, this);
  }

  #operation(node: Expression, scope: Scope): Value {
    switch (node.type) {
      case 'BinaryExpression': {
        const left = this.evaluate(node.left, scope);
        if (node.operator === 'and') return isTrue(left) ? this.evaluate(node.right, scope) : left;
        if (node.operator === 'or') return isTrue(left) ? left : this.evaluate(node.right, scope);
        return binary(node.operator, left, this.evaluate(node.right, scope), this.budget);
      }
      case 'UnaryExpression': {
        const value = this.evaluate(node.argument, scope);
        return node.operator === 'not' ? !isTrue(value) : negated(value, node.operator);
      }
      case 'Comparison': {
        let left = this.evaluate(node.first, scope);
        return node.rest.every(({ operator, value }) => {
          const right = this.evaluate(value, scope);
          const holds = compare(operator, left, right, this.budget);
          left = right;
          return holds;
        });
      }
      case 'Ternary': {
        if (isTrue(this.evaluate(node.condition, scope))) return this.evaluate(node.trueExpr, scope);
        if (node.falseExpr !== null) return this.evaluate(node.falseExpr, scope);
        return new Undefined('the inline if-expression evaluated to false and no else section was defined.');
      }
      default:
        throw new Error(`unknown expression ${node.type}`);
    }
  }
}

function variable(scope: Scope, name: string): Value {
  const value = scope.get(name);
  if (value === undefined && name === 'self') throw new Error("'self' is not supported, there are no blocks");
  return value === undefined ? new Undefined(`'${name}' is undefined`) : value;
}

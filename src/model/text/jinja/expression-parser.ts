import type { Expression } from './ast.ts';
import { OperandParser } from './operand-parser.ts';

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='];

/** Reads expressions as jinja2/parser.py does, with its order of operators. Throws `SyntaxError`. */
export class ExpressionParser extends OperandParser {
  override expression(withCondition = true): Expression {
    return withCondition ? this.#conditional() : this.#or();
  }

  /** One expression, or several with commas between them. */
  tuple(withCondition = true): Expression {
    return this.tupleOf(() => this.expression(withCondition), false);
  }

  /** What a loop or an assignment gives a value to. */
  target(withNamespace = false): Expression {
    if (withNamespace && this.tokens.following?.text === '.') {
      const object: Expression = { type: 'Identifier', value: this.tokens.expect('name').text };
      this.tokens.expect('operator', '.');
      const property: Expression = { type: 'Identifier', value: this.tokens.expect('name').text };
      return { type: 'MemberExpression', object, property, computed: false };
    }
    const target = this.tupleOf(() => this.primary(), false);
    checkTarget(target);
    return target;
  }

  #conditional(): Expression {
    let value = this.#or();
    while (this.tokens.skip('if')) {
      const condition = this.#or();
      const falseExpr = this.tokens.skip('else') ? this.#conditional() : null;
      value = { type: 'Ternary', condition, trueExpr: value, falseExpr };
    }
    return value;
  }

  #or(): Expression {
    return this.#leftToRight(['or'], () => this.#leftToRight(['and'], () => this.#not()));
  }

  #not(): Expression {
    if (this.tokens.skip('not')) return { type: 'UnaryExpression', operator: 'not', argument: this.#not() };
    return this.#comparison();
  }

  #comparison(): Expression {
    const first = this.#sum();
    const rest: { operator: string; value: Expression }[] = [];
    for (;;) {
      const operator = this.#comparisonOperator();
      if (operator === null) break;
      rest.push({ operator, value: this.#sum() });
    }
    return rest.length === 0 ? first : { type: 'Comparison', first, rest };
  }

  #comparisonOperator(): string | null {
    if (this.tokens.is('operator', ...COMPARISONS)) return this.tokens.next().text;
    if (this.tokens.skip('in')) return 'in';
    const notIn = this.tokens.is('name', 'not') && this.tokens.following?.text === 'in';
    if (!notIn) return null;
    this.tokens.next();
    this.tokens.next();
    return 'not in';
  }

  #sum(): Expression {
    const product = () => this.#leftToRight(['*', '/', '//', '%'], () => this.#power());
    return this.#leftToRight(['+', '-'], () => this.#leftToRight(['~'], product));
  }

  #power(): Expression {
    return this.#leftToRight(['**'], () => this.unary(true));
  }

  #leftToRight(operators: readonly string[], operand: () => Expression): Expression {
    let left = operand();
    while (this.tokens.current?.kind !== 'string' && operators.includes(this.tokens.current?.text ?? '')) {
      if (!this.tokens.is('operator') && !this.tokens.is('name')) break;
      const operator = this.tokens.next().text;
      left = { type: 'BinaryExpression', operator, left, right: operand() };
    }
    return left;
  }
}

function checkTarget(target: Expression): void {
  if (target.type === 'TupleLiteral') for (const item of target.value) checkTarget(item);
  else if (target.type !== 'Identifier') throw new SyntaxError('can only assign to a name');
}

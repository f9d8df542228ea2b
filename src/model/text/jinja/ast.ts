/** A template's syntax tree, in the shape of Jinja2's own (jinja2/nodes.py). */
export type Expression =
  | { type: 'Constant'; value: string | bigint | number | boolean | null }
  | { type: 'Identifier'; value: string }
  | { type: 'ArrayLiteral' | 'TupleLiteral'; value: Expression[] }
  | { type: 'ObjectLiteral'; value: [Expression, Expression][] }
  | { type: 'MemberExpression'; object: Expression; property: Expression | Slice; computed: boolean }
  | CallExpression
  | FilterExpression
  | { type: 'TestExpression'; operand: Expression; name: string; args: Argument[] }
  | { type: 'BinaryExpression'; operator: string; left: Expression; right: Expression }
  | { type: 'UnaryExpression'; operator: '-' | '+' | 'not'; argument: Expression }
  | { type: 'Comparison'; first: Expression; rest: { operator: string; value: Expression }[] }
  | { type: 'Ternary'; condition: Expression; trueExpr: Expression; falseExpr: Expression | null };

export interface Slice {
  type: 'SliceExpression';
  start: Expression | null;
  stop: Expression | null;
  step: Expression | null;
}

export interface CallExpression {
  type: 'CallExpression';
  callee: Expression;
  args: Argument[];
}

/** The operand is null where the filter stands before a block, whose text it gets. */
export interface FilterExpression {
  type: 'FilterExpression';
  operand: Expression | null;
  name: string;
  args: Argument[];
}

export type Argument =
  | Expression
  | { type: 'KeywordArgumentExpression'; key: { value: string }; value: Expression }
  | { type: 'SpreadExpression'; argument: Expression }
  | { type: 'KeywordSpreadExpression'; argument: Expression };

export interface Parameter {
  type: 'Parameter';
  value: string;
  standard: Expression | null;
}

export interface For {
  type: 'For';
  loopvar: Target;
  iterable: Expression;
  test: Expression | null;
  recursive: boolean;
  body: Statement[];
  defaultBlock: Statement[];
}

export interface Macro {
  type: 'Macro';
  name: { value: string };
  args: Parameter[];
  body: Statement[];
}

export interface CallStatement {
  type: 'CallStatement';
  call: CallExpression;
  args: Parameter[];
  body: Statement[];
}

/** What is assigned to: a name, names in a tuple, or a namespace's attribute. */
export type Target = Expression;

export type Statement =
  | { type: 'Text'; value: string }
  | { type: 'Output'; value: Expression }
  | { type: 'If'; test: Expression; body: Statement[]; alternate: Statement[] }
  | { type: 'Set'; assignee: Target; value: Expression }
  | { type: 'SetBlock'; assignee: Target; filter: Expression | null; body: Statement[] }
  | { type: 'FilterStatement'; filter: Expression; body: Statement[] }
  | { type: 'With'; targets: Target[]; values: Expression[]; body: Statement[] }
  | { type: 'Break' | 'Continue' }
  | For
  | Macro
  | CallStatement;

export interface Program {
  type: 'Program';
  body: Statement[];
}

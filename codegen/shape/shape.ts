/** What bounds a value beside its type: by keyword a number, or for what has no order its JSON. */
export type Bounds = Readonly<Record<string, number | string>>;

export interface Property {
  required: boolean;
  shape: Shape;
}

/**
 * A schema without its spelling: no `$ref`, no `nullable`, no list of types, no `const`; integers are numbers. Two
 * schemas that mean the same have the same shape, whether OpenAPI 3.0 or 3.1 writes them.
 */
export type Shape =
  | { kind: 'any' }
  /** No value at all. */
  | { kind: 'never' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'string' | 'number' | 'boolean' | 'null' | 'bytes'; bounds: Bounds }
  | { kind: 'array'; items: Shape; bounds: Bounds }
  /** `rest` is what fields without a name of their own hold. */
  | { kind: 'object'; properties: Readonly<Record<string, Property>>; rest: Shape; bounds: Bounds }
  /** Neither nested nor with less than two options. */
  | { kind: 'union'; options: readonly Shape[] }
  /** A schema inside itself. */
  | { kind: 'self'; name: string };

/** The shape that takes what any of the options takes. */
export function union(options: readonly Shape[]): Shape {
  const flat = options.flatMap((option) => (option.kind === 'union' ? option.options : [option]));
  const byText = new Map(flat.filter(({ kind }) => kind !== 'never').map((option) => [shapeText(option), option]));
  const different = [...byText.values()];
  if (different.length === 0) return { kind: 'never' };
  if (different.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  return different.length === 1 ? different[0]! : { kind: 'union', options: different };
}

/** A shape in a few words; the same for shapes that are the same but for their bounds. */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value);
    case 'array':
      return `[${shapeText(shape.items)}]`;
    case 'object':
      return objectText(shape);
    case 'union':
      return shape.options.map(shapeText).toSorted().join(' | ');
    case 'self':
      return shape.name;
    default:
      return shape.kind;
  }
}

function objectText({ properties, rest }: Extract<Shape, { kind: 'object' }>): string {
  const fields = Object.entries(properties)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { required, shape }]) => `${name}${required ? '' : '?'}: ${shapeText(shape)}`);
  if (fields.length > 0) return `{ ${fields.join(', ')} }`;
  return rest.kind === 'never' ? '{}' : `{ [field]: ${shapeText(rest)} }`;
}

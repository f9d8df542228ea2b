/** Bounds of a value besides its type, by keyword: a number, or JSON text for unordered keywords. */
export type Bounds = Readonly<Record<string, number | string>>;

export interface Property {
  required: boolean;
  shape: Shape;
}

/**
 * A schema independent of its spelling: no `$ref`, no `nullable`, no list of types, no `const`; integers are numbers.
 * Schemas with the same meaning have the same shape, in OpenAPI 3.0 or 3.1.
 */
export type Shape =
  | { kind: 'any' }
  /** No valid value. */
  | { kind: 'never' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'string' | 'number' | 'boolean' | 'null' | 'bytes'; bounds: Bounds }
  | { kind: 'array'; items: Shape; bounds: Bounds }
  /** `rest` is the shape of additional fields. */
  | { kind: 'object'; properties: Readonly<Record<string, Property>>; rest: Shape; bounds: Bounds }
  /** Never nested, and of at least two options. */
  | { kind: 'union'; options: readonly Shape[] }
  /** A recursive reference. */
  | { kind: 'self'; name: string };

/** Returns the shape that accepts what any of the options accepts. */
export function union(options: readonly Shape[]): Shape {
  const flat = options.flatMap((option) => (option.kind === 'union' ? option.options : [option]));
  const byText = new Map(flat.filter(({ kind }) => kind !== 'never').map((option) => [shapeText(option), option]));
  const different = [...byText.values()];
  if (different.length === 0) return { kind: 'never' };
  if (different.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  return different.length === 1 ? different[0]! : { kind: 'union', options: different };
}

/** Returns a short text of a shape; equal for shapes that differ only in bounds. */
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

import type { Bodies, OperationShape, ParameterShape } from '../shape/operation-shape.ts';
import { type Shape, shapeText } from '../shape/shape.ts';

/** One difference between the handler classes and the contract. */
export interface Difference {
  /** Method and path. */
  operation: string;
  /** Place in the operation, such as `response 200 application/json .data[].name`. */
  where: string;
  code: string;
  spec: string;
}

type Place = Pick<Difference, 'operation' | 'where'>;
type Operations = ReadonlyMap<string, OperationShape>;

const missing = 'nothing';

/**
 * Returns the differences of code and contract: routes, operation ids, parameters, bodies, statuses, security. An alias
 * has no code; it must equal the operation that it names.
 */
export function differences(code: Operations, spec: Operations): Difference[] {
  return [...allDifferences(code, spec)];
}

/** Returns a line for each difference. */
export function differenceLines(found: readonly Difference[]): string[] {
  return found.map(({ operation, where, code, spec }) => {
    return `${operation}: ${where}: the code says ${code}, the contract ${spec}`;
  });
}

function* allDifferences(code: Operations, spec: Operations): Generator<Difference> {
  const byId = new Map([...spec.values()].map((operation) => [operation.id, operation]));
  for (const [route, operation] of spec) {
    const said = operation.aliasOf === null ? code.get(route) : byId.get(operation.aliasOf);
    if (said === undefined) yield { operation: route, where: 'route', code: missing, spec: operation.id };
    else yield* ofOperation({ ...said, route, id: operation.aliasOf === null ? said.id : operation.id }, operation);
  }
  for (const [route, { id }] of code) {
    if (!spec.has(route)) yield { operation: route, where: 'route', code: id, spec: missing };
  }
}

function* ofOperation(code: OperationShape, spec: OperationShape): Generator<Difference> {
  const at = (where: string): Place => ({ operation: spec.route, where });
  yield* ofText(at('operation id'), code.id, spec.id);
  yield* ofText(at('security'), wordsOf(code.security), wordsOf(spec.security));
  yield* ofText(at('order of path parameters'), pathOrder(code), routeOrder(spec));
  for (const name of keysOf(code.parameters, spec.parameters)) {
    yield* ofParameter(at(`parameter ${name}`), code.parameters.get(name), spec.parameters.get(name));
  }
  yield* ofText(at('request body'), requiredness(code.body?.required), requiredness(spec.body?.required));
  if (code.body && spec.body) {
    yield* ofBodies(at('request body'), namedTypes(code.body.bodies), namedTypes(spec.body.bodies));
  }
  for (const status of keysOf(code.responses, spec.responses)) {
    const [ours, theirs] = [code.responses.get(status), spec.responses.get(status)];
    if (ours && theirs) yield* ofBodies(at(`response ${status}`), ours.bodies, theirs.bodies);
    else
      yield {
        ...at(`response ${status}`),
        code: ours ? 'there is one' : missing,
        spec: theirs ? 'there is one' : missing,
      };
  }
}

function* ofText(place: Place, code: string, spec: string): Generator<Difference> {
  if (code !== spec) yield { ...place, code, spec };
}

/** Returns the bodies without the wildcard type, since a handler class can name only one type of a body. */
function namedTypes(bodies: Bodies): Bodies {
  return new Map([...bodies].filter(([type]) => type !== '*/*'));
}

function requiredness(required: boolean | undefined): string {
  if (required === undefined) return missing;
  return required ? 'required' : 'optional';
}

/** Returns the path parameters in the order in which a handler takes them. */
function pathOrder({ parameters }: OperationShape): string {
  const names = [...parameters.keys()].filter((name) => name.startsWith('path '));
  return wordsOf(names.map((name) => name.slice('path '.length)));
}

function routeOrder({ route }: OperationShape): string {
  return wordsOf([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
}

function wordsOf(words: readonly string[]): string {
  return words.length === 0 ? missing : words.join(', ');
}

/** Compares a parameter. A handler always receives a value if the contract has a default. */
function* ofParameter(place: Place, code?: ParameterShape, spec?: ParameterShape): Generator<Difference> {
  const filled = (parameter?: ParameterShape) => parameter && (parameter.required || parameter.hasDefault);
  yield* ofText(place, requiredness(filled(code)), requiredness(filled(spec)));
  if (code && spec) yield* ofShape(place, code.shape, spec.shape);
}

function* ofBodies(place: Place, code: Bodies, spec: Bodies): Generator<Difference> {
  yield* ofText(place, wordsOf([...code.keys()].toSorted()), wordsOf([...spec.keys()].toSorted()));
  for (const type of keysOf(code, spec)) {
    const [ours, theirs] = [code.get(type), spec.get(type)];
    if (ours && theirs) yield* ofShape(below(place, ` ${type} `), ours, theirs);
  }
}

function* ofShape(place: Place, code: Shape, spec: Shape): Generator<Difference> {
  const [ours, theirs] = unmatched(optionsOf(code), optionsOf(spec));
  if (ours.length === 0 && theirs.length === 0) return;
  const [a, b] = [ours[0], theirs[0]];
  if (ours.length !== 1 || theirs.length !== 1) yield { ...place, code: textOf(ours), spec: textOf(theirs) };
  else if (a!.kind === 'array' && b!.kind === 'array') yield* ofShape(below(place, '[]'), a.items, b.items);
  else if (a!.kind === 'object' && b!.kind === 'object') yield* ofObject(place, a, b);
  else yield { ...place, code: textOf(ours), spec: textOf(theirs) };
}

type ObjectShape = Extract<Shape, { kind: 'object' }>;

/**
 * Compares the fields of an object. A type with fields says nothing about additional ones, so those count only if there
 * are no fields.
 */
function* ofObject(place: Place, code: ObjectShape, spec: ObjectShape): Generator<Difference> {
  const names = new Set([...Object.keys(code.properties), ...Object.keys(spec.properties)]);
  for (const name of [...names].toSorted()) {
    const [ours, theirs] = [code.properties[name], spec.properties[name]];
    const field = below(place, `.${name}`);
    yield* ofText(field, requiredness(ours?.required), requiredness(theirs?.required));
    if (ours && theirs) yield* ofShape(field, ours.shape, theirs.shape);
  }
  if (names.size === 0) yield* ofShape(below(place, '.*'), code.rest, spec.rest);
}

function below(place: Place, step: string): Place {
  return { ...place, where: place.where + step };
}

function optionsOf(shape: Shape): readonly Shape[] {
  return shape.kind === 'union' ? shape.options : [shape];
}

/** Returns the options that only one side has. */
function unmatched(code: readonly Shape[], spec: readonly Shape[]): [Shape[], Shape[]] {
  const texts = (shapes: readonly Shape[]) => new Set(shapes.map(shapeText));
  const [ours, theirs] = [texts(code), texts(spec)];
  return [code.filter((shape) => !theirs.has(shapeText(shape))), spec.filter((shape) => !ours.has(shapeText(shape)))];
}

function textOf(shapes: readonly Shape[]): string {
  return shapes.length === 0 ? missing : shapes.map(shapeText).toSorted().join(' | ');
}

function keysOf(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].toSorted();
}

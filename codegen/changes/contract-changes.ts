import type { Bodies, OperationShape, ParameterShape, ResponseShape } from '../shape/operation-shape.ts';
import { below, type Change, type Direction, nothing, type Place } from './change.ts';
import { shapeChanges } from './shape-changes.ts';

/** Returns the changes between two versions of a contract, breaking ones first. */
export function contractChanges(
  was: ReadonlyMap<string, OperationShape>,
  now: ReadonlyMap<string, OperationShape>,
): Change[] {
  const found = keysOf(was, now).flatMap((route) => [...ofRoute(route, was.get(route), now.get(route))]);
  return found.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
}

function* ofRoute(operation: string, was?: OperationShape, now?: OperationShape): Generator<Change> {
  if (!was || !now) {
    yield { operation, where: 'operation', was: was?.id ?? nothing, now: now?.id ?? nothing, breaking: !now };
    return;
  }
  const at = (direction: Direction, where: string): Place => ({ operation, where, direction });
  if (was.id !== now.id) yield { operation, where: 'operation id', was: was.id, now: now.id, breaking: true };
  yield* securityChanges(operation, was.security, now.security);
  for (const name of keysOf(was.parameters, now.parameters)) {
    yield* parameterChanges(at('request', `parameter ${name}`), was.parameters.get(name), now.parameters.get(name));
  }
  yield* bodyChanges(at('request', 'request body'), was.body, now.body);
  for (const status of keysOf(was.responses, now.responses)) {
    const [before, after] = [was.responses.get(status), now.responses.get(status)];
    yield* responseChanges(at('response', `response ${status}`), status, before, after);
  }
}

function* securityChanges(operation: string, was: readonly string[], now: readonly string[]): Generator<Change> {
  const [before, after] = [was, now].map((schemes) => schemes.toSorted().join(' or ') || nothing);
  const where = 'security';
  // More alternative schemes admit more callers; none admits everybody.
  const kept = now.length === 0 || (was.length > 0 && was.every((scheme) => now.includes(scheme)));
  if (before !== after) yield { operation, where, was: before!, now: after!, breaking: !kept };
}

function* parameterChanges(place: Place, was?: ParameterShape, now?: ParameterShape): Generator<Change> {
  yield* presenceChanges(place, was, now);
  if (was && now) yield* shapeChanges(place, was.shape, now.shape);
}

function* bodyChanges(place: Place, was: OperationShape['body'], now: OperationShape['body']): Generator<Change> {
  yield* presenceChanges(place, was ?? undefined, now ?? undefined);
  if (was && now) yield* typeChanges(place, was.bodies, now.bodies);
}

interface Present {
  required: boolean;
}

function* presenceChanges({ operation, where }: Place, was?: Present, now?: Present): Generator<Change> {
  const text = (one?: Present) => (one ? (one.required ? 'required' : 'optional') : nothing);
  const breaking = !now || (now.required && !was?.required);
  if (text(was) !== text(now)) yield { operation, where, was: text(was), now: text(now), breaking };
}

/**
 * Yields the changes of a response. A new error status breaks nothing: all errors have the same body, and any request
 * may fail.
 */
function* responseChanges(place: Place, status: string, was?: ResponseShape, now?: ResponseShape): Generator<Change> {
  const { operation, where } = place;
  if (!was || !now) {
    const breaking = !now || status.startsWith('2');
    yield { operation, where, was: was ? 'there was one' : nothing, now: now ? 'there is one' : nothing, breaking };
    return;
  }
  for (const name of keysOf(was.headers, now.headers)) {
    const [before, after] = [was.headers, now.headers].map((headers) => presence(headers.get(name)));
    const breaking = before === 'always' || after === nothing;
    if (before !== after) yield { operation, where: `${where} header ${name}`, was: before!, now: after!, breaking };
  }
  yield* typeChanges(place, was.bodies, now.bodies);
}

function presence(always: boolean | undefined): string {
  if (always === undefined) return nothing;
  return always ? 'always' : 'sometimes';
}

function* typeChanges(place: Place, was: Bodies, now: Bodies): Generator<Change> {
  for (const type of keysOf(was, now)) {
    const [before, after] = [was.get(type), now.get(type)];
    if (before && after) yield* shapeChanges(below(place, ` ${type} `), before, after);
    else {
      const { operation, where } = below(place, ` ${type}`);
      yield { operation, where, was: before ? 'taken' : nothing, now: after ? 'taken' : nothing, breaking: !after };
    }
  }
}

function keysOf(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].toSorted();
}

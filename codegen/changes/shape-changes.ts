import { type Bounds, type Property, type Shape, shapeText } from '../shape/shape.ts';
import { below, type Change, change, nothing, type Place } from './change.ts';
import { ruleChanges } from './rule-changes.ts';

/** Yields the changes of the values that are valid at a place. */
export function* shapeChanges(place: Place, was: Shape, now: Shape): Generator<Change> {
  const { pairs, gone, come } = matched(optionsOf(was), optionsOf(now));
  const narrower = gone.some((option) => !covers(optionsOf(now), option));
  const wider = come.some((option) => !covers(optionsOf(was), option));
  if (gone.length + come.length > 0) yield change(place, textOf(gone), textOf(come), { narrower, wider });
  for (const [option, other] of pairs) yield* withinKind(place, option, other);
}

function optionsOf(shape: Shape): readonly Shape[] {
  return shape.kind === 'union' ? shape.options : [shape];
}

interface Matched {
  pairs: [was: Shape, now: Shape][];
  gone: Shape[];
  come: Shape[];
}

/** Pairs the options of two unions: first those with the same name, then those of the same kind, in order. */
function matched(was: readonly Shape[], now: readonly Shape[]): Matched {
  const pairs: [Shape, Shape][] = [];
  let [gone, come] = [[...was], [...now]];
  for (const key of [nameOf, kindOf]) {
    for (const option of gone) {
      const other = come.find((candidate) => key(candidate) === key(option));
      if (other === undefined) continue;
      pairs.push([option, other]);
      come = come.filter((candidate) => candidate !== other);
    }
    gone = gone.filter((option) => !pairs.some(([paired]) => paired === option));
  }
  return { pairs, gone, come };
}

/**
 * Returns a name for an option; an object is named by its fields with a single valid value, such as the type of an
 * event.
 */
function nameOf(shape: Shape): string {
  if (shape.kind !== 'object') return kindOf(shape);
  const fixed = Object.entries(shape.properties).filter(([, property]) => property.shape.kind === 'literal');
  return `object ${fixed.map(([name, property]) => `${name}: ${shapeText(property.shape)}`).toSorted()}`;
}

function kindOf(shape: Shape): string {
  return shape.kind === 'literal' || shape.kind === 'self' ? shapeText(shape) : shape.kind;
}

function covers(options: readonly Shape[], { kind, ...shape }: Shape): boolean {
  return options.some((option) => option.kind === 'any' || ('value' in shape && option.kind === typeof shape.value));
}

function textOf(options: readonly Shape[]): string {
  return options.length === 0 ? nothing : options.map(shapeText).toSorted().join(' or ');
}

function* withinKind(place: Place, was: Shape, now: Shape): Generator<Change> {
  if ('bounds' in was && 'bounds' in now) yield* boundChanges(place, ...boundsOf(was, now));
  if (was.kind === 'array' && now.kind === 'array') yield* shapeChanges(below(place, '[]'), was.items, now.items);
  if (was.kind !== 'object' || now.kind !== 'object') return;
  for (const name of keysOf(was.properties, now.properties)) {
    yield* propertyChanges(below(place, `.${name}`), was.properties[name], now.properties[name]);
  }
  yield* restChanges(below(place, '.*'), was.rest, now.rest);
}

type Bounded = Extract<Shape, { bounds: Bounds }>;

/**
 * Returns the bounds to compare. A closed object's fields already limit their number, so its `maxProperties` is
 * ignored.
 */
function boundsOf(was: Bounded, now: Bounded): [was: Bounds, now: Bounds] {
  const closed = [was, now].some((shape) => shape.kind === 'object' && shape.rest.kind === 'never');
  if (!closed) return [was.bounds, now.bounds];
  const { maxProperties: _was, ...before } = was.bounds;
  const { maxProperties: _now, ...after } = now.bounds;
  return [before, after];
}

/**
 * Yields the changes of additional fields. Readers of a response skip unknown fields, so only their types count there.
 */
function* restChanges(place: Place, was: Shape, now: Shape): Generator<Change> {
  const closes = was.kind === 'never' || now.kind === 'never';
  if (!(closes && place.direction === 'response')) yield* shapeChanges(place, was, now);
}

function* propertyChanges(place: Place, was: Property | undefined, now: Property | undefined): Generator<Change> {
  const { operation, where, direction } = place;
  const [before, after] = [presence(was), presence(now)];
  const breaks = direction === 'request' ? now?.required === true : was?.required === true;
  if (before !== after) yield { operation, where, was: before, now: after, breaking: now === undefined || breaks };
  if (was && now) yield* shapeChanges(place, was.shape, now.shape);
}

function presence(property: Property | undefined): string {
  if (property === undefined) return nothing;
  return property.required ? 'required' : 'optional';
}

function* boundChanges(place: Place, was: Bounds, now: Bounds): Generator<Change> {
  for (const key of keysOf(was, now)) {
    const [before, after] = [was[key], now[key]];
    if (before === after) continue;
    if (typeof before === 'string' && typeof after === 'string') {
      // A detail may make a rule narrower or wider; this is not examined.
      const either = { narrower: true, wider: true };
      const details = ruleChanges(key, JSON.parse(before), JSON.parse(after));
      for (const detail of details) yield change(place, detail.was, detail.now, either);
      continue;
    }
    const text = (value: number | string | undefined) => (value === undefined ? `no ${key}` : `${key} ${value}`);
    yield change(place, text(before), text(after), {
      narrower: narrows(key, before, after),
      wider: narrows(key, after, before),
    });
  }
}

/** Returns whether fewer values are valid under `after`. A change of an unordered keyword may go either way. */
function narrows(key: string, before: number | string | undefined, after: number | string | undefined): boolean {
  if (after === undefined || before === undefined) return before === undefined;
  if (typeof before === 'string' || typeof after === 'string') return true;
  if (key === 'multipleOf') return before % after !== 0 || after > before;
  return /^(exclusiveM|m)in/.test(key) ? after > before : after < before;
}

function keysOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
}

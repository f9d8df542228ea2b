import type { CharSet } from './char-set.ts';

/**
 * A regular language as a term; equal terms are one object. `nullable`: it holds the empty text. `exact`: there is no
 * `and`, `not` or reference in it, so that none but `none` itself is without any text. `recursive`: there is a
 * reference in it, which may lead back to it.
 */
export type Term = {
  readonly id: number;
  readonly nullable: boolean;
  readonly exact: boolean;
  readonly recursive: boolean;
} & (
  | { readonly kind: 'none' | 'empty' }
  | { readonly kind: 'chars'; readonly set: CharSet }
  | { readonly kind: 'then'; readonly first: Term; readonly rest: Term }
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Term[] }
  | { readonly kind: 'not'; readonly part: Term }
  | { readonly kind: 'loop'; readonly part: Term; readonly min: number; readonly max: number }
  | { readonly kind: 'reference'; readonly term: Term }
);

type Common = 'id' | 'nullable' | 'exact' | 'recursive';

/** What a term is made of. */
export type Shape = Term extends infer T ? (T extends Term ? Omit<T, Common> : never) : never;

/** Whether there is a reference in a term, which may lead back to the term. */
export function isRecursive(shape: Shape): boolean {
  switch (shape.kind) {
    case 'then':
      return shape.first.recursive || shape.rest.recursive;
    case 'or':
    case 'and':
      return shape.parts.some(({ recursive }) => recursive);
    case 'not':
    case 'loop':
      return shape.part.recursive;
    default:
      return shape.kind === 'reference';
  }
}

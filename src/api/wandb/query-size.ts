import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

/**
 * Maximum nesting of fields. Each may be a look-up that waits for its parent, such as the newest version of the
 * collection of a version. Nested lists of versions are limited separately. The deepest query of W&B's client has 11.
 */
const MAX_DEPTH = 12;
/** Maximum number of fields, counting those of a fragment wherever it is spread. */
const MAX_FIELDS = 1_000;

interface Size {
  depth: number;
  fields: number;
  /** Nesting of lists of versions. */
  lists: number;
}

/** Returns an error for a valid document that requests too much; otherwise null. */
export function refuseSize(document: DocumentNode): GraphQLError | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Size>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields, lists } = sizeOf(definition.selectionSet, fragments, known);
    if (depth > MAX_DEPTH)
      return new GraphQLError(`The query's fields are nested ${depth} levels deep; at most ${MAX_DEPTH} are allowed.`);
    if (fields > MAX_FIELDS)
      return new GraphQLError(`The query has ${fields} fields; at most ${MAX_FIELDS} are allowed.`);
    if (lists > 1) return new GraphQLError(`The query nests 'artifacts' in 'artifacts'; send a query for each.`);
  }
  return null;
}

/** Counts the fields of a selection of a valid document, at any depth, including fragments. */
export function fieldsOf(selected: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  return sizeOf(selected, fragments, new Map()).fields;
}

/** Measures a selection. Visits each fragment once; validation has ruled out cycles. */
function sizeOf(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Size>,
): Size {
  const whole: Size = { depth: 0, fields: 0, lists: 0 };
  for (const selection of selections) {
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null;
    const inside =
      name === null
        ? 'selectionSet' in selection
          ? selection.selectionSet
          : undefined
        : fragments.get(name)?.selectionSet;
    const found = name === null ? undefined : known.get(name);
    const size = found ?? (inside === undefined ? { depth: 0, fields: 0, lists: 0 } : sizeOf(inside, fragments, known));
    if (name !== null) known.set(name, size);
    const own = selection.kind === Kind.FIELD ? 1 : 0;
    whole.depth = Math.max(whole.depth, size.depth + own);
    whole.fields += size.fields + own;
    const isList = selection.kind === Kind.FIELD && selection.name.value === 'artifacts';
    whole.lists = Math.max(whole.lists, size.lists + Number(isList));
  }
  return whole;
}

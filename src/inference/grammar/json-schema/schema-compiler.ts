import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import type { GrammarNode } from '../machine/node.ts';
import { alternatives } from './conjunction.ts';
import { excludedTexts } from './excluded-texts.ts';
import { Keywords, typesOf } from './keywords.ts';
import { Punctuation } from './punctuation.ts';
import { Scalars } from './scalars.ts';
import { SchemaDocument } from './schema-document.ts';
import {
  type ArrayPart,
  jsonReading,
  markPossible,
  type ObjectPart,
  type ObjectReading,
  objectPart,
  type ValueEntry,
  type ValuePart,
} from './schema-parts.ts';
import { isComposed, isSchemaObject, type Schema, type SchemaObject } from './schema-text.ts';
import { StringRuleReader } from './string-rules.ts';
import { Validity } from './validity.ts';
import { ValueNodes } from './value-nodes.ts';

/** Compiler of one JSON Schema. The grammar's texts are exactly the valid values, but not in every spelling. */
export class SchemaCompiler {
  readonly #document: SchemaDocument;
  readonly #compileContext: CompileContext;
  readonly #options: JsonOptions;
  readonly #reading: (isRoot: boolean) => ObjectReading;
  readonly #strings: StringRuleReader;
  readonly #scalars: Scalars;
  readonly #validity: Validity;
  readonly #entries = new Map<string, ValueEntry>();
  readonly #open: { entry: ValueEntry; schemas: readonly Schema[] }[] = [];
  readonly #ids = new Map<SchemaObject, number>();
  /** Conjunctions of two branches of a oneOf. No value may be valid by both. */
  readonly #overlaps: ValueEntry[] = [];
  readonly #oneOfs = new Set<SchemaObject>();

  /** `reading` overrides how object schemas are read, for styles other than JSON. Throws GrammarError. */
  constructor(
    compileContext: CompileContext,
    text: string,
    options: JsonOptions,
    reading?: (isRoot: boolean) => ObjectReading,
  ) {
    this.#document = new SchemaDocument(text);
    this.#compileContext = compileContext;
    this.#options = options;
    const excluded = excludedTexts(options);
    this.#reading = reading ?? (() => jsonReading(compileContext.terms, options, excluded));
    this.#strings = new StringRuleReader(compileContext.terms);
    this.#scalars = new Scalars(compileContext, this.#strings, excluded);
    this.#validity = new Validity(this.#document, this.#strings, excluded);
  }

  /** Throws GrammarError for an unsupported keyword, an unsatisfiable schema or one that exceeds a limit. */
  compile(): GrammarNode {
    return this.jsonNodes().of(this.read());
  }

  /** Returns the builder of JSON nodes for the result of `read`. */
  jsonNodes(): ValueNodes {
    const marks = new Punctuation(this.#compileContext.numbers, this.#compileContext.terms, this.#options.whitespace);
    return new ValueNodes(this.#compileContext, marks, this.#options);
  }

  /** Returns the values that the schema allows. Throws GrammarError as `compile` does. */
  read(): ValueEntry {
    const root = this.#entry([this.#document.root]);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const { entry, schemas } = next;
      try {
        const found = alternatives(this.#document, schemas, (owner, branches) => this.#checkOneOf(owner, branches));
        const reading = this.#reading(entry === root);
        entry.parts = found.flatMap((parts) => this.#parts(parts, reading));
      } catch (error) {
        throw this.#located(error, schemas);
      }
    }
    const entries = [...this.#entries.values()];
    markPossible(entries);
    if (this.#overlaps.some(({ possible }) => possible)) {
      throw new GrammarError('the keyword oneOf is not supported if a value can match two of its schemas; use anyOf');
    }
    if (!root.possible) throw new GrammarError('no value is valid against the schema');
    return root;
  }

  /** Adds the JSON pointer of the schema in which the error occurred. */
  #located(error: unknown, schemas: readonly Schema[]): unknown {
    const schema = schemas.find(isSchemaObject);
    if (!(error instanceof GrammarError) || schema === undefined || schema === this.#document.root) return error;
    return new GrammarError(`at ${this.#document.pointerTo(schema)}: ${error.message}`);
  }

  #entry(schemas: readonly Schema[]): ValueEntry {
    const key = schemas.includes(false) ? 'false' : this.#key(schemas);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { parts: [], possible: false, node: undefined };
      this.#entries.set(key, entry);
      if (this.#entries.size > GRAMMAR_LIMITS.schemaNodes) {
        throw new GrammarError(`the schema has more than ${GRAMMAR_LIMITS.schemaNodes} parts, the limit`);
      }
      if (key !== 'false') this.#open.push({ entry, schemas });
    }
    return entry;
  }

  #key(schemas: readonly Schema[]): string {
    const ids = schemas.filter(isSchemaObject).map((schema) => {
      let id = this.#ids.get(schema);
      if (id === undefined) {
        id = this.#ids.size;
        this.#ids.set(schema, id);
      }
      return id;
    });
    return [...new Set(ids)].sort((a, b) => a - b).join();
  }

  /** Returns the values of the conjunction `parts`, one entry per type. */
  #parts(parts: readonly SchemaObject[], reading: ObjectReading): ValuePart[] {
    const all = parts.map((schema) => new Keywords(schema));
    const literals = all.map((keywords) => keywords.literals()).find((values) => values !== null);
    if (literals) {
      const valid = this.#validity.kept(literals, parts);
      const [composed, scalars] = [valid.filter(isComposed), valid.filter((value) => !isComposed(value))];
      return [...this.#scalars.literalParts(scalars), ...composed.map((value) => this.#literal(value))];
    }
    return typesOf(all).flatMap((type): ValuePart[] => {
      switch (type) {
        case 'object':
          return [
            objectPart(parts, {
              terms: this.#compileContext.terms,
              strings: this.#strings,
              entry: (schemas) => this.#entry(schemas),
              allows: (name, schema) => this.#validity.isValid(name, schema),
              writes: (name) => this.#validity.allows(name),
              nameTerm: (schemas) => this.#nameTerm(schemas),
              reading,
            }),
          ];
        case 'array':
          return [this.#array(all)];
        default: {
          const node = this.#scalars.of(type, parts, all);
          if (node === null) return [];
          return [{ kind: 'terminal', type, node, text: type === 'string' ? this.#strings.read(parts) : undefined }];
        }
      }
    });
  }

  /** Returns an array or object of `enum` or `const`. It allows the same whitespace as any other. */
  #literal(value: object): ArrayPart | ObjectPart {
    const entryOf = (part: unknown): ValueEntry => this.#entry([{ const: part }]);
    if (Array.isArray(value)) {
      const { length } = value;
      return { kind: 'array', first: value.map(entryOf), rest: this.#entry([false]), min: length, max: length };
    }
    const named = Object.entries(value).map(([name, part]) => ({ name, value: entryOf(part), required: true }));
    return { kind: 'object', named, others: [], min: 0, max: named.length };
  }

  #array(all: readonly Keywords[]): ArrayPart {
    const items = all.map((keywords) => keywords.items());
    const length = Math.max(0, ...items.map(({ first }) => first.length));
    const at = (i: number): ValueEntry => this.#entry(items.map(({ first, rest }) => first[i] ?? rest ?? true));
    return {
      kind: 'array',
      first: Array.from({ length }, (_, i) => at(i)),
      rest: at(length),
      min: Math.max(0, ...all.map((keywords) => keywords.count('minItems') ?? 0)),
      max: Math.min(...all.map((keywords) => keywords.count('maxItems') ?? Number.POSITIVE_INFINITY)),
    };
  }

  /** Returns the term of the property names that are valid by all of `schemas`. */
  #nameTerm(schemas: readonly Schema[]) {
    const { terms } = this.#compileContext;
    const ways = alternatives(this.#document, schemas, (owner, branches) => this.#checkOneOf(owner, branches));
    return terms.or(
      ways.map((parts) => {
        const all = parts.map((schema) => new Keywords(schema));
        if (!typesOf(all).includes('string')) return terms.none;
        const literals = all.map((keywords) => keywords.literals()).find((values) => values !== null);
        if (!literals) return this.#strings.asTerm(this.#strings.read(parts));
        const valid = this.#validity.kept(literals, parts);
        return terms.texts(valid.filter((value) => typeof value === 'string'));
      }),
    );
  }

  /** Registers all pairs of branches, with the owner's other keywords. `read` checks that no value fits a pair. */
  #checkOneOf(owner: SchemaObject, branches: readonly Schema[]): void {
    if (this.#oneOfs.has(owner)) return;
    this.#oneOfs.add(owner);
    const { oneOf: _, anyOf: __, ...own } = owner;
    this.#document.adopt(own, owner);
    for (let i = 0; i < branches.length; i++) {
      for (let j = 0; j < i; j++) this.#overlaps.push(this.#entry([branches[i], branches[j], own]));
    }
  }
}

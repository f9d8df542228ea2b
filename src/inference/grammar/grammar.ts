import type { Thoughts } from './thoughts.ts';

/**
 * An output constraint as plain data, which crosses to the grammar processes. JSON travels as text, so that no key of a
 * schema is ever a key of ours.
 */
export type Grammar =
  /** `schema` is the text of a JSON Schema. Properties come in the schema's order, others after them. */
  | { kind: 'json_schema'; schema: string; options: JsonOptions }
  /** Any JSON object. */
  | { kind: 'json_object'; options: JsonOptions }
  /** The whole answer matches the pattern (ECMAScript's syntax, Unicode mode). */
  | { kind: 'regex'; pattern: string }
  /** The answer is one of the strings. */
  | { kind: 'choice'; choices: string[] }
  /** EBNF with the start rule `root`, or Lark with the start rule `start`. */
  | { kind: 'rules'; text: string }
  /** `format` is the text of a `TagFormat`. */
  | { kind: 'structural_tag'; format: string; options: JsonOptions }
  /** The answer fits one of them; but what begins with a text that fits `claim` is the first one's alone. */
  | { kind: 'either'; ways: Grammar[]; claim?: Grammar }
  /** Thoughts, whose marks the model spells, and then what fits `grammar`; that alone unless they have `begun`. */
  | { kind: 'after_thoughts'; begun: boolean; grammar: Grammar }
  /** Messages in channels: thoughts if any, then what fits `grammar`, with the header of channel `name` before it. */
  | { kind: 'channel'; name: 'final' | null; grammar: Grammar };

export interface JsonOptions {
  /**
   * Whitespace between the tokens of JSON: a line end and 32 blanks at most, none, or what a regular expression allows.
   */
  whitespace: 'any' | 'none' | { pattern: string };
  /** The same around the marks of an XML style; that of JSON where absent. */
  tagWhitespace?: JsonOptions['whitespace'];
  /** What `additionalProperties` means in objects that list properties and say nothing about others. */
  additionalProperties: boolean;
  /** Whether properties may come in any order, not the schema's. */
  anyOrder?: boolean;
  /** What strings and names may not have in them as they are spelled: see `ExcludedTexts`. */
  excludes?: readonly string[];
}

export const ANY_JSON: JsonOptions = { whitespace: 'any', additionalProperties: true };

/** The tokens that end an answer: the model's own and the request's. */
export interface AnswerEnds {
  /** They may come wherever the grammar may end. */
  endIds: number[];
  /** They may come only where nothing else may; none where absent. */
  lastIds?: number[];
}

/** A grammar and the part of an answer that it constrains. */
export interface GrammarConstraint extends AnswerEnds {
  grammar: Grammar;
  /** What the request asks for as well and this answer cannot come to: it has to compile, and constrains nothing. */
  beside?: Grammar;
  /**
   * Where the model thinks before it answers: free text without an end of the answer, after which the grammar begins.
   * Null: the grammar constrains the first token already.
   */
  thoughts: Thoughts | null;
  /** Special tokens that may stand for their text; all others are no part of any grammar. None where absent. */
  markers?: number[];
}

/** A token by its id, or, as requests have it, by its name in the vocabulary. */
export type TagToken = number | string;

/** One of a tool's calls, or what else has a fixed beginning and end. */
export interface Tag {
  type?: 'tag';
  begin: string | { type: 'token'; token: TagToken };
  content: TagFormat;
  end: string | string[] | { type: 'token'; token: TagToken };
}

/** A structural tag's `format`, as XGrammar names its parts. */
export type TagFormat =
  | { type: 'const_string'; value: string }
  /** `json_schema` true is any JSON value. */
  | {
      type: 'json_schema';
      json_schema: object | boolean;
      style?: string;
      max_whitespace_cnt?: number;
      /** A regular expression of the whitespace around the marks of an XML style (not XGrammar's). */
      tag_whitespace?: string;
      any_order?: boolean;
      excludes?: string[];
    }
  | { type: 'qwen_xml_parameter'; json_schema: object | boolean }
  /**
   * Free text with none of `excludes` in it, nor anything that matches `excludes_pattern` (not XGrammar's); inside a
   * tag also without the tag's end.
   */
  | { type: 'any_text'; excludes?: string[]; excludes_pattern?: string; max_chars?: number; max_tokens?: number }
  | { type: 'token'; token: TagToken }
  /** One token, or any number of them, but none of these and no special one. */
  | { type: 'exclude_token'; exclude_tokens?: TagToken[] }
  | { type: 'any_tokens'; exclude_tokens?: TagToken[]; max_tokens?: number }
  | { type: 'regex'; pattern: string }
  | { type: 'grammar'; grammar: string }
  | { type: 'sequence'; elements: TagFormat[] }
  | { type: 'or'; elements: TagFormat[] }
  | { type: 'optional' | 'plus' | 'star'; content: TagFormat }
  /** `max` -1: any number of times. */
  | { type: 'repeat'; content: TagFormat; min: number; max: number }
  | (Tag & { type: 'tag' })
  /** Free text; where one of `triggers` comes, a tag that begins with it must follow. */
  | {
      type: 'triggered_tags';
      triggers: string[];
      tags: Tag[];
      at_least_one?: boolean;
      stop_after_first?: boolean;
      excludes?: string[];
    }
  | {
      type: 'token_triggered_tags';
      trigger_tokens: TagToken[];
      tags: Tag[];
      at_least_one?: boolean;
      stop_after_first?: boolean;
      exclude_tokens?: TagToken[];
    }
  /** Free text; where a pattern comes, its format must follow. Without `loop` (true) all ends there. */
  | { type: 'dispatch'; rules: [pattern: string, format: TagFormat][]; loop?: boolean; excludes?: string[] }
  | {
      type: 'token_dispatch';
      rules: [token: TagToken, format: TagFormat][];
      loop?: boolean;
      exclude_tokens?: TagToken[];
    }
  | { type: 'tags_with_separator'; tags: Tag[]; separator: string; at_least_one?: boolean; stop_after_first?: boolean };

/** The grammar of a JSON Schema. */
export function jsonSchemaGrammar(schema: object | boolean, options: JsonOptions = ANY_JSON): Grammar {
  return { kind: 'json_schema', schema: JSON.stringify(schema), options };
}

/** Text around JSON, as the calls of tools have it. */
export function tagGrammar(format: TagFormat, options: JsonOptions = ANY_JSON): Grammar {
  return { kind: 'structural_tag', format: JSON.stringify(format), options };
}

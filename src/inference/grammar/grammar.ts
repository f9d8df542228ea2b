import type { ReasoningMarkers } from './reasoning.ts';

/**
 * Output constraint as plain data that is sent to the grammar processes. JSON is sent as text, so that the keys of a
 * schema cannot collide with the fields of this type.
 */
export type Grammar =
  /** `schema` is the text of a JSON Schema. Listed properties come first, in the schema's order. */
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
  /** The answer matches one of `ways`. If a prefix of it matches `claim`, it must match the first of them. */
  | { kind: 'either'; ways: Grammar[]; claim?: Grammar }
  /** Reasoning with spelled-out marks, then `grammar`. It is optional unless it has `begun` in the prompt. */
  | { kind: 'after_thoughts'; begun: boolean; grammar: Grammar }
  /** Harmony messages: optional reasoning, then the header of channel `name` (none for null), then `grammar`. */
  | { kind: 'channel'; name: 'final' | null; grammar: Grammar };

export interface JsonOptions {
  /**
   * Whitespace between the tokens of JSON. 'any': at most one line end and then 32 blanks. A pattern: a regular
   * expression that the whitespace must match.
   */
  whitespace: 'any' | 'none' | { pattern: string };
  /** Whitespace around the tags of an XML style. Defaults to `whitespace`. */
  tagWhitespace?: JsonOptions['whitespace'];
  /** Default of `additionalProperties` for object schemas that list properties but omit the keyword. */
  additionalProperties: boolean;
  /** Allows properties in any order, not only in the schema's. */
  anyOrder?: boolean;
  /** Substrings that no string and no property name may contain as spelled in JSON: see `ExcludedTexts`. */
  excludes?: readonly string[];
}

export const ANY_JSON: JsonOptions = { whitespace: 'any', additionalProperties: true };

/** Stop tokens of an answer: the model's and the request's. */
export interface AnswerEnds {
  /** Stop tokens that are allowed whenever the grammar may end. */
  endIds: number[];
  /** Stop tokens that are allowed only if the grammar is at its end and allows no other token. Empty if absent. */
  lastIds?: number[];
}

/** Grammar together with the part of the answer that it constrains. */
export interface GrammarConstraint extends AnswerEnds {
  grammar: Grammar;
  /** Second grammar of the request, for an output that cannot occur here. It must compile, but constrains nothing. */
  beside?: Grammar;
  /**
   * Set for a model that reasons before it answers. The reasoning is free text without stop tokens; the grammar begins
   * after it. Null if the grammar constrains the output from its first token.
   */
  thoughts: ReasoningMarkers | null;
  /** Special tokens that may match their text. Other special tokens match no text. Empty if absent. */
  markers?: number[];
}

/** Token id, or, in requests, the token's string in the vocabulary. */
export type TagToken = number | string;

/** Content between a fixed begin and end, such as a tool call. */
export interface Tag {
  type?: 'tag';
  begin: string | { type: 'token'; token: TagToken };
  content: TagFormat;
  end: string | string[] | { type: 'token'; token: TagToken };
}

/** The `format` of a structural tag, with XGrammar's field names. */
export type TagFormat =
  | { type: 'const_string'; value: string }
  /** `json_schema` may be a boolean schema: true allows any JSON value. */
  | {
      type: 'json_schema';
      json_schema: object | boolean;
      style?: string;
      max_whitespace_cnt?: number;
      /** Regular expression for the whitespace around the tags of an XML style (an extension to XGrammar). */
      tag_whitespace?: string;
      any_order?: boolean;
      excludes?: string[];
    }
  | { type: 'qwen_xml_parameter'; json_schema: object | boolean }
  /**
   * Free text that contains none of `excludes` and no match of `excludes_pattern` (an extension to XGrammar). Inside a
   * tag it also excludes the tag's end.
   */
  | { type: 'any_text'; excludes?: string[]; excludes_pattern?: string; max_chars?: number; max_tokens?: number }
  | { type: 'token'; token: TagToken }
  /** One token (`exclude_token`) or any number (`any_tokens`), except the listed ones and special tokens. */
  | { type: 'exclude_token'; exclude_tokens?: TagToken[] }
  | { type: 'any_tokens'; exclude_tokens?: TagToken[]; max_tokens?: number }
  | { type: 'regex'; pattern: string }
  | { type: 'grammar'; grammar: string }
  | { type: 'sequence'; elements: TagFormat[] }
  | { type: 'or'; elements: TagFormat[] }
  | { type: 'optional' | 'plus' | 'star'; content: TagFormat }
  /** `max` -1 means unbounded. */
  | { type: 'repeat'; content: TagFormat; min: number; max: number }
  | (Tag & { type: 'tag' })
  /** Free text. Once it contains one of `triggers`, a tag that begins with this trigger must follow. */
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
  /** Free text. After a pattern its format must follow. If `loop` (default true) is false, the text ends there. */
  | { type: 'dispatch'; rules: [pattern: string, format: TagFormat][]; loop?: boolean; excludes?: string[] }
  | {
      type: 'token_dispatch';
      rules: [token: TagToken, format: TagFormat][];
      loop?: boolean;
      exclude_tokens?: TagToken[];
    }
  | { type: 'tags_with_separator'; tags: Tag[]; separator: string; at_least_one?: boolean; stop_after_first?: boolean };

/** Returns the grammar of a JSON Schema. */
export function jsonSchemaGrammar(schema: object | boolean, options: JsonOptions = ANY_JSON): Grammar {
  return { kind: 'json_schema', schema: JSON.stringify(schema), options };
}

/** Returns the grammar of a structural tag. */
export function tagGrammar(format: TagFormat, options: JsonOptions = ANY_JSON): Grammar {
  return { kind: 'structural_tag', format: JSON.stringify(format), options };
}

/** Syntax of argument values in tool calls that are neither JSON nor XML. */
export interface LiteralStyle {
  /** Separator between the name of an argument, which is unquoted, and its value. */
  assign: string;
  /** Delimiter of strings, which have no escapes. Null: single or double quotes, with JSON's escapes. */
  mark: string | null;
  /** Spellings of the constants, the usual one first. */
  words: { null: readonly string[]; true: readonly string[]; false: readonly string[] };
  /** Whether the names in nested objects are quoted strings; otherwise they are unquoted. */
  quotedNames: boolean;
  /** Whether white space is allowed around punctuation. */
  spaced: boolean;
}

export type LiteralStyleName = 'python' | 'functiongemma';

/** Python's literals, and the syntax of FunctionGemma's template (its `format_argument`). */
export const LITERAL_STYLES: Record<LiteralStyleName, LiteralStyle> = {
  python: {
    assign: '=',
    mark: null,
    words: { null: ['None', 'null'], true: ['True', 'true'], false: ['False', 'false'] },
    quotedNames: true,
    spaced: true,
  },
  functiongemma: {
    assign: ':',
    mark: '<escape>',
    words: { null: ['null'], true: ['true'], false: ['false'] },
    quotedNames: false,
    spaced: false,
  },
};

/** Returns whether a name can be written unquoted, without ambiguity about its end. */
export function isPlainName(name: string): boolean {
  return /^[^\s=:,(){}[\]<>"'|]+$/u.test(name);
}

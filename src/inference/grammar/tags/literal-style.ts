/** How a model's calls write the values of arguments where it is neither JSON nor XML. */
export interface LiteralStyle {
  /** Between the name of an argument, which stands as it is, and its value. */
  assign: string;
  /** What stands around strings, and in them as it is; null: single or double quotes, and escapes as in JSON. */
  mark: string | null;
  /** How the constants are spelled, the usual way first. */
  words: { null: readonly string[]; true: readonly string[]; false: readonly string[] };
  /** Whether the names in inner objects are strings, or stand as they are, too. */
  quotedNames: boolean;
  /** Whether there may be white space between the marks. */
  spaced: boolean;
}

export type LiteralStyleName = 'python' | 'functiongemma';

/** Python's literals, and what FunctionGemma's template writes (its `format_argument`). */
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

/** Whether a name can stand as it is, told from all that may follow it. */
export function isPlainName(name: string): boolean {
  return /^[^\s=:,(){}[\]<>"'|]+$/u.test(name);
}

import type { MacroKeywordDefinition } from 'ajv';

/**
 * The contract's `x-rules` keyword: additional schemas that an object must satisfy. Their errors are reported after
 * those of the fields, since rules between fields only matter once each field is valid.
 */
export const rulesKeyword: MacroKeywordDefinition = {
  keyword: 'x-rules',
  type: 'object',
  schemaType: 'array',
  macro: (rules: readonly object[]) => ({ allOf: rules }),
};

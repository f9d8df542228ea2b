import type { MacroKeywordDefinition } from 'ajv';

/**
 * `x-rules` of the contract: schemas that an object fits besides its own. Its faults are told after those of its
 * fields, each of which has to be right before rules between them mean something.
 */
export const rulesKeyword: MacroKeywordDefinition = {
  keyword: 'x-rules',
  type: 'object',
  schemaType: 'array',
  macro: (rules: readonly object[]) => ({ allOf: rules }),
};

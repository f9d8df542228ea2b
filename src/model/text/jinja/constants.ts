/** Names that are values, in both of Jinja's spellings. */
export const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

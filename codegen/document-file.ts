import type { Contract } from './contract.ts';
import { banner } from './text.ts';

/** Returns `document.ts`: the contract itself with its `$ref`s, so that the server need not parse YAML to start. */
export function documentFile(contract: Contract): string {
  return `${banner}
import type { Document } from 'openapi-backend';

const contract: unknown = ${JSON.stringify(contract.document, null, 2)};

export const document = contract as Document;
`;
}

import type { Contract } from './contract.ts';
import { banner } from './text.ts';

/** `document.ts`: the contract itself, `$ref`s kept, so that the server need not read YAML to start. */
export function documentFile(contract: Contract): string {
  return `${banner}
import type { Document } from 'openapi-backend';

const contract: unknown = ${JSON.stringify(contract.document, null, 2)};

export const document = contract as Document;
`;
}

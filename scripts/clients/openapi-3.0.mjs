/**
 * The contract as OpenAPI 3.0.3, for tools that read no later version. OpenAPI 3.0 cannot describe the content of a
 * text stream, so a stream is described by the JSON of its events.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contract, documentForCode } from '../../codegen/contract.ts';
import { openapi30 } from '../../codegen/openapi-3.0.ts';
import { rootFolder } from '../root-folder.mjs';

/** Generated file, relative to the root of the repository. */
export const generatedPath = 'clients/openapi-3.0.json';

/** Writes the document to the file `target`. */
export async function generate(target = join(rootFolder, generatedPath)) {
  const { document } = Contract.read(join(rootFolder, 'openapi.yaml'));
  writeFileSync(target, `${JSON.stringify(openapi30(documentForCode(document)), null, 2)}\n`);
}

/** Turns openapi.yaml and kernels/ into src/generated and cli/generated. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandFile } from './command-file.ts';
import { Contract, documentForCode } from './contract.ts';
import { documentFile } from './document-file.ts';
import { handlersFile } from './handlers-file.ts';
import { kernelsFile } from './kernels-file.ts';
import { limitsFile } from './limits-file.ts';
import { operationsFile } from './operations-file.ts';
import { requestFieldsFile } from './request-fields-file.ts';
import { stubsFile } from './stubs-file.ts';
import { writeTypes } from './types-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes every file generated from `specFile` and the kernels into `folder`. The same input yields the same bytes. */
export async function generate(specFile: string, folder: string): Promise<void> {
  const written = Contract.read(specFile);
  const contract = new Contract(documentForCode(written.document));
  const files = {
    'document.ts': documentFile(written),
    'handlers.ts': handlersFile(contract),
    'kernels.ts': kernelsFile(join(root, 'kernels')),
    'limits.ts': limitsFile(contract),
    'operations.ts': operationsFile(contract),
    'request-fields.ts': requestFieldsFile(contract),
    'stubs.ts': stubsFile(contract),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await writeTypes(contract.document, folder);
}

/** Writes the operations for the command line. */
export function generateCommands(specFile: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const contract = new Contract(documentForCode(Contract.read(specFile).document));
  writeFileSync(join(folder, 'operations.ts'), commandFile(contract));
}

if (import.meta.main) {
  const specFile = join(root, 'openapi.yaml');
  await generate(specFile, join(root, 'src/generated'));
  generateCommands(specFile, join(root, 'cli/generated'));
}

// npm run clients: generates the clients of all four languages from openapi.yaml, or only those named:
// npm run clients -- python go
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientModules } from './clients/all.mjs';
import { clientVersion } from './clients/contract.mjs';
import * as openapi30 from './clients/openapi-3.0.mjs';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

const known = clientModules.map(({ language }) => language);

try {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new SetupError(`no client for ${unknown.join(', ')}; there is ${known.join(', ')}`);
  const wanted = clientModules.filter(({ language }) => named.length === 0 || named.includes(language));
  await openapi30.generate();
  console.log(`${'OpenAPI'.padEnd(10)} ${openapi30.generatedPath}`);
  for (const client of wanted) await make(client);
} catch (error) {
  console.error(error instanceof SetupError ? `daybreak: ${error.message}` : error);
  process.exitCode = 1;
}

async function make(client) {
  const lacking = await client.missing();
  if (lacking !== null) return console.log(`${client.language.padEnd(10)} skipped: it needs ${lacking}`);
  await client.generate(join(rootFolder, client.generatedPath));
  for (const line of client.versionLines) await setVersion(line);
  console.log(`${client.language.padEnd(10)} ${client.generatedPath}`);
}

async function setVersion({ file, pattern }) {
  const path = join(rootFolder, file);
  const text = await readFile(path, 'utf8');
  if (!pattern.test(text)) throw new SetupError(`${file} has no line ${pattern}`);
  await writeFile(
    path,
    text.replace(pattern, (line, version) => line.replace(version, clientVersion())),
  );
}

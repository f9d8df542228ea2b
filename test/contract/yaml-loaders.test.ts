import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentFor, factsOf, titled } from '../art/python-programs.ts';

const contract = join(import.meta.dirname, '../../openapi.yaml');

/** Environment with a pinned PyYAML, the YAML 1.1 loader of most Python tools. */
const environment = await environmentFor({
  name: 'schemathesis',
  requirements: 'scripts/schemathesis/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

test.skipIf(environment.missing !== '')(
  titled('PyYAML reads the contract, and the same out of it as a loader of YAML 1.2', environment),
  async () => {
    const program = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1], encoding="utf-8"))))';
    const read = await factsOf<unknown>(environment.python, ['-c', program, contract], { env: {} });
    expect(read).toEqual(parse(readFileSync(contract, 'utf8')));
  },
);

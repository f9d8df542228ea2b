import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An entry of scripts/schemathesis/loosenings.yaml, which says what its fields are. */
export interface Loosening {
  operations: string[];
  message: string;
  reason: string;
  /** `json` is a body that YAML cannot hold. */
  example: { query?: string; body?: Record<string, unknown>; json?: string };
}

const file = join(import.meta.dirname, '../../scripts/schemathesis/loosenings.yaml');

export const loosenings: Loosening[] = parse(readFileSync(file, 'utf8'));

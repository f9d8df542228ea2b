import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type FormRefusals, formBody } from './form-bodies.ts';

/** Request that a test sends to see a refusal; `json` is a body that YAML cannot represent. */
export interface Example {
  query?: string;
  body?: Record<string, unknown>;
  json?: string;
}

/** A refusal of data that is valid under the schema; scripts/schemathesis/loosenings.yaml documents its fields. */
export interface Loosening {
  operations: string[];
  message: string;
  reason: string;
  /** Example request; absent if the refusal depends on the machine, or if another field shows it. */
  example?: Example;
}

/** An entry for refusals whose messages are in form-refusals.yaml. */
interface FormEntry {
  operations: string[];
  field: string;
  forms: string[];
}

/** Pattern of the place in a form, which precedes the message. */
const PLACE = '(at #.*?: |format[^ ]*: )*';

const folder = join(import.meta.dirname, '../../scripts/schemathesis');
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'));
const entries: (Loosening | FormEntry)[] = read('loosenings.yaml');
const forms: FormRefusals[] = read('form-refusals.yaml');

/** Malformed schemas, which the contract refuses unless a reference leads to them. */
export const malformedSchemas = formsOf('shape');
/** Malformed structural tags, which the contract refuses unless they are strings. */
export const malformedTags = formsOf('part');

function formsOf(named: string) {
  return forms.flatMap(({ language, refusals }) => (language === named ? refusals.map(({ form }) => form) : []));
}

export const loosenings: Loosening[] = entries.flatMap((entry) => {
  if ('message' in entry) return entry;
  const { field, operations } = entry;
  const listed = forms.filter(({ language }) => entry.forms.includes(language));
  return listed.flatMap(({ language, reason, refusals }) =>
    refusals.map(({ says, form }) => ({
      operations,
      message: `${field.replaceAll('.', String.raw`\.`)}: ${PLACE}(${says})`,
      reason,
      example: form === undefined ? undefined : formBody(field, language, form),
    })),
  );
});

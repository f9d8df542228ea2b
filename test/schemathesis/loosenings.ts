import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type FormRefusals, formBody } from './form-bodies.ts';

/** What a test sends to see a refusal; `json` is a body that YAML cannot hold. */
export interface Example {
  query?: string;
  body?: Record<string, unknown>;
  json?: string;
}

/** A refusal of data that fits the schema; scripts/schemathesis/loosenings.yaml says what its fields are. */
export interface Loosening {
  operations: string[];
  message: string;
  reason: string;
  /** Absent of forms whose refusal depends on the machine, or that another field shows. */
  example?: Example;
}

/** An entry for refusals that have their messages in form-refusals.yaml. */
interface FormEntry {
  operations: string[];
  field: string;
  forms: string[];
}

/** Where in a form it is, before what is wrong with it. */
const PLACE = '(at #.*?: |format[^ ]*: )*';

const folder = join(import.meta.dirname, '../../scripts/schemathesis');
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'));
const entries: (Loosening | FormEntry)[] = read('loosenings.yaml');
const forms: FormRefusals[] = read('form-refusals.yaml');

/** Schemas that are malformed, which the contract rules out where no reference leads to them. */
export const malformedSchemas = formsOf('shape');
/** Structural tags that are malformed, which the contract rules out where they are no texts. */
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

import { flagOf } from './fields.ts';
import { takesModel } from './names.ts';
import type { Field, Operation } from './operation.ts';
import { positional } from './options.ts';

/** Returns the examples of the contract, else one built from the examples of the required fields. */
export function examplesOf({ command, examples, fields, body, answer, method }: Operation): readonly string[] {
  if (examples !== undefined) return examples;
  const words = positional(fields).map((field) => shown(takesModel(field) ? 'my-agent' : exampleOf(field)));
  const flags = fields
    .filter(({ required, position, type }) => required && position === undefined && type !== 'json')
    .map((field) => `${flagOf(field)} ${shown(takesModel(field) ? 'my-agent' : exampleOf(field))}`);
  const needsBody = body === 'bytes' || fields.some(({ required, type }) => required && type === 'json');
  const rest = [
    ...(needsBody ? ['--body @request.json'] : []),
    ...(answer === 'bytes' ? ['--output file'] : []),
    ...(method === 'DELETE' ? ['--yes'] : []),
  ];
  return [[command, ...words, ...flags, ...rest].join(' ')];
}

function exampleOf({ example, type, name, enum: values, default: usual, minimum }: Field): unknown {
  if (example !== undefined) return example;
  if (values !== undefined) return values[0];
  if (usual !== undefined) return usual;
  if (type === 'integer' || type === 'integers' || type === 'number') return Math.max(1, minimum ?? 1);
  return name === 'base_model' ? 'HuggingFaceTB/SmolLM2-135M-Instruct' : `my-${name.split('_').at(-1)}`;
}

function shown(value: unknown): string {
  const text = String(value);
  return /^[\w./:=@,-]+$/.test(text) ? text : `'${text}'`;
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { rulesKeyword } from '../../src/api/contract/rules-keyword.ts';
import { document } from '../../src/generated/document.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
formats.default(ajv);
ajv.addKeyword(rulesKeyword);
// Keywords of OpenAPI that JSON Schema does not know.
ajv.addVocabulary([...Object.keys(document), 'discriminator', 'example']);
ajv.addSchema(document, 'contract');

/** Returns the validator of the schema at a JSON pointer into the contract. */
export function validatorAt(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `contract#${encodeURI(pointer)}` });
}

/** Returns the validator of a schema by its name. */
export function validatorOf(schema: string): ValidateFunction {
  return validatorAt(`/components/schemas/${schema}`);
}

/** Returns the validator of an operation's JSON body, whose schema the contract has inline or by reference. */
export function bodyValidator(method: string, path: string): ValidateFunction {
  const paths = document.paths as unknown as Record<string, Record<string, { requestBody: { $ref?: string } }>>;
  const named = paths[path]![method]!.requestBody.$ref?.slice(1);
  const place = named ?? `/paths/${path.replaceAll('/', '~1')}/${method}/requestBody`;
  return validatorAt(`${place}/content/application~1json/schema`);
}

/** Returns the validation errors of a value, one line each; empty if it is valid. */
export function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

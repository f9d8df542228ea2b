import { RequestError } from './request-error.ts';

interface FieldWithoutEffect {
  allows: (value: unknown) => boolean;
  allowed: string;
}

const emptyObject: FieldWithoutEffect = {
  allows: (value) => isObject(value) && Object.keys(value).length === 0,
  allowed: 'an empty object',
};

/** Fields of which only the values that change nothing are served; null always is one of them. */
const WITHOUT_EFFECT: Record<string, FieldWithoutEffect> = {
  kv_transfer_params: emptyObject,
  mm_processor_kwargs: emptyObject,
};

/** Reasons that say more than "not supported yet". */
const REASONS: Record<string, string> = {
  kv_transfer_params: 'this server keeps no keys and values outside its own process',
  mm_processor_kwargs: 'the served models take text only',
};

/**
 * Throws a `RequestError` that names the first field with a value this server cannot honour. Null and the values that
 * change nothing pass.
 */
export function refuseUnservedFields(body: object): void {
  const values: Record<string, unknown> = { ...body };
  if (values.engine_xargs != null && values.vllm_xargs != null) {
    throw new RequestError('vllm_xargs', 'vllm_xargs and engine_xargs are one field; send only one of them');
  }
  for (const [field, { allows, allowed }] of Object.entries(WITHOUT_EFFECT)) {
    const value = values[field];
    if (value == null || allows(value)) continue;
    const reason = REASONS[field] ?? 'it is not supported yet';
    const also = allowed === 'null' ? '' : ` or send ${allowed}`;
    throw unserved(field, `${field}: this value cannot be honoured, as ${reason}; leave it out${also}`);
  }
}

function unserved(field: string, message: string): RequestError {
  return new RequestError(field, message, 'invalid_request_error', 'unsupported_value');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

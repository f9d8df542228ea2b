import { RequestError } from './request-error.ts';

/** Fields that are served only where they say nothing, null or an empty object, and why. */
const WITHOUT_EFFECT = {
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
  for (const [field, reason] of Object.entries(WITHOUT_EFFECT)) {
    const value = values[field];
    if (value == null || isEmptyObject(value)) continue;
    const message = `${field}: this value cannot be honoured, as ${reason}; leave it out or send an empty object`;
    throw new RequestError(field, message, 'invalid_request_error', 'unsupported_value');
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

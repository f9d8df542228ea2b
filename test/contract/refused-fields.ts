import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ApiError } from '../../src/api/errors/api-error.ts';
import { document } from '../../src/generated/document.ts';

const backend = await new ContractBackend(document, null).init();

/** Returns the fields of a POST's body that the contract's validator refuses; empty if it accepts the request. */
export function refusedFields(path: string, body: unknown): string[] {
  try {
    backend.check({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.issues ?? []).map(({ loc }) => loc.slice(1).join('.'));
  }
  return [];
}

const id = '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';

export function refusedOfRlJob(experimental_config: unknown): string[] {
  return refusedFields('/v1/preview/training-jobs', { model_id: id, trajectory_groups: [], experimental_config });
}

export function refusedOfSftJob(config: unknown): string[] {
  const training_data_url = 'https://h/x';
  return refusedFields('/v1/preview/sft-training-jobs', { model_id: id, training_data_url, config });
}

export function refusedOfChat(fields: object): string[] {
  return refusedFields('/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }], ...fields });
}

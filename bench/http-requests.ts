/** Key and model of the peer servers. */
export const peerKey = 'daybreak-bench-key-daybreak-bench-key-000';

export const peerModel = {
  id: '018f6d2e-7c1b-7a63-9c0a-1f2e3d4c5b6a',
  entity: 'bench',
  project: 'bench',
  name: 'bench',
  base_model: 'toy',
  run_id: null,
  step: 0,
  created: '2026-01-01T00:00:00.000Z',
};

/** One trivial request, sent repeatedly. */
export interface HttpRequest {
  what: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** Returns a read of a model by id, and a request for it by name: a parameter and a body to validate. */
export function trivialRequests(modelId: string): HttpRequest[] {
  const { entity, project, name, base_model } = peerModel;
  return [
    { what: 'GET a model', method: 'GET', path: `/v1/preview/models/${modelId}` },
    {
      what: 'POST a model, 110-byte body',
      method: 'POST',
      path: '/v1/preview/models',
      body: JSON.stringify({ entity, project, name, base_model, return_existing: true }),
    },
  ];
}

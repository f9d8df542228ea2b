import { queryOptions, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { EngineStats, SystemCheck } from '../../generated/types.gen.ts';
import { request } from '../api/request.ts';
import { Loaded } from '../shell/parts.tsx';
import { bytes, whole } from '../text/format.ts';
import { useStats } from './stats.tsx';

/** The server's limits, by model and by operation. */
export function Limits({ check }: { check: SystemCheck }) {
  const stats = useStats();
  return (
    <section>
      <h2>Limits</h2>
      <ModelLimits check={check} engines={stats.data?.engines ?? []} />
      <BodyLimits context={Math.max(0, ...check.models.map(({ context_length: length }) => length))} />
      <p class="small soft">
        Those of each field stand in <a href="/docs">the API's reference</a>, those of the key below; a key over its own
        is told by an answer 429.
      </p>
    </section>
  );
}

const heads = ['Longest chat', 'Longest sequence trained on', 'Sequences at once', 'Adapters at once'];

function ModelLimits({ check, engines }: { check: SystemCheck; engines: readonly EngineStats[] }) {
  return (
    <div class="table-scroll">
      <table class="list">
        <caption class="small soft">Lengths are in tokens, of prompt and answer together</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            {heads.map((head) => (
              <th scope="col" class="right" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {check.models.map(({ id, context_length: context }) => {
            const workers = check.workers.flatMap(({ models }) => models.filter((model) => model.id === id));
            const values = [
              context,
              workers.length === 0 ? null : Math.max(...workers.map(({ training_length: length }) => length)),
              workers.length === 0 ? null : workers.reduce((sum, { places }) => sum + places, 0),
              engines.find(({ model }) => model === id)?.adapter_slots,
            ];
            return (
              <tr key={id}>
                <th scope="row">{id}</th>
                {values.map((value, place) => (
                  <td class="right" key={heads[place]}>
                    {whole(value)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface OperationLimits {
  summary: string;
  'x-alias-of'?: string;
  'x-body-limit-mib'?: number;
  'x-body-limit-of-context'?: { mib: number; 'bytes-per-token': number };
}

/** The part of the contract that is read here. */
interface Contract {
  paths: Record<string, Record<string, OperationLimits>>;
}

const contractOptions = queryOptions({
  queryKey: [{ _id: 'getContract' }],
  queryFn: async ({ signal }) => (await request('/v1/openapi.json', { signal })).json() as Promise<Contract>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Limits of request bodies. The contract is large, so it is fetched only when this is opened. */
function BodyLimits({ context }: { context: number }) {
  const [isOpen, open] = useState(false);
  const contract = useQuery({ ...contractOptions, enabled: isOpen });
  return (
    <details class="inline" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>The largest request of each operation</summary>
      {isOpen && (
        <Loaded of={contract} what="The contract">
          {(document) => (
            <dl class="facts">
              {bodyLimits(document, context).map(([summary, limit]) => (
                <div class="fact" key={summary}>
                  <dt>{summary}</dt>
                  <dd>{limit}</dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
      )}
    </details>
  );
}

/** Returns the operations with a body and their largest size, which for chats depends on the longest context. */
function bodyLimits({ paths }: Contract, context: number): [summary: string, limit: string][] {
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  return all.flatMap((operation): [string, string][] => {
    const limit = operation['x-body-limit-mib'];
    if (limit === undefined || operation['x-alias-of'] !== undefined) return [];
    const { mib, 'bytes-per-token': perToken } = operation['x-body-limit-of-context'] ?? {
      mib: limit,
      'bytes-per-token': 0,
    };
    return [[operation.summary, bytes(Math.min(limit * 2 ** 20, mib * 2 ** 20 + perToken * context))]];
  });
}

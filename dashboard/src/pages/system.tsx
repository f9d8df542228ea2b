import { useQuery } from '@tanstack/preact-query';
import { getHealthOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { SystemCheck } from '../../generated/types.gen.ts';
import { systemCheck } from '../api/system-check.ts';
import { Fact, Head, Loaded, usePageTitle } from '../shell/parts.tsx';
import { bytes, duration, whole } from '../text/format.ts';
import { Limits } from './limits.tsx';
import { Stats } from './stats.tsx';
import { Yours } from './yours.tsx';

export function SystemPage() {
  usePageTitle('System');
  const health = useQuery(getHealthOptions());
  const check = useQuery(systemCheck());
  return (
    <>
      <Head title="System">
        <button type="button" disabled={check.isFetching} onClick={() => void check.refetch()}>
          {check.isFetching ? 'Checking …' : 'Check again'}
        </button>
      </Head>
      <Loaded of={health} what="Health">
        {({ version }) => (
          <p class="facts-line">
            <span class="soft">version</span> {version}
          </p>
        )}
      </Loaded>
      <Loaded of={check} what="The checks">
        {(parts) => (
          <>
            <Checks check={parts} />
            <Device check={parts} />
          </>
        )}
      </Loaded>
      <Stats />
      {check.data && <ServedModels check={check.data} />}
      {check.data && <Limits check={check.data} />}
      <Yours />
    </>
  );
}

function Checks({ check }: { check: SystemCheck }) {
  const parts = [
    ['API', check.api],
    ['Database', check.database],
    ['CPU queue', check.cpu_queue],
    ['GPU queue', check.gpu_queue],
  ] as const;
  return (
    <ul class="cards">
      {parts.map(([name, { success, duration: seconds, errors }]) => (
        <li key={name} class="card">
          <div class="card-line">
            <span class={`status tone-${success ? 'good' : 'bad'}`}>
              <span aria-hidden="true">{success ? '✓' : '✕'}</span> {name}
            </span>
            <span class="push soft">{duration(seconds)}</span>
          </div>
          {errors.map((error) => (
            <p key={error} class="small">
              {error}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

const sources = {
  machine: "the machine's, which the device shares",
  driver: 'as the driver tells it',
  assumed: 'assumed, since the driver does not tell',
  operator: 'as the operator set it',
} as const;

function Device({ check: { device, training, gpu_queue: queue } }: { check: SystemCheck }) {
  if (device === null && queue.success) return <p class="note">The workers of the cluster compute for this server.</p>;
  if (device === null) return <p class="note bad">The compute process is down.</p>;
  return (
    <section>
      <h2>Device</h2>
      <dl class="facts">
        <Fact label="Adapter">{device.adapter}</Fact>
        <Fact label="Vendor">{device.vendor}</Fact>
        <Fact label="Backend">{device.backend}</Fact>
        <Fact label="Driver">{device.fallback ? 'software' : 'hardware'}</Fact>
        <Fact label="Memory" title={sources[device.memory_source]}>
          {bytes(device.memory_bytes)}
        </Fact>
        {training && (
          <>
            <Fact label="Room to train" title={sources[training.source]}>
              {bytes(training.room_bytes)}
            </Fact>
            <Fact label="Jobs side by side">{training.jobs}</Fact>
            <Fact label="A job may take">{bytes(training.job_bytes)}</Fact>
          </>
        )}
      </dl>
      <details class="inline">
        <summary>{device.features.length} features</summary>
        <p class="mono small">{device.features.join(', ')}</p>
      </details>
    </section>
  );
}

/** Returns the stored type of weights, and the type kept on the device if it differs. */
function storedAs({ stored, kept }: SystemCheck['models'][number]['weights'][number]): string {
  return stored.startsWith(kept) ? stored : `${stored} (kept as ${kept})`;
}

function ServedModels({ check: { models } }: { check: SystemCheck }) {
  return (
    <section>
      <h2>Base models</h2>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Model</th>
              {['Parameters', 'Weights', 'Adapters', 'Cache', 'Cache tokens', 'Context', 'At once', 'Row to train'].map(
                (name) => (
                  <th scope="col" class="right" key={name}>
                    {name}
                  </th>
                ),
              )}
              <th scope="col">Cached as</th>
              <th scope="col">Precision</th>
              <th scope="col">Stored as</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={model.id}>
                <th scope="row">{model.id}</th>
                <td class="right">{whole(model.parameters)}</td>
                <td class="right">{bytes(model.weight_bytes)}</td>
                <td class="right">{bytes(model.adapter_bytes)}</td>
                <td class="right">{bytes(model.cache_bytes)}</td>
                <td class="right">{whole(model.cache_tokens)}</td>
                <td class="right">
                  {whole(model.context_length)}
                  {model.context_length < model.max_position_embeddings && (
                    <span class="soft"> of {whole(model.max_position_embeddings)}</span>
                  )}
                </td>
                <td class="right">{whole(model.full_sequences)}</td>
                <td class="right">{whole(model.training_tokens)}</td>
                <td>{model.cache_type}</td>
                <td>{model.precision}</td>
                <td>{model.weights.map(storedAs).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

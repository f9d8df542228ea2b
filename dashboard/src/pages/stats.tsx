import { useQuery } from '@tanstack/preact-query';
import { getStatsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { DiskSpace, EngineStats, Stats as Figures } from '../../generated/types.gen.ts';
import { Fact, Loaded } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';
import { bytes, duration, number, percent, whole } from '../text/format.ts';

export function useStats() {
  return useQuery({ ...getStatsOptions(), refetchInterval: 5_000 });
}

const sumOf = (engines: readonly EngineStats[], name: 'running' | 'waiting' | 'cache_tokens' | 'cache_tokens_used') =>
  engines.reduce((sum, engine) => sum + engine[name], 0);

/** Waiting and running work, in a line. */
export function QueueFacts({ stats: { engines, jobs, disk, requests } }: { stats: Figures }) {
  const speeds = engines.flatMap((engine) => engine.tokens_per_second ?? []);
  const used = sumOf(engines, 'cache_tokens_used') / Math.max(1, sumOf(engines, 'cache_tokens'));
  return (
    <dl class="facts">
      <Fact label="Jobs" title="Training jobs of all owners">
        {jobs.running} running{jobs.queued > 0 && `, ${jobs.queued} waiting`}
      </Fact>
      <Fact label="Chats" title="Requests whose answers have not ended">
        {requests}
        {sumOf(engines, 'waiting') > 0 && `, ${sumOf(engines, 'waiting')} sequences wait`}
      </Fact>
      <Fact label="Speed" title="Tokens of prompts and answers a second, of late">
        {speeds.length === 0 ? '–' : `${number(speeds.reduce((sum, speed) => sum + speed, 0))} tok/s`}
      </Fact>
      <Fact label="KV cache" title="Held by sequences that are being computed">
        <Meter share={used} label="KV cache in use" /> {percent(used)}
      </Fact>
      <Fact label="Disk" title={`${percent(usedOf(disk))} are in use`}>
        <Meter share={usedOf(disk)} label="Disk in use" /> {bytes(disk.free_bytes)} free of {bytes(disk.total_bytes)}
      </Fact>
    </dl>
  );
}

const usedOf = ({ free_bytes: free, total_bytes: total }: DiskSpace) => (total === 0 ? 0 : 1 - free / total);

/** Returns whether the disk is nearly full, so that training will soon stop. */
export function isLow({ free_bytes: free, total_bytes: total, reserve_bytes: reserve }: DiskSpace): boolean {
  return free < Math.max(2 * reserve, total * 0.05);
}

function Meter({ share, label }: { share: number; label: string }) {
  return <meter min={0} max={1} high={0.9} value={share} aria-label={`${label}: ${percent(share)}`} />;
}

/** All figures from the server. */
export function Stats() {
  const stats = useStats();
  return (
    <Loaded of={stats} what="Figures">
      {(figures) => (
        <>
          <section>
            <h2>Now</h2>
            <QueueFacts stats={figures} />
            <dl class="facts">
              <Fact label="Up">{duration(figures.uptime_seconds)}</Fact>
              <Fact label="Memory of the server" title="Models and training are in another process">
                {bytes(figures.memory_bytes)}
              </Fact>
              <Fact label="Kept free on disk">{bytes(figures.disk.reserve_bytes)}</Fact>
            </dl>
          </section>
          <Engines engines={figures.engines} />
          {figures.training_jobs.length > 0 && <TrainingMemory stats={figures} />}
        </>
      )}
    </Loaded>
  );
}

function Engines({ engines }: { engines: readonly EngineStats[] }) {
  return (
    <section>
      <h2>Engines</h2>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Model</th>
              {['Running', 'Waiting', 'Tokens/s', 'Tokens', 'KV cache', 'Prefix found', 'Preemptions', 'Adapters'].map(
                (name) => (
                  <th scope="col" class="right" key={name}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {engines.map((engine) => (
              <tr key={engine.model}>
                <th scope="row">{engine.model}</th>
                <td class="right">{whole(engine.running)}</td>
                <td class="right">{whole(engine.waiting)}</td>
                <td class="right">{number(engine.tokens_per_second)}</td>
                <td class="right">{whole(engine.tokens)}</td>
                <td class="right">{percent(engine.cache_tokens_used / Math.max(1, engine.cache_tokens))}</td>
                <td class="right">
                  {engine.prefix_tokens_asked === 0
                    ? '–'
                    : percent(engine.prefix_tokens_found / engine.prefix_tokens_asked)}
                </td>
                <td class="right">{whole(engine.preemptions)}</td>
                <td class="right">
                  {engine.adapters} <span class="soft">/ {engine.adapter_slots}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function TrainingMemory({ stats }: { stats: Figures }) {
  return (
    <section>
      <h2>Memory of jobs</h2>
      <ul class="plain">
        {stats.training_jobs.map(({ job_id: job, model, bytes: planned }) => (
          <li key={job ?? model}>
            {job === null ? 'a job of another owner' : <a href={href(['jobs', job])}>{job.slice(0, 8)}</a>}{' '}
            <span class="soft">on {model}</span> {bytes(planned)}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from '@tanstack/preact-query';
import type { Run } from '../../generated/types.gen.ts';
import { runSeriesOptions } from '../api/series.ts';
import { Fault } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';
import { Sparkline } from '../shell/sparkline.tsx';
import { findingsOf, rewards, type Tone, watched } from './findings.ts';

/** Key metrics of a run's health, with their meaning and advice. */
export function Health({ run }: { run: Run }) {
  const series = useQuery(runSeriesOptions(run.id, { metrics: watched, x: 'gradient_step', points: 200 }));
  const byJob = useQuery(runSeriesOptions(run.id, { metrics: rewards, x: 'step', points: 200 }));
  if (series.error && series.data === undefined)
    return <Fault error={series.error} what="The health line cannot be shown" />;
  if (series.data === undefined || byJob.isLoading) return <div class="health" aria-busy="true" />;
  const findings = findingsOf(series.data, byJob.data);
  if (findings.length === 0) return <p class="quiet-line">No gradient step yet; what to watch shows up here.</p>;
  return (
    <section class="health" aria-label="Health of the run">
      {findings.map((finding) => (
        <details key={finding.name} name="health" class={`tone-${finding.tone}`}>
          <summary>
            <span class="health-name">{finding.name}</span>
            <Sparkline values={finding.values} label={`${finding.name} over the run`} />
            <span class="health-verdict">
              <span aria-hidden="true">{marks[finding.tone]}</span> {finding.verdict}{' '}
              <span class="health-why">why?</span>
            </span>
          </summary>
          <p>{finding.means}</p>
          <p>
            <b>{finding.tone === 'good' ? 'If it turns:' : 'What to do:'}</b> {finding.todo}
          </p>
          {finding.leads && (
            <p>
              <a href={href(['runs', run.id], { tab: 'trajectories', ...finding.leads[0] })}>{finding.leads[1]}</a>
            </p>
          )}
        </details>
      ))}
    </section>
  );
}

const marks: Record<Tone, string> = { good: '✓', warn: '!', bad: '✕', soft: '·' };

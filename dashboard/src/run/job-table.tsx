import type { TrainingJob } from '../../generated/types.gen.ts';
import { knownNow } from '../api/reach.ts';
import { Ago, Status } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';
import { useFirstRows } from '../shell/rows.tsx';
import { duration, number, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

interface Props {
  jobs: readonly TrainingJob[];
  /** Returns a model's name by id, if the table has jobs of several models. */
  nameOf?: (model: string) => string;
}

export function JobTable({ jobs, nameOf }: Props) {
  const [rows, more] = useFirstRows(jobs);
  if (jobs.length === 0) return <p class="quiet-line">No job here.</p>;
  const hasErrors = jobs.some((job) => job.error_message !== null);
  return (
    <>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Job</th>
              {nameOf && <th scope="col">Model</th>}
              <th scope="col">State</th>
              <th scope="col">Kind</th>
              <th scope="col" class="right">
                Gradient steps
              </th>
              <th scope="col" class="right">
                Checkpoint
              </th>
              <th scope="col" class="right">
                Took
              </th>
              <th scope="col">Created</th>
              {hasErrors && <th scope="col">Why it ended</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((job) => (
              <tr key={job.id}>
                <th scope="row">
                  <a data-row class="mono" href={href(['jobs', job.id])}>
                    {job.id.slice(0, 8)}
                  </a>
                </th>
                {nameOf && <td>{nameOf(job.model_id)}</td>}
                <td>
                  <Status value={job.status} />
                </td>
                <td>{job.kind.toUpperCase()}</td>
                <td class="right">
                  {whole(job.steps_done)}
                  {job.total_steps !== null ? <span class="soft"> / {whole(job.total_steps)}</span> : null}
                </td>
                <td class="right">{number(job.step)}</td>
                <td class="right soft">{took(job)}</td>
                <td class="soft">
                  <Ago time={job.created} />
                </td>
                {hasErrors && <td class="cut">{job.error_message && <VisibleText text={job.error_message} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

export function took({ training_start: start, training_end: end }: TrainingJob): string {
  if (start === null) return '';
  return duration(((end === null ? knownNow() : Date.parse(end)) - Date.parse(start)) / 1000);
}

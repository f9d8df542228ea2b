import type { Model, Run, TrainingJob } from '../../generated/types.gen.ts';
import { VisibleText } from '../text/visible-text.tsx';

/** Everything that names a run or was set for its newest job, by name. */
export function configOf(run: Run, model: Model, jobs: readonly TrainingJob[]): [name: string, value: string][] {
  const newest = jobs.toSorted((a, b) => b.created.localeCompare(a.created))[0];
  const told = {
    project: model.project,
    name: run.name,
    base_model: model.base_model,
    jobs: jobs.length,
    ...(newest ? { 'newest job': newest.kind } : {}),
  };
  const set = Object.entries(newest?.config ?? {}).map(([name, value]) => [`config.${name}`, value] as const);
  return [...Object.entries(told), ...set].map(([name, value]) => [name, shown(value)]);
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export function RunConfig({ run, model, jobs }: { run: Run; model: Model; jobs: readonly TrainingJob[] }) {
  const ids = { run: run.id, model: model.id };
  return (
    <>
      <ConfigTable
        rows={[
          ...configOf(run, model, jobs),
          ...Object.entries(ids).map(([name, id]): [string, string] => [`${name} id`, id]),
        ]}
      />
      <p class="small soft">The configuration is that of the newest job; each job shows its own.</p>
    </>
  );
}

export function ConfigTable({ rows }: { rows: readonly (readonly [string, string])[] }) {
  if (rows.length === 0) return <p class="quiet-line">Nothing is set; everything has its default.</p>;
  return (
    <table class="pairs">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="mono">
              <VisibleText text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

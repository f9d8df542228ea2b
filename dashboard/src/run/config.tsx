import type { Model, Run, TrainingJob } from '../../generated/types.gen.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { configOf } from './config-of.ts';

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
      <p class="small soft">The configuration is that of the newest job that succeeded; each job shows its own.</p>
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

import { useQuery } from '@tanstack/preact-query';
import { listServedModelsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import { allCheckpoints, allModels } from '../api/lists.ts';
import { servedName, shortName } from '../run/served-name.ts';

interface Props {
  value: string;
  label: string;
  onChange: (served: string) => void;
}

/** Choice of a column's model: a base model, or a trained model at its newest step or an earlier one. */
export function ModelChoice({ value, label, onChange }: Props) {
  const served = useQuery(listServedModelsOptions());
  const models = useQuery(allModels());
  const [name, step] = splitStep(value);
  const model = models.data?.find((one) => servedName(one) === name);
  const checkpoints = useQuery({ ...allCheckpoints(model?.id ?? ''), enabled: model !== undefined });
  const names = served.data?.data.map(({ id }) => id) ?? [];
  return (
    <span class="model-choice">
      <select aria-label={`Model of ${label}`} value={name} onChange={(event) => onChange(event.currentTarget.value)}>
        {!names.includes(name) && <option value={name}>{shortName(name) || 'choose a model'}</option>}
        {names.map((id) => (
          <option key={id} value={id}>
            {shortName(id)}
          </option>
        ))}
      </select>
      {model && (
        <select
          aria-label={`Step of ${label}`}
          value={step}
          onChange={(event) => onChange(`${name}${event.currentTarget.value && `:step${event.currentTarget.value}`}`)}
        >
          <option value="">newest</option>
          {checkpoints.data?.map((one) => (
            <option key={one.step} value={one.step}>
              step {one.step}
            </option>
          ))}
        </select>
      )}
    </span>
  );
}

export function splitStep(served: string): [name: string, step: string] {
  const match = /^(.*):step(\d+)$/.exec(served);
  return match === null ? [served, ''] : [match[1]!, match[2]!];
}

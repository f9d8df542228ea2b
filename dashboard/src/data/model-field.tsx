import { useQuery } from '@tanstack/preact-query';
import type { Model } from '../../generated/types.gen.ts';
import { allModels } from '../api/lists.ts';
import { servedName, shortName } from '../run/served-name.ts';
import { Further } from '../shell/rows.tsx';

/** Returns the chosen model of a form, initially the newest; null if there is none. */
export function useChosenModel(id: string): Model | null {
  const models = useQuery(allModels());
  return models.data?.find((model) => model.id === id) ?? models.data?.[0] ?? null;
}

export function ModelField({ model, onChange }: { model: Model | null; onChange: (id: string) => void }) {
  const models = useQuery(allModels());
  return (
    <>
      <label class="field">
        <span>Model</span>
        <select value={model?.id ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
          {models.data?.map((one) => (
            <option key={one.id} value={one.id}>
              {shortName(servedName(one))}
            </option>
          ))}
        </select>
      </label>
      <Further of={allModels()} what="models" />
      {models.data?.length === 0 && (
        <p class="note">
          There is no model yet. <a href="#/models">Create one</a>
        </p>
      )}
    </>
  );
}

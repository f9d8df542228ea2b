import type { ServedModels } from '../../inference/served-models.ts';
import type { TinkerSampler, TinkerSessionRecord } from '../../store/tinker-sessions.ts';
import type { SavedWeights } from './saved-weights.ts';
import { type Sampler, TinkerSession } from './sessions.ts';
import { TrainedModel, type TrainedModelParts } from './trained-model.ts';

interface RestoreParts extends TrainedModelParts {
  served: ServedModels;
  saved: SavedWeights;
}

/**
 * Restores a session of an earlier server: its models as of their last optim_step, and its samplers. Models and
 * samplers whose base model is no longer served are omitted.
 */
export async function restoreSession(parts: RestoreParts, record: TinkerSessionRecord): Promise<TinkerSession> {
  const session = new TinkerSession(record.owner, record.id);
  for (const run of record.runs) {
    const base = parts.served.get(run.baseModel);
    if (base === null) continue;
    session.models.set(run.id, TrainedModel.restored(parts, base, run));
    if (run.answer !== null) session.futures.restore(run.answer);
  }
  const samplers = await Promise.all(record.samplers.map((one) => restoreSampler(parts, record.owner, one)));
  for (const sampler of samplers) if (sampler !== null) session.samplers.set(sampler.id, sampler);
  return session;
}

async function restoreSampler(
  { served, saved }: RestoreParts,
  owner: string,
  { id, baseModel, path, folder }: TinkerSampler,
): Promise<Sampler | null> {
  const base = served.get(baseModel);
  if (base === null) return null;
  if (path === null)
    return { id, base, path, adapter: folder === null ? null : saved.adapterOf({ id: folder, folder }) };
  const checkpoint = await saved.info(owner, path).catch(() => null);
  return checkpoint && { id, base, path, adapter: saved.adapterOf(checkpoint) };
}

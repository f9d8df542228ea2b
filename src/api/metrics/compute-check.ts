import type { SystemCheck } from '../../generated/types.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { fullSequences } from '../../worker/protocol.ts';

/** Returns the device, the training memory and the loaded models, as the compute process reported them at its start. */
export function computeCheck(compute: ComputeClient): Pick<SystemCheck, 'device' | 'training' | 'models'> {
  const { loaded } = compute.report();
  if (loaded === null) return { device: null, training: null, models: [] };
  const { maxBindingBytes, memoryBytes, memorySource, ...device } = loaded.device;
  const { jobs, jobBytes, roomBytes, source } = loaded.training;
  return {
    device: {
      ...device,
      max_binding_bytes: maxBindingBytes,
      memory_bytes: memoryBytes,
      memory_source: memorySource,
    },
    training: { jobs, job_bytes: jobBytes, room_bytes: roomBytes, source },
    models: loaded.models.map(({ id, precision, parameters, ...model }) => ({
      id,
      precision,
      parameters,
      weight_bytes: model.weightBytes,
      weights: model.weights,
      context_length: model.contextLength,
      cache_tokens: model.cacheTokens,
      cache_bytes: model.cacheBytes,
      cache_type: model.cacheType,
      adapter_bytes: model.adapterBytes,
      max_position_embeddings: model.maxPositionEmbeddings,
      full_sequences: fullSequences(model),
      training_tokens: model.trainingTokens,
    })),
  };
}

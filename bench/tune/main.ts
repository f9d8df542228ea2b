import { parseArgs } from 'node:util';
import { Device } from '../../src/compute/device.ts';
import type { DeviceClassName } from '../../src/compute/device-class.ts';
import { TUNED_KNOBS } from '../../src/compute/tuning.ts';
import { keepTuning } from '../../src/compute/tuning-file.ts';
import { uploadModel } from '../../src/worker/process/loaded-model.ts';
import { defaultModels, modelNamed } from '../gpu-day/profiled-models.ts';
import { TimedRecorder } from '../gpu-day/timed-recorder.ts';
import { notRun } from '../not-run.ts';
import { productsOf } from './model-products.ts';
import { type TunedProduct, tuneProduct } from './tuned-product.ts';

/**
 * npm run tune [-- --model NAME ...]: for each kernel and matmul shape of these models, measures all values of the
 * tunable knob (src/compute/tuning.ts). Checks every candidate against float64, and that it gives the same bits as the
 * default. Saves the fastest in `.cache/tuning`, for this adapter, driver, Dawn and kernel text. Prints Markdown.
 * --class uses another device class than the adapter's, --folder saves to another folder.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { model: { ...text, multiple: true }, class: text, folder: text } });
const device = await Device.open({ deviceClass: values.class as DeviceClassName | undefined });
if (device.class.staged) await tune();
else console.log('Nothing to tune: the kernels of this device class have no tunable knobs.');
await device.destroy();

async function tune(): Promise<void> {
  const found: TunedProduct[] = [];
  const recorder = new TimedRecorder(device);
  for (const name of values.model ?? defaultModels(device.info.fallback)) {
    const { weights } = await uploadModel(device, await modelNamed(name), () => {});
    for (const product of productsOf(weights)) {
      const { kernel, shape } = product;
      const what = `${kernel}, ${shape.type} [${shape.N}, ${shape.K}], ${shape.T} rows`;
      console.error(what);
      try {
        found.push(await tuneProduct(recorder, product));
      } catch (error) {
        process.exitCode = 1;
        console.error(error);
        console.log(`${notRun(what, error)}\n`);
      }
    }
  }
  // Defaults are not saved, so that later changes of defaults apply.
  const own = found.filter(({ times, chosen }) => chosen !== times[0].value);
  for (const { kernel, shape, chosen } of own) device.tuning.choose(kernel, shape, chosen);
  console.log(tuningTable(found));
  console.log(`\nSaved in ${keepTuning(device, values.folder)}.`);
}

function tuningTable(found: readonly TunedProduct[]): string {
  const rows = found.map(({ kernel, shape: { type, T, N, K }, times, chosen }) => {
    const each = times.map(({ value, seconds }) => `${value}: ${(1e3 * seconds).toPrecision(3)}`).join(', ');
    const best = times.find(({ value }) => value === chosen)!;
    const gain = (times[0].seconds / best.seconds).toFixed(2);
    return `| ${kernel} | ${type} | ${N}, ${K} | ${T} | ${TUNED_KNOBS[kernel]} | ${each} | ${chosen} | ${gain}x |`;
  });
  return [
    '| kernel | weight | N, K | rows | knob | ms of each, default first | chosen | speedup |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

import { describe, expect, it } from 'vitest';
import { cycles, filesBelow, importsOf, loadedBy, textOf } from './source-files.ts';

/** Arrows of docs/architecture.md: the folders of src/ that each folder may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  app: ['api', 'jobs', 'cluster', 'worker', 'training', 'inference', 'model', 'store', 'artifacts', 'generated'],
  api: ['jobs', 'worker', 'training', 'inference', 'model', 'store', 'artifacts', 'generated'],
  jobs: ['worker', 'training', 'inference', 'model', 'store', 'artifacts', 'generated'],
  cluster: ['worker', 'inference', 'model'],
  worker: ['training', 'inference', 'model', 'compute'],
  training: ['model', 'compute', 'generated'],
  inference: ['model', 'compute', 'generated'],
  model: ['compute'],
  compute: ['generated'],
  store: ['artifacts'],
  artifacts: [],
  generated: [],
};

/** Folders that do not compute on the device. */
const WITHOUT_DEVICE = [
  'src/training/rl/',
  'src/training/sft/',
  'src/inference/chat/',
  'src/model/checkpoint/',
  'src/model/families/',
  'src/model/hub/',
  'src/model/text/',
];

const MAX_LINES = 400;

const sources = filesBelow('src', '.ts');
const imports = new Map(sources.map((path) => [path, importsOf(path)]));
const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const layerOf = (path: string) => path.split('/')[1];
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const shown = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`;

describe('the folders of src', () => {
  it('are those of the layer table', () => {
    expect([...new Set(sources.map(layerOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
    expect(arrows.length).toBeGreaterThan(sources.length);
  });

  it('import only folders below them in the layer table', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return !to.startsWith('src/') || (own !== other && !MAY_IMPORT[own]?.includes(other));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('do not import src/compute if they need no device', () => {
    const wrong = arrows.filter(
      ({ from, to }) => layerOf(to) === 'compute' && WITHOUT_DEVICE.some((folder) => from.startsWith(folder)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it('keep src/inference/grammar free of imports from other folders', () => {
    const folder = 'src/inference/grammar/';
    const wrong = arrows.filter(({ from, to }) => from.startsWith(folder) && !to.startsWith(folder));
    expect(wrong.map(shown)).toEqual([]);
  });

  it('separate the client and the process of src/worker', () => {
    const [client, process] = ['src/worker/client/', 'src/worker/process/'];
    const wrong = arrows.filter(
      ({ from, to }) =>
        (from.startsWith(client) && to.startsWith(process)) || (from.startsWith(process) && to.startsWith(client)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it('have no import cycles', () => {
    expect(cycles(new Map(Object.entries(MAY_IMPORT)))).toEqual([]);
    const folders = new Map<string, string[]>();
    for (const { from, to } of arrows) {
      const [own, other] = [folderOf(from), folderOf(to)];
      // A folder and its subfolders count as one: the outer folder has their shared code.
      if (`${own}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${own}/`)) continue;
      folders.set(own, [...(folders.get(own) ?? []), other]);
    }
    expect(cycles(folders)).toEqual([]);
  });
});

describe('the files of src', () => {
  it('have no import cycles', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it(`have at most ${MAX_LINES} lines`, () => {
    const written = sources.filter((path) => layerOf(path) !== 'generated');
    const long = written.filter((path) => textOf(path).split('\n').length - 1 > MAX_LINES);
    expect(long).toEqual([]);
  });
});

describe('the HTTP process', () => {
  it('loads no module of src/compute', () => {
    const loaded = new Set(['src/app/main.ts']);
    for (const path of loaded) for (const target of loadedBy(path)) loaded.add(target);
    expect(loaded).toContain('src/worker/client/compute-client.ts');
    expect([...loaded].filter((path) => layerOf(path) === 'compute')).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '../../scripts/root-folder.mjs';

/** Code that decides which kernels a model uses, and their text. */
const CODE = [
  'kernels/**/*.wgsl',
  'src/compute/**/*.ts',
  'src/model/*.ts',
  'src/model/checkpoint/*.ts',
  'src/model/families/*.ts',
  'src/training/**/*.ts',
  'src/inference/engine/**/*.ts',
  'src/worker/process/*.ts',
  'src/generated/kernels.ts',
  'test/null-gpu/*.{ts,c,h,wgsl}',
  'bench/step-work.ts',
  'scripts/{newer-mesa,null-gpu,vulkan-layers}.mjs',
];

/** Returns the SHA-256 of all code that kernel figures depend on. If a table has the same digest, it is up to date. */
export function measuredCode(): string {
  const hash = createHash('sha256');
  const { packages } = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8'));
  hash.update(`webgpu ${packages['node_modules/webgpu'].version}\n`);
  for (const path of globSync(CODE, { cwd: rootFolder }).sort()) {
    const text = readFileSync(join(rootFolder, path), 'utf8');
    hash.update(`${path.replaceAll('\\', '/')} ${text.length}\n${text}`);
  }
  return hash.digest('hex');
}

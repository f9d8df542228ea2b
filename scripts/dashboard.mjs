// node scripts/dashboard.mjs: builds the dashboard into dashboard/dist. Set-up runs it when a source has changed.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import { typedContract } from './clients/typescript.mjs';

const folder = fileURLToPath(new URL('../dashboard', import.meta.url));
const target = join(folder, 'dist');

await generateClient();
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const worker = await bundleWorker();
const { metafile } = await bundle();
await writePage(metafile);
await compressAll();

/** Generates the client from the contract, with a query-options function for each operation. */
async function generateClient() {
  await createClient({
    input: typedContract(),
    output: { path: join(folder, 'generated'), module: { extension: '.ts' }, clean: true },
    plugins: [
      '@hey-api/typescript',
      '@hey-api/sdk',
      // The page sets the base URL: its own origin.
      { name: '@hey-api/client-fetch', baseUrl: false },
      { name: '@tanstack/preact-query', infiniteQueryOptions: false, infiniteQueryKeys: false, mutationOptions: false },
    ],
    logs: { level: 'silent' },
  });
}

/** Bundles the worker's script; returns its path, which the page needs. */
async function bundleWorker() {
  const { metafile } = await build({ ...common(), entryPoints: [join(folder, 'src/text/diff-worker.ts')] });
  return `/app/${basename(Object.keys(metafile.outputs)[0])}`;
}

function bundle() {
  return build({
    ...common(),
    entryPoints: [join(folder, 'src/main.tsx'), join(folder, 'src/app.css')],
    chunkNames: '[name]-[hash]',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { diffWorkerPath: JSON.stringify(worker) },
  });
}

function common() {
  return {
    outdir: target,
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  };
}

/** Writes the page with the names of the built files. */
async function writePage({ outputs }) {
  const built = (source) => {
    const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source));
    return `/app/${basename(path)}`;
  };
  const html = await readFile(join(folder, 'src/index.html'), 'utf8');
  const filled = html.replace('app.css', built('src/app.css')).replace('main.tsx', built('src/main.tsx'));
  await writeFile(join(target, 'index.html'), filled);
  await writeFile(join(target, 'icon.svg'), await readFile(join(folder, 'src/icon.svg')));
}

async function compressAll() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const name of await readdir(target)) {
    const path = join(target, name);
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

// node scripts/cli.mjs [folder]: builds the command line into dist/cli, or into the folder. Set-up runs it when a
// source has changed.
import { join } from 'node:path';
import { build } from 'esbuild';
import { rootFolder } from './root-folder.mjs';

/** Drops the default client of the generated code: creating it loads Node's fetch, which takes 30 ms. */
const withoutOwnClient = {
  name: 'without-own-client',
  setup({ onLoad }) {
    onLoad({ filter: /generated[\\/]client\.gen\.ts$/ }, () => ({ contents: 'export const client = undefined;' }));
  },
};

await build({
  entryPoints: [join(rootFolder, 'cli/main.ts')],
  outfile: join(process.argv[2] ?? join(rootFolder, 'dist/cli'), 'daybreak.mjs'),
  bundle: true,
  plugins: [withoutOwnClient],
  platform: 'node',
  // The oldest Node that the command supports; the server comes with its own Node.
  target: 'node20',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  // commander is CommonJS and requires Node's built-in modules.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});

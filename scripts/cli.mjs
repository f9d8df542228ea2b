// node scripts/cli.mjs [folder]: builds the command line into dist/cli, or elsewhere; set-up runs it where a source has
// changed.
import { join } from 'node:path';
import { build } from 'esbuild';
import { rootFolder } from './root-folder.mjs';

/** The generated client makes a client of its own as it is loaded, and with it Node's fetch, which takes 30 ms. */
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
  // The oldest Node that the command runs on; the server brings its own.
  target: 'node20',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  // commander is CommonJS, and asks for parts of Node.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});

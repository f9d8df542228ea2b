// node scripts/cli.mjs [folder]: builds the command line into dist/cli, or elsewhere; set-up runs it where a source has
// changed.
import { join } from 'node:path';
import { build } from 'esbuild';
import { rootFolder } from './root-folder.mjs';

await build({
  entryPoints: [join(rootFolder, 'cli/main.ts')],
  outfile: join(process.argv[2] ?? join(rootFolder, 'dist/cli'), 'daybreak.mjs'),
  bundle: true,
  platform: 'node',
  // The oldest Node that the command runs on; the server brings its own.
  target: 'node20',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  // commander is CommonJS, and asks for parts of Node.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});

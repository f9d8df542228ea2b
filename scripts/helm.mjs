// Helm, for tests of the chart in deploy/: node scripts/helm.mjs builds it and prints where it is.
import { goProgram } from './go-program.mjs';

/** The program, 60 MiB; five minutes of two cores. */
export const helmProgram = () => goProgram('helm', 'helm.sh/helm/v3/cmd/helm', 'v3.22.0');

if (process.argv[1] === import.meta.filename) console.log(await helmProgram());

// Helm, for tests of the chart in deploy/: node scripts/helm.mjs builds it and prints its path.
import { goProgram } from './go-program.mjs';

/** Returns the path of Helm (60 MiB). The build takes five minutes on two cores. */
export const helmProgram = () => goProgram('helm', 'helm.sh/helm/v3/cmd/helm', 'v3.22.0');

if (process.argv[1] === import.meta.filename) console.log(await helmProgram());

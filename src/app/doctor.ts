import { readFileSync } from 'node:fs';
import { type Finding, fault, lineOf, reportOf } from './doctor/finding.ts';

// `npm run doctor`: checks what a server with this environment needs, whether or not it runs. Prints one finding a
// line, each with its remedy, or one JSON document with `--json`. It changes nothing. Exit code 1: an error was found.

const neededNode = 24;
const usage = 'npm run doctor [-- --json]';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Returns the findings. Checks the Node version first, since an older Node may not parse the other modules. */
async function findings(): Promise<Finding[]> {
  const [major] = process.versions.node.split('.');
  if (Number(major) < neededNode) {
    const cure = `install Node ${neededNode} from nodejs.org, or start Daybreak with npm, which brings it`;
    return [fault('node', `this is Node ${process.versions.node}; ${neededNode} or newer is required`, cure)];
  }
  const { examine } = await import('./doctor/examine.ts');
  return examine(process.env);
}

const args = process.argv.slice(2);
const wrong = args.find((arg) => arg !== '--json');
if (wrong !== undefined) {
  process.stderr.write(`doctor: ${JSON.stringify(wrong)} is not an option; usage: ${usage}\n`);
  process.exitCode = 2;
} else {
  const report = reportOf(await findings(), version);
  const text = args.includes('--json') ? JSON.stringify(report, undefined, 2) : report.findings.map(lineOf).join('\n');
  process.stdout.write(`${text}\n`);
  process.exitCode = report.errors > 0 ? 1 : 0;
}

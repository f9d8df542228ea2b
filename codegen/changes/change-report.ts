import type { Node } from '../contract.ts';
import { operationShapes } from '../shape/operation-shape.ts';
import { type Change, nothing } from './change.ts';
import { contractChanges } from './contract-changes.ts';
import type { ReleasedContract } from './released-contract.ts';

export interface ChangeReport {
  changes: Change[];
  /** Whether there are breaking changes that the version does not announce. */
  unannounced: boolean;
  markdown: string;
  /** One line with the numbers of changes. */
  counts: string;
}

/** Compares a contract with the released one, and checks that its version announces breaking changes. */
export function changeReport(released: ReleasedContract, contract: Node): ChangeReport {
  const changes = contractChanges(operationShapes(released.document), operationShapes(contract));
  const [was, now] = [versionOf(released.document), versionOf(contract)];
  const breaking = changes.filter((change) => change.breaking);
  const compatible = changes.filter((change) => !change.breaking);
  const unannounced = breaking.length > 0 && !announcesBreak(was, now);
  const title = `openapi.yaml ${now} against ${was} (${released.source})`;
  const markdown = [
    `# ${title}`,
    section('Breaking', breaking),
    section('Compatible', compatible),
    unannounced ? `**Breaking changes need a higher version: info.version is ${now}, released was ${was}.**` : '',
  ];
  const counts = `${title}: ${breaking.length} breaking changes, ${compatible.length} others (npm run contract:changes)\n`;
  return { changes, unannounced, counts, markdown: `${markdown.filter((part) => part !== '').join('\n\n')}\n` };
}

function versionOf(document: Node): string {
  return (document.info as { version: string }).version;
}

/** Returns whether the major version, or while that is 0 the minor one, has increased. */
function announcesBreak(was: string, now: string): boolean {
  const [before, after] = [was, now].map((version) => version.split('.').map(Number));
  if (before![0] !== after![0]) return after![0]! > before![0]!;
  return before![0] === 0 && after![1]! > before![1]!;
}

/** Lists each change once, wherever it occurs: changes that many operations share would fill pages otherwise. */
function section(title: string, changes: readonly Change[]): string {
  const groups = Map.groupBy(changes, (change) => `${placeOf(change)}: ${textOf(change)}`);
  const lines = [...groups].map(([text, group]) => `- ${text}\n  (${placesOf(group)})`);
  return `## ${title}\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}`;
}

/** Returns the place without the status of a response, which `placesOf` lists. */
function placeOf({ where }: Change): string {
  return where.replace(/^response \d+ /, 'response ').trim();
}

function textOf({ was, now }: Change): string {
  if (was === nothing) return `added, ${now}`;
  return now === nothing ? `removed, was ${was}` : `${was} is now ${now}`;
}

function placesOf(changes: readonly Change[]): string {
  const operations = [...new Set(changes.map(({ operation }) => operation))];
  const statuses = [...new Set(changes.flatMap(({ where }) => /^response (\d+) /.exec(where)?.[1] ?? []))];
  const named = operations.length > 4 ? `${operations.length} operations` : operations.join(', ');
  return statuses.length === 0 ? named : `${named}; status ${statuses.toSorted().join(', ')}`;
}

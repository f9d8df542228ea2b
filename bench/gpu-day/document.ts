import { NOT_RUN } from '../not-run.ts';
import type { PartResult } from './parts.ts';

/** Returns the report of the parts that have ended: their results, what could not run, then their Markdown. */
export function document(date: string, results: readonly PartResult[], waiting: readonly string[]): string {
  const rows = results.map(({ title, error, seconds }) => {
    return `| ${title} | ${error === null ? 'done' : 'FAILED'} | ${seconds.toFixed(0)} |`;
  });
  return [
    `# GPU day, ${date}`,
    '',
    '| part | result | seconds |',
    '| --- | --- | --- |',
    ...rows,
    ...waiting.map((title) => `| ${title} | pending |  |`),
    '',
    '## What could not be run',
    '',
    missing(results),
    ...results.flatMap(section),
    '',
  ].join('\n');
}

function missing(results: readonly PartResult[]): string {
  const lines = results.flatMap(({ title, error, markdown }) => [
    ...(error === null ? [] : [`- ${title}: ${error.split('\n')[0]}; more below`]),
    ...markdown.split('\n').flatMap((line) => (line.startsWith(NOT_RUN) ? [`- ${line.slice(NOT_RUN.length)}`] : [])),
  ]);
  return lines.length > 0 ? [...new Set(lines)].join('\n') : 'Nothing: everything was run.';
}

function section({ title, markdown, error }: PartResult): string[] {
  const failure = error === null ? [] : ['', '```', error, '```'];
  return ['', `## ${title}`, '', markdown, ...failure];
}

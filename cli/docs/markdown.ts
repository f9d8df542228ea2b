import { type Described, describedCommands, wrapped } from './commands.ts';
import { conventions, exitMeanings, variables } from './facts.ts';

const about = 'In a clone it is `npx daybreak`. `daybreak <command> --help` prints the same for one command.';

/** Returns the manual of the command, `docs/cli.md`. */
export function markdown(): string {
  const { program, commands, operations } = describedCommands();
  const table = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`).join('\n');
  return `# The command \`daybreak\`

<!-- Written by npm run codegen, from the command itself. -->

${wrapped(`${program.description()} ${about}`)}

${conventions.map((paragraph) => wrapped(paragraph)).join('\n\n')}

| exit code | meaning |
| --- | --- |
${table(exitMeanings)}

| variable | meaning |
| --- | --- |
${table(variables)}

| for all commands | meaning |
| --- | --- |
${table(program.options.map(({ flags, description }) => [flags, description]))}

## Commands

| command | what it does |
| --- | --- |
${commands.map(({ words, summary }) => `| \`${words}\` | ${summary} |`).join('\n')}

${commands.map(section).join('\n')}
## Any operation

${wrapped(
  '`daybreak api <operation> [--field value] [--body @file]` calls an operation of the API by its name, with its ' +
    'fields as flags, and prints the response unchanged.',
)}

\`\`\`text
${wrapped(operations.join(' '))}
\`\`\`
`;
}

function section({ words, usage, description, options, examples }: Described): string {
  const lines = [
    `### ${words}`,
    '',
    '```text',
    usage,
    ...(options.length > 0 ? ['', ...options] : []),
    ...(examples.length > 0 ? ['', ...examples.map((example) => `$ ${example}`)] : []),
    '```',
    '',
    ...description.split('\n\n').flatMap((paragraph) => [wrapped(paragraph.replaceAll('\n', ' ').trim()), '']),
  ];
  return lines.join('\n');
}

import { readFile } from 'node:fs/promises';
import { APIStatusError } from '../../clients/typescript/src/errors.ts';
import { CommandFailure, exitCodes, systemWords, UsageFailure } from '../failures.ts';

/** Trajectory groups, and the line of the file on which each begins. */
export interface GroupsFile {
  groups: unknown[];
  lineOf(group: number): number | undefined;
}

/** Reads a group from each line, or an array of groups. Throws `CommandFailure` if a line is not JSON. */
export async function readGroups(path: string): Promise<GroupsFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageFailure(`${path} cannot be read: ${systemWords(error)}`);
  });
  if (text.trimStart().startsWith('[')) return { groups: parsed(text, path) as unknown[], lineOf: () => undefined };
  const lines = text
    .split('\n')
    .map((line, place) => ({ line, number: place + 1 }))
    .filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) throw new CommandFailure(`${path} has no groups`, exitCodes.refused);
  const groups = lines.map(({ line, number }) => parsed(line, `${path}:${number}`));
  return { groups, lineOf: (group) => lines[group]?.number };
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(`${place}: ${(error as Error).message}`, exitCodes.refused);
  }
}

/** Adds the line of the file to an error in which the server names a group by its index. */
export function withLines(error: unknown, path: string, lineOf: GroupsFile['lineOf']): unknown {
  if (!(error instanceof APIStatusError)) return error;
  const group = /trajectory_groups\.(\d+)/.exec(error.message)?.[1];
  const line = group === undefined ? undefined : lineOf(Number(group));
  if (line !== undefined) error.message = `${path}:${line}: ${error.message}`;
  return error;
}

import type { ErrorBody } from '../../generated/types.gen.ts';
import { request } from './request.ts';

/** The most bytes that the server takes of trajectories at once, as `x-body-limit-mib` of the contract has it. */
export const mostBytes = 256 * 2 ** 20;

/**
 * Sends the groups of a JSONL file, one a line, as they are written there, with the other fields of the request.
 * Throws what the server answers where it refuses them.
 */
export async function sendGroups<Answer>(path: string, fields: Record<string, unknown>, file: File): Promise<Answer> {
  const lines = (await file.text())
    .split('\n')
    .map((text, place) => ({ text, line: place + 1 }))
    .filter(({ text }) => text.trim() !== '');
  const groups = lines.map(({ text }) => text).join(',');
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([JSON.stringify(fields).replace(/\}$/, ',"trajectory_groups":['), groups, ']}']),
  });
  const answer = await response.json();
  if (response.ok) return answer as Answer;
  throw withLine(answer as ErrorBody, (group) => lines[group]?.line);
}

/** The server counts groups from 0; who wrote the file looks for a line. */
function withLine(body: ErrorBody, lineOf: (group: number) => number | undefined): ErrorBody {
  const group = /^trajectory_groups\.(\d+)/.exec(body.error.message)?.[1];
  const line = group === undefined ? undefined : lineOf(Number(group));
  if (line === undefined) return body;
  return { ...body, error: { ...body.error, message: `Line ${line}: ${body.error.message}` } };
}

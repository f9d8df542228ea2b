import type { ErrorBody } from '../../generated/types.gen.ts';
import { request } from './request.ts';

/** Largest size in bytes of a request with trajectories, as `x-body-limit-mib` in the contract. */
export const mostBytes = 256 * 2 ** 20;

/**
 * Sends the groups of a JSONL file, one per line, as written, with the other fields of the request.
 * Throws the server's error body if it refuses them.
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

/** Adds the line number to an error, since the server counts groups from 0. */
function withLine(body: ErrorBody, lineOf: (group: number) => number | undefined): ErrorBody {
  const group = /^trajectory_groups\.(\d+)/.exec(body.error.message)?.[1];
  const line = group === undefined ? undefined : lineOf(Number(group));
  if (line === undefined) return body;
  return { ...body, error: { ...body.error, message: `Line ${line}: ${body.error.message}` } };
}

import { RequestError } from '../../inference/chat/request-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** What chat says, and what another protocol says in its place: names of fields first of all. */
export type OtherWords = readonly (readonly [chat: string, other: string])[];

/** The error of a chat in the words of the protocol that the request came in; any other error as it is. */
export function inOtherWords(error: unknown, words: OtherWords): unknown {
  const text = (said: string) => words.reduce((told, [chat, other]) => told.replaceAll(chat, other), said);
  const field = (name: string) => words.find(([chat]) => chat === name)?.[1] ?? name;
  if (error instanceof RequestError) {
    return new RequestError(error.param && field(error.param), text(error.message), error.type, error.code);
  }
  if (!(error instanceof ApiError) || error.issues === null) return error;
  const issues = error.issues.map(({ loc: [part, name, ...rest], msg, ...issue }) => ({
    ...issue,
    loc: name === undefined ? [part] : [part, ...field(String(name)).split('.'), ...rest],
    msg: text(msg),
  }));
  const { code, param, headers, cause } = error;
  return new ApiError(code, text(error.message), { param: param && field(param), issues, headers, cause });
}

import { RequestError } from '../../inference/chat/request-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** Maps chat's field names, and other phrases, to the other protocol's. */
export type ProtocolNames = readonly (readonly [chat: string, other: string])[];

/** Translates a chat error into the field names of the request's protocol; returns any other error as it is. */
export function translateError(error: unknown, words: ProtocolNames): unknown {
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

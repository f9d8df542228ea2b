/** Error statuses of every operation: wrong method, internal error, server not ready. */
export type Always = 405 | 500 | 503;

/** Error statuses of an operation that needs a key; adds: no valid key, missing scope, too many requests. */
export type Keyed = Always | 401 | 403 | 429;

/** Error statuses that a request body adds: too large, or wrong content type. */
export type Bodied = 413 | 415;

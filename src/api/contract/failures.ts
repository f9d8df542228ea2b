/** The statuses that any operation may fail with: wrong method, fault of the server, server not ready. */
export type Always = 405 | 500 | 503;

/** An operation that needs a key: also no key, a key that may not, too many requests. */
export type Keyed = Always | 401 | 403 | 429;

/** An operation that takes a body: too large, or not of its content type. */
export type Bodied = 413 | 415;

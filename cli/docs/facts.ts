/** Exit codes of every command, for the manual. */
export const exitMeanings: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'success'],
  ['1', 'any other error'],
  ['2', 'wrong usage of the command'],
  ['3', 'the server is unreachable, or did not answer in time'],
  ['4', 'the key is missing, wrong, or lacks the scope (401, 403)'],
  ['5', 'not found (404)'],
  ['6', 'the server refused the request (400, 409, 413, 415, 422)'],
  ['7', 'the training job that the command waited for failed or was cancelled'],
  ['8', 'the server is busy, or the key is over a limit (429, 503)'],
  ['129', 'ended by SIGHUP'],
  ['130', 'ended by Ctrl-C'],
  ['143', 'ended by SIGTERM'],
];

export const variables: readonly (readonly [name: string, meaning: string])[] = [
  ['DAYBREAK_BASE_URL', 'the address of the server'],
  ['DAYBREAK_API_KEY', 'the API key; it is never an argument, since other users of the machine could read it'],
  ['DAYBREAK_HOME', 'the data folder of the server on this machine, with its first key (~/.daybreak)'],
  ['DAYBREAK_PORT', 'the port of the server on this machine (8484)'],
  ['XDG_CONFIG_HOME', 'the folder of daybreak/config.json (~/.config)'],
  ['NO_COLOR', 'if set to any value, output has no colours'],
];

export const conventions: readonly string[] = [
  'Data goes to standard output, and everything else to standard error. With `--json` the data is one JSON document, ' +
    'as the API returns it, and so is an error, on standard error; with `--follow` each item is a document on a line.',
  'The server comes from the flags (`--url`, `--profile`), else the environment, else the profile in use, else it is ' +
    'the one on this machine, with its first key. The key of a profile is never sent to another address.',
  'A model or its run is given by its id, or by the name of the model: `agent`, `project/agent` or ' +
    '`entity/project/agent`. A checkpoint is given by `:step` and its number after the name, as in `agent:step12`; ' +
    'without a step it is the newest.',
  'Commands that delete something ask first; without a terminal they need `--yes`. A retention that `models create` ' +
    'sets deletes the other checkpoints at once.',
];

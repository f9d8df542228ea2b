/** Exit codes of every command, for the manual. */
export const exitMeanings: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'success'],
  ['1', 'an error that is none of these'],
  ['2', 'the command was written wrongly'],
  ['3', 'the server cannot be reached, or did not answer in time'],
  ['4', 'no key, a wrong one, or one without the scope (401, 403)'],
  ['5', 'there is no such thing (404)'],
  ['6', 'the server refuses the request (400, 409, 413, 415, 422)'],
  ['7', 'a training job that was waited for has failed or was cancelled'],
  ['8', 'the server is busy, or over a limit of the key (429, 503)'],
  ['129', 'ended by SIGHUP'],
  ['130', 'ended by Ctrl-C'],
  ['143', 'ended by SIGTERM'],
];

export const variables: readonly (readonly [name: string, meaning: string])[] = [
  ['DAYBREAK_BASE_URL', 'the address of the server'],
  ['DAYBREAK_API_KEY', 'the key; it is never an argument, which other users of the machine could read'],
  ['DAYBREAK_HOME', 'the data folder of the server on this machine, whose first key is used there (~/.daybreak)'],
  ['DAYBREAK_PORT', 'the port of the server on this machine (8484)'],
  ['XDG_CONFIG_HOME', 'the folder that daybreak/config.json lies in (~/.config)'],
  ['NO_COLOR', 'no colours, whatever its value'],
];

export const conventions: readonly string[] = [
  'Data goes to standard output, and all else to standard error. With `--json` the data is one document, as the API ' +
    'has it, and an error is one on standard error; with `--follow` each item is a document on a line of its own.',
  'The server is that of the flags (`--url`, `--profile`), else of the environment, else of the profile in use, else ' +
    'the one on this machine with the first key that it wrote. A key of a profile goes to no other address.',
  'Where a model or its run is asked for, an id will do, or the name of the model: `agent`, `project/agent` or ' +
    '`entity/project/agent`. Where a checkpoint is meant, `:step` and its number may follow, as in `agent:step12`; the ' +
    'newest is taken otherwise.',
  'What deletes something asks first; where nobody can be asked it wants `--yes`. A retention that `models create` sets ' +
    'deletes at once what it does not keep.',
];

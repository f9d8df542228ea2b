import { parseArgs } from 'node:util';
import { scopes } from '../generated/operations.ts';

/** Parsed arguments of `npm run keys`; with `json` it prints JSON documents. */
export type KeyCommand = { json?: boolean } & (
  | { kind: 'create'; owner: string; name: string; scopes: string[]; expires: string | null }
  | { kind: 'list' }
  | { kind: 'revoke'; id: string }
  | { kind: 'rotate'; id: string; keepMs: number; expires: string | null | undefined }
  | { kind: 'help' }
);

/** Error about one argument; `message` is the one line that is printed. */
export class KeyArgumentError extends Error {
  override name = 'KeyArgumentError';
}

export const usage = `npm run keys -- create --owner bob [--name laptop] [--scopes chat,train] [--expires 30d]
npm run keys -- list
npm run keys -- revoke <id>
npm run keys -- rotate <id> [--keep 1d] [--expires 30d]

With --json each command prints a JSON document.

An owner sees only records that their own keys created; the first key's owner is "local".
${Object.entries(scopes)
  .map(([scope, meaning]) => `  ${scope.padEnd(8)}${meaning}`)
  .join('\n')}
Without --scopes a key has chat and train; without --expires it does not expire. Times are 90m, 12h, 30d, a date
(2027-01-31) or never. rotate creates a successor; the old key stays valid for --keep, by default one day.`;

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const dayMs = unitMs.d;
const longestMs = 3_650 * dayMs;
const options = ['--owner', '--name', '--scopes', '--expires', '--keep', '--json', '--help'];

/** Parses the arguments. `now` is in milliseconds. Throws `KeyArgumentError`. */
export function readKeyCommand(args: readonly string[], now: number = Date.now()): KeyCommand {
  const { positionals, values } = parse(args);
  const [kind, id, ...rest] = positionals;
  const { json } = values;
  if (kind === undefined || kind === 'help' || values.help) return { kind: 'help' };
  const expires = values.expires === undefined ? undefined : readExpiry(values.expires, now);
  switch (kind) {
    case 'create':
      if (id !== undefined) throw new KeyArgumentError(`create takes no ${JSON.stringify(id)}; set the name by --name`);
      return {
        kind,
        json,
        owner: readOwner(values.owner),
        name: readName(values.name ?? ''),
        scopes: readScopes(values.scopes ?? 'chat,train'),
        expires: expires ?? null,
      };
    case 'list':
      return { kind, json };
    case 'revoke':
    case 'rotate': {
      if (id === undefined || rest.length > 0) throw new KeyArgumentError(`${kind} takes the id of one key; see list`);
      if (kind === 'revoke') return { kind, json, id };
      return { kind, json, id, keepMs: readSpan('--keep', values.keep ?? '1d'), expires };
    }
    default:
      throw new KeyArgumentError(
        `${JSON.stringify(kind)} is not a command; allowed are create, list, revoke and rotate`,
      );
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { owner: text, name: text, scopes: text, expires: text, keep: text, json: flag, help: flag },
    });
  } catch (error) {
    throw new KeyArgumentError(inShort(error as NodeJS.ErrnoException));
  }
}

/** Shortens a message of `parseArgs`, which explains shell quoting on several lines. */
function inShort({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(--?[^'\s]*)/.exec(message)?.[1] ?? 'an option';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${option} is not an option; allowed are ${options.join(', ')}`;
  return ['--help', '--json'].includes(option) ? `${option} takes no value` : `${option} needs a value`;
}

function readOwner(owner: string | undefined): string {
  if (owner === undefined) throw new KeyArgumentError('--owner is missing: the owner of the key');
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(owner)) return owner;
  throw new KeyArgumentError(
    '--owner: allowed are 1 to 64 letters, digits and . _ @ -, starting with a letter or digit',
  );
}

function readName(name: string): string {
  if (/^[^\p{Cc}\p{Cs}]{0,64}$/u.test(name)) return name;
  throw new KeyArgumentError('--name: allowed are up to 64 characters, no control characters');
}

function readScopes(text: string): string[] {
  const wanted = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const wrong = wanted.find((scope) => !Object.hasOwn(scopes, scope));
  if (wrong === undefined) return wanted;
  const allowed = Object.keys(scopes).join(', ');
  throw new KeyArgumentError(
    `--scopes: ${JSON.stringify(wrong)} is not a scope; allowed are ${allowed}, separated by commas`,
  );
}

function readExpiry(text: string, now: number): string | null {
  if (text === 'never') return null;
  const allowed = '90m, 12h, 30d, a date such as 2027-01-31, and never';
  const isDate = /^\d{4}-\d\d-\d\d([T ].*)?$/.test(text);
  const date = isDate ? Date.parse(text) : now + readSpan('--expires', text, allowed);
  if (date > now && date <= now + longestMs) return new Date(date).toISOString();
  throw new KeyArgumentError(`--expires: ${JSON.stringify(text)} is not within the next ten years`);
}

function readSpan(option: string, text: string, allowed = 'such as 90m, 12h and 30d'): number {
  const match = /^(\d{1,6})([mhd])$/.exec(text);
  const span = match === null ? Number.NaN : Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
  if (span <= longestMs) return span;
  throw new KeyArgumentError(`${option}: ${JSON.stringify(text)} is not a time; allowed are ${allowed}`);
}

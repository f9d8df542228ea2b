import type { Command } from 'commander';
import { Daybreak } from '../../clients/typescript/src/daybreak.ts';
import { firstLine, readSecret } from '../ask.ts';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { fileText } from '../operations/fields.ts';
import { readProfiles, writeProfiles } from '../profiles.ts';
import { address } from '../server.ts';

interface Options {
  name?: string;
  keyFile?: string;
}

/** `daybreak login <url>`: checks a key and stores it in a profile, which becomes the current one. */
export function addLogin(program: Command, context: Context): void {
  const command = commandAt(program, 'login')
    .summary('Sign in to a server')
    .description(
      'Verifies an API key, and saves it with the address as a profile, which becomes the profile in use.\n\n' +
        'The key is prompted for, or is the first line of standard input or of a file. It is never an argument: ' +
        'other users of the machine can see arguments.',
    )
    .argument('<url>', 'Address of the server, such as https://gpu.example:8484')
    .option('--name <name>', 'Name of the profile (default: the host of the address)')
    .option('--key-file <file>', 'File whose first line is the key')
    .action((url: string, options: Options) => login(context, address(url), options));
  addExamples(command, [
    'login https://gpu.example:8484',
    'login http://127.0.0.1:8484 --name here --key-file ~/.daybreak/api-key',
  ]);
}

async function login(context: Context, url: string, { name, keyFile }: Options): Promise<void> {
  const profile = name ?? new URL(url).host;
  if (!/^[\w.:[\]-]{1,128}$/.test(profile))
    throw new UsageFailure(`${JSON.stringify(profile)} is not a valid name of a profile`);
  const key = keyFile === undefined ? await readSecret(context, `API key for ${url}: `) : firstLine(fileText(keyFile));
  if (!/^[!-~]+$/.test(key)) throw new UsageFailure('the API key is empty, or has characters that no key has');
  const { name: keyName, owner, scopes } = await new Daybreak({ baseUrl: url, apiKey: key }).key();
  const { profiles } = readProfiles(context.env);
  writeProfiles(context.env, { current: profile, profiles: { ...profiles, [profile]: { url, key } } });
  context.err(`signed in to ${url} as ${owner} (key ${JSON.stringify(keyName)}, scopes ${scopes.join(', ')})`);
  context.err(`profile ${profile} is in use`);
}

import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { printRows } from '../operations/print.ts';
import { jsonText } from '../output/printable.ts';
import { profileOf, readProfiles, writeProfiles } from '../profiles.ts';

/** `daybreak profiles ls|use|rm`: lists, selects and forgets profiles. */
export function addProfiles(program: Command, context: Context): void {
  const ls = commandAt(program, 'profiles ls')
    .summary('List the profiles')
    .description('Lists the profiles and their servers; keys are not shown.')
    .action(() => list(context));
  addExamples(ls, ['profiles ls']);
  const use = commandAt(program, 'profiles use')
    .summary('Use a profile from now on')
    .description('Makes every command use this profile, unless a flag or variable overrides it.')
    .argument('<name>', 'The profile')
    .action((name: string) => useProfile(context, name));
  addExamples(use, ['profiles use lab']);
  const rm = commandAt(program, 'profiles rm')
    .summary('Delete a profile')
    .description('Deletes a profile and its stored key. The key itself stays valid.')
    .argument('<name>', 'The profile')
    .option('-y, --yes', 'Do not ask for confirmation')
    .action((name: string, { yes = false }: { yes?: boolean }) => forget(context, name, yes));
  addExamples(rm, ['profiles rm lab --yes']);
}

async function list(context: Context): Promise<void> {
  const { current, profiles } = readProfiles(context.env);
  const rows = Object.entries(profiles).map(([name, { url }]) => ({ name, url, current: name === current }));
  if (context.json) return context.out(jsonText(rows, 2));
  await printRows(context, ['name', 'url', 'current'], rows);
}

function useProfile(context: Context, name: string): void {
  const known = readProfiles(context.env);
  const { url } = profileOf(known, name);
  writeProfiles(context.env, { ...known, current: name });
  context.err(`profile ${name} (${url}) is in use`);
}

async function forget(context: Context, name: string, yes: boolean): Promise<void> {
  const { current, profiles } = readProfiles(context.env);
  const { url } = profileOf({ profiles }, name);
  await confirm(context, yes, `Delete profile ${name} (${url}) and its stored key?`);
  const { [name]: _, ...others } = profiles;
  writeProfiles(context.env, { ...(current === name ? {} : { current }), profiles: others });
  context.err(`profile ${name} was deleted`);
}

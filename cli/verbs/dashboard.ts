import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';

/** `daybreak dashboard`: prints the page's address. The page asks for a key; the link of a starting server signs in. */
export function addDashboard(program: Command, context: Context): void {
  const command = commandAt(program, 'dashboard')
    .summary('Show the address of the dashboard')
    .description(
      'Prints the address of the dashboard. The page asks for a key; the link that the server prints when it starts ' +
        'signs in once without a key.',
    )
    .option('--open', 'Open the dashboard in a browser')
    .action(async ({ open = false }: { open?: boolean }) => {
      const address = `${context.server().url}/app`;
      await context.health();
      await context.out(context.json ? jsonText({ address }, 2) : address);
      if (open) openInBrowser(context, address);
    });
  addExamples(command, ['dashboard --open']);
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openInBrowser(context: Context, address: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  browser.on('error', () => context.err('daybreak: no browser was found; open the address in yours'));
  browser.unref();
}

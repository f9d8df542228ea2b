import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { runScript } from '../scripts.ts';

/** `daybreak doctor`: reports what is wrong with this machine's server, or would be if it started. */
export function addDoctor(program: Command, context: Context): void {
  const command = commandAt(program, 'doctor')
    .summary('Diagnose the server on this machine')
    .description(
      'Checks what a server on this machine needs, whether it runs or not: Node, the GPU and its driver, memory, ' +
        'disk, port, file modes, database, unreferenced files, the bus of a cluster, hub, clock, key. It changes ' +
        'nothing. The exit code is 1 if it finds an error.',
    )
    .action(async () => {
      process.exitCode = await runScript(context, 'doctor.mjs', context.json ? ['--json'] : []);
    });
  addExamples(command, ['doctor', '--json doctor']);
}

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** How far each thread of a process lets others go first: the 19th value of its stat, behind the name in brackets. */
function nicenesses(pid: number): { name: string; niceness: number }[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const [before, after] = [stat.indexOf('('), stat.lastIndexOf(')')];
    return { name: stat.slice(before + 1, after), niceness: Number(stat.slice(after + 2).split(' ')[16]) };
  });
}

it.runIf(process.platform === 'linux')(
  'V8 has one thread of its own in the compute process, which lets the device go first',
  () => {
    const threads = nicenesses(server.compute.report().pid ?? 0);
    const ofV8 = threads.filter(({ name }) => name === 'V8Worker');
    expect(ofV8).toEqual([{ name: 'V8Worker', niceness: 6 }]);
    // The driver has threads that give way as well.
    expect(threads.filter(({ niceness }) => niceness === 6)).toEqual(ofV8);
  },
);

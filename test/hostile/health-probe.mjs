// node test/hostile/health-probe.mjs <url of /health>
// Polls /health, and in turn an idle control server. The delay of the control server is the machine's, not the attacked
// server's. Prints one line of JSON when its standard input ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const control = `require('node:http').createServer((_, response) => response.end('{}'))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
const child = spawn(process.execPath, ['-e', control], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = await once(child.stdout, 'data');
const urls = { health: process.argv[2], control: `http://127.0.0.1:${String(port).trim()}/` };

const slowest = { health: 0, control: 0 };
const failures = [];
let asked = 0;
let open = true;
process.stdin.resume().once('end', () => {
  open = false;
});
console.log('ready');
while (open) {
  for (const [name, url] of Object.entries(urls)) {
    const start = performance.now();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
      await response.arrayBuffer();
      if (response.status !== 200) failures.push(`${name}: ${response.status}`);
    } catch (error) {
      failures.push(`${name}: ${error.cause?.code ?? error.message}`);
    }
    slowest[name] = Math.max(slowest[name], performance.now() - start);
  }
  asked += 1;
  await sleep(20);
}
child.kill();
console.log(JSON.stringify({ slowest, asked, failures }));

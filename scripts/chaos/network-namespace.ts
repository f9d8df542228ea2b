import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Number of /24 networks in 198.18.0.0/15, which is reserved for network tests (RFC 2544). */
const NETWORKS = 512;
let opened = 0;

/** Virtual cable (veth pair) between this machine and a network namespace, with an address at each end. */
export interface Cable {
  outer: string;
  inner: string;
  /** Cuts the connection; neither end is notified. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
}

/** Network namespace for processes of this machine, which reach the rest only by cables (Linux, as root). */
export class NetworkNamespace {
  readonly #name: string;
  readonly cables: Cable[];

  private constructor(name: string, cables: Cable[]) {
    this.#name = name;
    this.cables = cables;
    process.once('exit', this.#abandon);
  }

  /** Opens a namespace with that many cables; returns null if the machine does not allow it. */
  static async open(cables: number): Promise<NetworkNamespace | null> {
    const name = `daybreak-${process.pid}-${opened++}`;
    const first = Math.floor(Math.random() * NETWORKS);
    for (let tries = 0; tries < NETWORKS; tries++) {
      const network = (first + tries) % NETWORKS;
      try {
        return new NetworkNamespace(name, await makeCables(name, network, cables));
      } catch (error) {
        await ip(['netns', 'delete', name]).catch(() => {});
        // Another process may have cables with these names; try the next network.
        if (!String(error).includes('File exists')) return null;
      }
    }
    return null;
  }

  /** Command prefix that runs a command in the namespace, under the same process id. */
  get enter(): string[] {
    return ['nsenter', `--net=/run/netns/${this.#name}`];
  }

  async close(): Promise<void> {
    process.off('exit', this.#abandon);
    await ip(['netns', 'delete', this.#name]);
  }

  readonly #abandon = (): void => {
    execFileSync('ip', ['netns', 'delete', this.#name], { stdio: 'ignore' });
  };
}

async function makeCables(name: string, network: number, count: number): Promise<Cable[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const base = `198.${18 + (network >> 8)}.${network & 255}`;
  const [outer, inner] = [1, 2].map((end) => (number: number) => `${base}.${4 * number + end}`);
  const device = (number: number): string => `db${network}.${number}`;
  await batch(
    [],
    [
      `netns add ${name}`,
      ...numbers.flatMap((number) => [
        `link add ${device(number)} type veth peer name cable${number} netns ${name}`,
        `addr add ${outer(number)}/30 dev ${device(number)}`,
        `link set ${device(number)} up`,
      ]),
    ],
  );
  await batch(
    ['-netns', name],
    [
      'link set lo up',
      ...numbers.flatMap((number) => [`addr add ${inner(number)}/30 dev cable${number}`, `link set cable${number} up`]),
    ],
  );
  const set = (number: number, state: string) => ip(['link', 'set', device(number), state]);
  return numbers.map((number) => ({
    outer: outer(number),
    inner: inner(number),
    unplug: () => set(number, 'down'),
    plug: () => set(number, 'up'),
  }));
}

async function ip(args: string[]): Promise<void> {
  await promisify(execFile)('ip', args);
}

async function batch(options: string[], lines: string[]): Promise<void> {
  const child = spawn('ip', [...options, '-batch', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${lines.join('\n')}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said);
}

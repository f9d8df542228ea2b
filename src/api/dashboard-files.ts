import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Output folder of the dashboard's build; the path is the same from the sources and from the compiled code. */
const folder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

const types = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' } as const;
const endings = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof endings;

export interface EncodedFile {
  bytes: Buffer;
  /** Null if uncompressed. */
  encoding: Encoding | null;
}

export interface DashboardFile extends EncodedFile {
  type: (typeof types)[keyof typeof types];
  /** Whether the name contains a content hash, so that browsers may cache the file forever. */
  lasting: boolean;
}

interface Variants {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Files of the dashboard and their compressed forms, read once. */
export class DashboardFiles {
  readonly #page: Variants;
  readonly #files: ReadonlyMap<string, Variants>;

  /** Throws if the dashboard has not been built. */
  constructor() {
    if (!existsSync(join(folder, 'index.html'))) {
      throw new Error(`the dashboard is not built: npm run setup builds ${folder}`);
    }
    this.#page = readVariants('index.html');
    const names = readdirSync(folder).filter((name) => extname(name) in types);
    this.#files = new Map(names.map((name) => [name, readVariants(name)]));
  }

  page(accepted: string): EncodedFile {
    return chosen(this.#page, accepted);
  }

  /** Returns a file; null for an unknown name, such as one from an earlier version of the page. */
  find(name: string, accepted: string): DashboardFile | null {
    const file = this.#files.get(name);
    if (file === undefined) return null;
    const type = types[extname(name) as keyof typeof types];
    return { ...chosen(file, accepted), type, lasting: /-[A-Z0-9]{8}\.\w+$/.test(name) };
  }
}

function readVariants(name: string): Variants {
  const read = (ending: string) => readFileSync(join(folder, name + ending));
  return { plain: read(''), br: read(endings.br), gzip: read(endings.gzip) };
}

function chosen(file: Variants, accepted: string): EncodedFile {
  const encoding = bestEncoding(accepted);
  return { bytes: file[encoding ?? 'plain'], encoding };
}

/** Returns the best encoding for an Accept-Encoding header: Brotli if accepted, else gzip, else null. */
export function bestEncoding(accepted: string): Encoding | null {
  const codings = new Map<string, boolean>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim());
    codings.set(coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  const isAccepted = (name: string) => codings.get(name) ?? codings.get('*') ?? false;
  return (['br', 'gzip'] as const).find(isAccepted) ?? null;
}

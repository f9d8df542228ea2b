import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Repository root; the path is the same from the sources and from the compiled code. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const pageFolder = join(root, 'docs-page');
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const types = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' } as const;

export interface DocsFile {
  type: (typeof types)[keyof typeof types];
  bytes: Buffer;
  /** Whether the name contains a content hash, so that browsers may cache the file forever. */
  lasting: boolean;
}

/**
 * Files of the documentation page, read once. The page requests its parts with a digest of all of them as prefix,
 * `{digest}-page.css`; the plain name works as well.
 */
export class DocsFiles {
  readonly page: Buffer;
  /** Source text of `openapi.yaml`. */
  readonly contract: Buffer;
  readonly #digest: string;
  readonly #files: ReadonlyMap<string, Omit<DocsFile, 'lasting'>>;

  /** Throws if a file is missing from the installation. */
  constructor() {
    const own = readdirSync(pageFolder).filter((name) => extname(name) in types);
    const texts = new Map([...own.map((name) => readText(pageFolder, name)), ...swaggerFiles.map(readSwagger)]);
    const html = readFileSync(join(pageFolder, 'index.html'), 'utf8');
    this.#digest = digestOf([html, ...texts.values()]);
    this.page = Buffer.from(html.replaceAll('"/v1/docs/', `"/v1/docs/${this.#digest}-`));
    this.contract = readFileSync(join(root, 'openapi.yaml'));
    this.#files = new Map(
      [...texts].map(([name, text]) => [name, { type: typeOf(name), bytes: Buffer.from(this.#linked(text)) }]),
    );
  }

  /** Returns a file; null for an unknown name, such as one from an earlier version of the page. */
  find(name: string): DocsFile | null {
    const prefix = `${this.#digest}-`;
    const lasting = name.startsWith(prefix);
    const file = this.#files.get(lasting ? name.slice(prefix.length) : name);
    return file === undefined ? null : { ...file, lasting };
  }

  /** Adds the digest to the imports of a module, too. */
  #linked(text: string): string {
    return text.replaceAll(/^(import .* from '\.\/)/gm, `$1${this.#digest}-`);
  }
}

function readText(folder: string, name: string): [string, string] {
  return [name, readFileSync(join(folder, name), 'utf8')];
}

/** Reads a file of Swagger UI without its link to a source map, which is not served. */
function readSwagger(name: string): [string, string] {
  const text = readFileSync(join(swaggerFolder, name), 'utf8');
  return [name, text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, '')];
}

function typeOf(name: string): DocsFile['type'] {
  return types[extname(name) as keyof typeof types];
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 12);
}

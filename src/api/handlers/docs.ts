import { document } from '../../generated/document.ts';
import type { DocsHandlers, ErrorReply, JsonReply, TextReply } from '../../generated/handlers.ts';
import type { Contract, FileName } from '../../generated/types.ts';
import type { Always } from '../contract/failures.ts';
import { Get, Path, Route } from '../contract/route-decorators.ts';
import type { DocsFiles } from '../docs-files.ts';
import { ApiError } from '../errors/api-error.ts';

/** The page may load from and call only this server; `data:` is for images in its styles. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const alwaysAsk = { 'cache-control': 'no-cache' };
const keep = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Frozen, so that it is serialized only once. */
const contract: Contract = Object.freeze({ ...document });

/** Serves the contract as a page and as files. */
@Route('v1')
export class DocsHandler implements DocsHandlers {
  readonly #files: DocsFiles;

  constructor(files: DocsFiles) {
    this.#files = files;
  }

  @Get('docs')
  async getDocsPage(): Promise<TextReply<200, 'text/html'> | ErrorReply<Always>> {
    const headers = { ...alwaysAsk, 'content-security-policy': pagePolicy };
    return { status: 200, type: 'text/html', body: this.#files.page, headers };
  }

  @Get('docs/{file_name}')
  async getDocsFile(
    @Path('file_name') name: FileName,
  ): Promise<TextReply<200, 'image/svg+xml' | 'text/css' | 'text/javascript'> | ErrorReply<Always | 400 | 404>> {
    const file = this.#files.find(name);
    if (file === null)
      throw new ApiError('not_found', `file_name: the documentation has no file ${name}`, { param: 'file_name' });
    return { status: 200, type: file.type, body: file.bytes, headers: file.lasting ? keep : alwaysAsk };
  }

  @Get('openapi.json')
  async getContract(): Promise<JsonReply<200, Contract> | ErrorReply<Always>> {
    return { status: 200, body: contract, headers: alwaysAsk };
  }

  @Get('openapi.yaml')
  async getContractText(): Promise<TextReply<200, 'application/yaml'> | ErrorReply<Always>> {
    return { status: 200, type: 'application/yaml', body: this.#files.contract, headers: alwaysAsk };
  }
}

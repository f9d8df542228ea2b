import type { DashboardHandlers, ErrorReply, RequestContext, TextReply } from '../../generated/handlers.ts';
import type { AcceptEncoding, FileName } from '../../generated/types.ts';
import type { Always } from '../contract/failures.ts';
import { Get, Header, Inject, Path, Route } from '../contract/route-decorators.ts';
import type { DashboardFiles, EncodedFile } from '../dashboard-files.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * The page may load from and call only this server, and never creates code or markup from text. Its only trusted-types
 * policy admits the URL of its worker's script.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types diff-worker',
].join('; ');

/** Serves the dashboard: its page and its files. */
@Route('v1')
export class DashboardHandler implements DashboardHandlers {
  readonly #files: DashboardFiles;

  constructor(files: DashboardFiles) {
    this.#files = files;
  }

  @Get('app')
  async getDashboardPage(
    @Inject() _context: RequestContext,
    @Header('Accept-Encoding') accepted?: AcceptEncoding,
  ): Promise<TextReply<200, 'text/html'> | ErrorReply<Always | 400>> {
    const page = this.#files.page(accepted ?? '');
    const headers = { ...encodingHeaders(page), 'cache-control': 'no-cache', 'content-security-policy': pagePolicy };
    return { status: 200, type: 'text/html', body: page.bytes, headers };
  }

  @Get('app/{file_name}')
  async getDashboardFile(
    @Path('file_name') name: FileName,
    @Inject() _context: RequestContext,
    @Header('Accept-Encoding') accepted?: AcceptEncoding,
  ): Promise<TextReply<200, 'image/svg+xml' | 'text/css' | 'text/javascript'> | ErrorReply<Always | 400 | 404>> {
    const file = this.#files.find(name, accepted ?? '');
    if (file === null) {
      throw new ApiError('not_found', `file_name: the dashboard has no file ${name}`, { param: 'file_name' });
    }
    const keep = file.lasting ? 'public, max-age=31536000, immutable' : 'no-cache';
    return {
      status: 200,
      type: file.type,
      body: file.bytes,
      headers: { ...encodingHeaders(file), 'cache-control': keep },
    };
  }
}

function encodingHeaders({ encoding }: EncodedFile): Record<string, string> {
  return { vary: 'accept-encoding', ...(encoding === null ? {} : { 'content-encoding': encoding }) };
}

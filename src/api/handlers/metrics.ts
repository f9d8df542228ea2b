import type { ErrorReply, JsonReply, KeyedContext, MetricsHandlers, TextReply } from '../../generated/handlers.ts';
import type { Load } from '../../generated/types.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Route, Security } from '../contract/route-decorators.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Figures for Prometheus. */
@Route('v1')
export class MetricsHandler implements MetricsHandlers {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  @Get('metrics')
  @Security('bearerAuth')
  async getMetrics(@Inject() _context: KeyedContext): Promise<TextReply<200, 'text/plain'> | ErrorReply<Keyed>> {
    return { status: 200, type: 'text/plain', body: await this.#metrics.text() };
  }

  @Get('load')
  @Security('bearerAuth')
  async getLoad(@Inject() _context: KeyedContext): Promise<JsonReply<200, Load> | ErrorReply<Keyed>> {
    return { status: 200, body: { server_load: this.#metrics.http.answering } };
  }
}

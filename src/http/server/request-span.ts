/** The span of a request (OpenTelemetry, semantic conventions for HTTP servers). */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripQuery } from '../routing.js';
import type { Tracer } from '../../tracing/tracer.js';
import { methodLabel, NO_ROUTE, type ObservedRequest } from './observed-request.js';

/** Answers a request in a span that ends with its response. Its effects continue this span's trace. */
export function inRequestSpan(
  tracer: Tracer,
  request: IncomingMessage,
  response: ServerResponse,
  observed: ObservedRequest,
  answer: () => Promise<void>,
): Promise<void> {
  const { trace } = observed;
  const method = methodLabel(request);
  return tracer.span(method, { kind: 'server', trace }, async (span) => {
    const { traceparent } = tracer.headers();
    observed.trace = { ...trace, traceparent };
    const closed = once(response, 'close');
    await answer();
    if (!response.writableEnded) await closed;
    const { target, route, agent, reason } = observed;
    const status = response.headersSent ? response.statusCode : 0;
    if (route !== NO_ROUTE) span.rename(`${method} ${route}`);
    span.set({
      'http.request.method': method,
      'http.response.status_code': status,
      'url.path': stripQuery(target),
      'cargograph.request_id': trace.requestId,
      ...(route !== NO_ROUTE && { 'http.route': route }),
      ...(agent !== undefined && { 'cargograph.agent': agent }),
    });
    if (status >= 500) span.fail(reason ?? 'error');
  });
}

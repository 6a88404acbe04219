/** Requests counted and timed by the address's template, never by the address itself: a caller must not be able to make labels. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A request that is being answered. */
export interface ObservedRequest {
  /** The template that its address was declared with, when it is known. */
  route: string;
  /** A stream of events lasts as long as somebody listens: that is no delay. */
  isStream: boolean;
}

/** What is to be asked for each request, before it is answered. */
export function requestMetrics(
  metrics: Metrics,
): (request: IncomingMessage, response: ServerResponse) => ObservedRequest {
  const counter = metrics.counter('http_requests_total', 'Requests answered; status 0: the caller hung up before.', [
    'method',
    'route',
    'status',
  ]);
  const seconds = metrics.histogram('http_request_duration_seconds', 'From the request to the end of its answer.', [
    'method',
    'route',
  ]);
  let open = 0;
  metrics.add({
    name: 'http_requests_open',
    help: 'Requests being answered, event streams among them.',
    read: () => open,
  });
  // Finding a figure by its labels costs more than counting; those in use are few.
  const cells = new Map<string, { readonly count: () => void; readonly time: (value: number) => void }>();
  const cell = (
    method: string,
    route: string,
    status: string,
  ): { count: () => void; time: (value: number) => void } => {
    const key = `${method} ${status} ${route}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const counted = counter.labels({ method, route, status });
    const timed = seconds.labels({ method, route });
    const made = {
      count: () => {
        counted.inc();
      },
      time: (value: number) => {
        timed.observe(value);
      },
    };
    cells.set(key, made);
    return made;
  };
  return ({ method: asked = '' }, response) => {
    const watched: ObservedRequest = { route: 'none', isStream: false };
    const began = performance.now();
    open += 1;
    response.on('close', () => {
      open -= 1;
      const method = METHODS.has(asked) ? asked : 'other';
      const { count, time } = cell(method, watched.route, response.headersSent ? String(response.statusCode) : '0');
      count();
      if (!watched.isStream) time((performance.now() - began) / 1000);
    });
    return watched;
  };
}

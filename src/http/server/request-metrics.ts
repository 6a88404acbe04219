/** Counts and times requests by route template, never by URL: a caller must not be able to create labels. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../../metrics/metrics.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A request that is being answered. */
export interface ObservedRequest {
  /** The template of its route, once it is found. */
  route: string;
  /** An event stream lasts as long as its client listens: its duration is no delay. */
  isStream: boolean;
}

/** Registers metrics of requests; the result is called for each request before it is answered. */
export function requestMetrics(
  metrics: Metrics,
): (request: IncomingMessage, response: ServerResponse) => ObservedRequest {
  const counter = metrics.counter(
    'http_requests_total',
    'Requests answered; status 0: the client closed the connection before.',
    ['method', 'route', 'status'],
  );
  const seconds = metrics.histogram('http_request_duration_seconds', 'From the request to the end of its response.', [
    'method',
    'route',
  ]);
  let open = 0;
  metrics.add({
    name: 'http_requests_open',
    help: 'Requests being answered, event streams among them.',
    read: () => open,
  });
  // prom-client's lookup by labels costs more than counting; the combinations in use are few.
  const children = new Map<string, { readonly count: () => void; readonly time: (value: number) => void }>();
  const childOf = (
    method: string,
    route: string,
    status: string,
  ): { count: () => void; time: (value: number) => void } => {
    const key = `${method} ${status} ${route}`;
    const cached = children.get(key);
    if (cached !== undefined) return cached;
    const counterChild = counter.labels({ method, route, status });
    const secondsChild = seconds.labels({ method, route });
    const child = {
      count: () => {
        counterChild.inc();
      },
      time: (value: number) => {
        secondsChild.observe(value);
      },
    };
    children.set(key, child);
    return child;
  };
  return ({ method: requested = '' }, response) => {
    const observed: ObservedRequest = { route: 'none', isStream: false };
    const start = performance.now();
    open += 1;
    response.on('close', () => {
      open -= 1;
      const method = METHODS.has(requested) ? requested : 'other';
      const { count, time } = childOf(method, observed.route, response.headersSent ? String(response.statusCode) : '0');
      count();
      if (!observed.isStream) time((performance.now() - start) / 1000);
    });
    return observed;
  };
}

/** Counts and times requests by route template, not by URL: callers must not be able to create labels. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../../metrics/metrics.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface ObservedRequest {
  /** The template of its route, when it has been found. */
  route: string;
  /** The duration of an event stream depends on its client, and is not measured. */
  isStream: boolean;
}

/** Registers the metrics of requests; the returned function is called for each request before it is handled. */
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
  // The lookup by labels of prom-client costs more than counting, so its few results are cached.
  const createChildren = (method: string, route: string, status: string) => ({
    count: counter.labels({ method, route, status }),
    time: seconds.labels({ method, route }),
  });
  const cache = new Map<string, ReturnType<typeof createChildren>>();
  const childrenOf = (method: string, route: string, status: string): ReturnType<typeof createChildren> => {
    const key = `${method} ${status} ${route}`;
    const children = cache.get(key) ?? createChildren(method, route, status);
    cache.set(key, children);
    return children;
  };
  return ({ method: requested = '' }, response) => {
    const observed: ObservedRequest = { route: 'none', isStream: false };
    const start = performance.now();
    open += 1;
    response.on('close', () => {
      open -= 1;
      const method = METHODS.has(requested) ? requested : 'other';
      const status = response.headersSent ? String(response.statusCode) : '0';
      const { count, time } = childrenOf(method, observed.route, status);
      count.inc();
      if (!observed.isStream) time.observe((performance.now() - start) / 1000);
    });
    return observed;
  };
}

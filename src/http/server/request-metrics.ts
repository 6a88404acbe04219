/** Counts and times requests by route template, not by URL: callers must not be able to create labels. */
import type { Metrics } from '../../metrics/metrics.js';
import type { ObservedRequest } from './observed-request.js';

export interface RequestMetrics {
  /** Called for each request before it is handled. */
  begin(): void;
  /**
   * Called when its connection is closed or its response is sent.
   *
   * @param status 0: the client has disconnected before the response.
   */
  end(observed: ObservedRequest, method: string, status: number): void;
}

/** Registers the metrics of requests. */
export function requestMetrics(metrics: Metrics): RequestMetrics {
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
  return {
    begin: () => {
      open += 1;
    },
    end: ({ route, isStream, start }, method, status) => {
      open -= 1;
      const { count, time } = childrenOf(method, route, String(status));
      count.inc();
      if (!isStream) time.observe((performance.now() - start) / 1000);
    },
  };
}

/** The console's addresses of resources: the URI with `/console` behind the base (D67). */
import type { UriScheme } from '../uris.js';

/** The page of the resource at a route; undefined for a route that has none. */
export function pageOf(uris: UriScheme, route: string, params: Readonly<Record<string, string>>): string | undefined {
  if (route === '/') return `${uris.base}/console/`;
  const object = route === '/logistics-objects/:id' ? uris.findObject(params['id'] ?? '') : undefined;
  return object && `${uris.base}/console${object.slice(uris.base.length)}`;
}

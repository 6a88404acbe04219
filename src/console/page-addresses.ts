/** The console's addresses of resources: the URI with `/console` behind the base (D67). */
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';

/** The page of the resource at a route; undefined for a route that has none. */
export function pageOf(uris: UriScheme, route: string, params: Readonly<Record<string, string>>): string | undefined {
  if (route === '/') return `${uris.base}/console/`;
  const resource = resourceAt(uris, route, params);
  return resource && `${uris.base}/console${resource.slice(uris.base.length)}`;
}

/** The object or revision (W8) at a route. */
function resourceAt(
  uris: UriScheme,
  route: string,
  { id = '', number = '' }: Readonly<Record<string, string>>,
): Iri | undefined {
  const object = uris.findObject(id);
  if (object === undefined || route === '/logistics-objects/:id') return object;
  if (route !== '/logistics-objects/:id/revisions/:number') return undefined;
  const kind = uris.graphKind(`${object}/revisions/${number}`);
  return kind?.kind === 'revision' ? uris.revision(object, kind.number) : undefined;
}

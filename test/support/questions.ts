/** The requests that a caller can send about an object without access to it: every address, method and condition. */
import { add, changeBody, remove } from './changes.js';
import { anyUri, delegationBody, eventBody, subscriptionBody } from './exchange.js';
import { cargo, context, type Json } from './node.js';
import type { Question } from './two-worlds.js';
import { verificationBody } from './verifications.js';

/** The ids for a route's parameters. */
const ids: Readonly<Record<string, readonly string[]>> = {
  ':id': ['secret', 'open', 'none'],
  ':event': ['setup-1', 'none'],
  ':error': ['none'],
  ':number': ['1', '2', '3', '4'],
  ':name': ['cargo', 'api', 'none'],
  '*document': ['2026', '2026/03/01', `2026/03/01/${'0'.repeat(32)}`, '2026/03/02', 'none'],
};

/** The paths of a route: each parameter with each of its values. */
function pathsOf(route: string, secret: string): string[] {
  const [parameter] = /[:*][a-z]+/.exec(route) ?? [];
  if (parameter === undefined) return [route];
  const values = parameter === '*uri' ? [secret, encodeURIComponent(secret), `${secret}/revisions/1`] : ids[parameter];
  return (values ?? ['none']).flatMap((id) =>
    pathsOf(
      route.replace(parameter, () => id),
      secret,
    ),
  );
}

const DAY = 86_400_000;
const httpDate = (time: number): string => new Date(time).toUTCString();

/** Header fields of reads; `now` is the time of both worlds. */
const readHeaders = (now: number): Readonly<Record<string, string>>[] => [
  {},
  { Accept: 'text/turtle' },
  { Accept: 'application/ld+json; version=2.3.0' },
  { Accept: 'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened"' },
  { Accept: 'text/html' },
  { Accept: 'image/png' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"1.jsonld.2.0.0"' },
  { 'If-None-Match': 'W/"3.jsonld.2.0.0"' },
  { 'If-Match': '*' },
  { 'If-Match': '"3.jsonld.2.0.0"' },
  { 'If-Modified-Since': httpDate(now - DAY) },
  { 'If-Unmodified-Since': httpDate(now - DAY / 2) },
  { 'Accept-Datetime': httpDate(now - DAY / 2) },
  { 'Accept-Datetime': 'nonsense' },
  { Range: 'bytes=0-10' },
  { 'Accept-Encoding': 'gzip' },
];

/** Header fields of writes. */
const writeHeaders = (now: number): Readonly<Record<string, string>>[] => [
  {},
  { Accept: 'application/ld+json; version=2.3.0' },
  { 'If-Match': '*' },
  ...[1, 2, 3, 4].map((revision) => ({ 'If-Match': `"${revision}.jsonld.2.0.0"` })),
  { 'If-Match': '"1"' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"1.jsonld.2.0.0"' },
  { 'If-None-Match': 'W/"3"' },
  ...[-2 * DAY, -DAY, -DAY / 2, -1_000, DAY].map((ago) => ({ 'If-Unmodified-Since': httpDate(now + ago) })),
  { 'Content-Type': 'text/plain' },
  { Expect: '100-continue' },
];

/** Query parameters by route, including names that an address does not support. */
const queries = (secret: string, now: number): Readonly<Record<string, readonly string[]>> => {
  const time = (ago: number): string => new Date(now + ago).toISOString().replace(/\.\d+/, '');
  const uri = encodeURIComponent(secret);
  return {
    '/logistics-objects/query': ['at=20260301T110000Z', 'at=nonsense', 'embedded=true'],
    '/logistics-objects/:id': [
      'embedded=true',
      'embedded=no',
      `at=${time(-DAY)}`,
      `at=${time(-1_000)}&embedded=true`,
      `at=${time(DAY)}`,
    ],
    '/logistics-objects/:id/audit-trail': ['status=PENDING', 'limit=1', `updated-from=${time(-DAY)}`],
    '/logistics-objects/:id/logistics-events': ['limit=1', 'eventType=x', `created-after=${time(-DAY)}`],
    '/action-requests': [
      `logistics-object=${uri}`,
      'type=ChangeRequest',
      'status=REQUEST_PENDING',
      'limit=1&skip=1',
      `logistics-object=${uri}&limit=0`,
    ],
    '/subscriptions': [
      `topicType=LOGISTICS_OBJECT_IDENTIFIER&topic=${uri}`,
      `topicType=LOGISTICS_OBJECT_TYPE&topic=${encodeURIComponent(`${cargo}Piece`)}`,
    ],
    '/internal/labels': [`uri=${uri}`, `uri=${uri}&uri=${uri.replace('secret', 'open')}`],
    '/internal/lookup': ['q=secret', 'q=sec', 'q=SECRET-1', 'q=SEC', `q=${uri}`, 'q=o'],
    '/internal/objects': [
      'q=secret',
      'q=SECRET-1',
      'type=Piece',
      'type=Shipment',
      'limit=1',
      'sort=-modified',
      'limit=2&skip=1',
    ],
    '/internal/objects/:id/links': [
      'direction=in',
      'direction=out',
      'depth=2',
      `at=${time(-DAY)}`,
      'direction=both&depth=3',
    ],
    '/internal/objects/:id/knowledge': [`property=${encodeURIComponent(`${cargo}goodsDescription`)}`],
    '/internal/objects/:id/life': ['depth=1', 'depth=3'],
    '/internal/objects/:id/revisions': ['limit=1', 'skip=1'],
    '/internal/objects/:id/diff': ['from=1&to=2', 'from=1&to=9'],
    '/internal/objects/:id/access': [`agent=${encodeURIComponent(secret.replace('secret', 'rival'))}`],
    '/internal/requests': [
      `object=${uri}`,
      'status=REQUEST_PENDING',
      `object=${uri}&status=REQUEST_REJECTED`,
      'limit=1',
      'type=ChangeRequest',
    ],
    '/feed': [
      'since=20260301T000000Z',
      `since=20260301T000000Z&object=${uri}`,
      'since=20260301T000000Z&type=Piece',
      `since=2026-03-01T10:00:00.400Z&after=${uri}${encodeURIComponent('/revisions/1')}`,
      `since=${time(-DAY)}`,
      `after=${uri}`,
    ],
    '/logistics-objects/:id/timemap': ['page=1', 'page=2'],
    '/rdf-graph-store': [
      'default',
      `default&at=${time(-DAY / 2)}`,
      ...['/revisions/1', '/revisions/9', '/head', '/links', '/acl', '/acl/revisions/1', '/revisions/1/provenance'].map(
        (suffix) => `graph=${uri}${encodeURIComponent(suffix)}`,
      ),
      `graph=${uri}${encodeURIComponent('/logistics-events/setup-1')}`,
      `graph=${uri.replace('logistics-objects%2Fsecret', 'action-requests%2Fsetup-1')}`,
      `graph=${uri.replace('logistics-objects%2Fsecret', 'inbox%2Fsetup-1')}`,
    ],
    '/internal/requests/:id/preview': ['decision=REQUEST_ACCEPTED'],
    '/internal/agent': [`uri=${uri}`, `uri=${uri.replace('secret', 'rival')}`],
    '/internal/agent/access': [`uri=${uri.replace('secret', 'rival')}`],
    '/internal/receipts': [`object=${uri}`],
    '/internal/validations': [`object=${uri}`, `object=${uri}&as=change`, 'as=object'],
    '/internal/model/terms': ['name=Piece'],
  };
};

/** SPARQL queries about the contents of the default graph and the named graphs. */
const sparql = (secret: string): string[] => [
  'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  'SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }',
  'SELECT ?g { GRAPH ?g { } } ORDER BY ?g',
  `ASK { <${secret}> ?p ?o }`,
  `ASK { GRAPH <${secret}/revisions/2> { ?s ?p ?o } }`,
  `DESCRIBE <${secret}>`,
  `SELECT ?p ?o { <${secret}> ?p ?o }`,
  `SELECT ?s ?p { ?s ?p <${secret}> } ORDER BY ?s ?p`,
  `SELECT ?o FROM <${secret}/revisions/1> { ?s ?p ?o }`,
  'SELECT ?t (COUNT(*) AS ?n) { ?s a ?t } GROUP BY ?t ORDER BY ?t',
  'CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER(CONTAINS(STR(?o), "SECRET")) }',
];

/** The documents that can be sent about the object. */
function bodies(secret: string): Readonly<Record<string, readonly Json[]>> {
  const agent = secret.replace('secret', 'stranger');
  const changes = [
    ...[1, 2, 3, 4, 999].map((revision) => changeBody(secret, revision, [add(secret, 'upid', 'x')])),
    changeBody(secret, 1, [add(secret, 'zz', 'x')]),
    changeBody(secret, 3, [add(secret, 'zz', 'x')]),
    changeBody(secret, 1, [remove(secret, 'goodsDescription', 'plain')]),
    changeBody(secret, 1, [add(secret, 'goodsDescription', 'a second value')]),
    changeBody(secret, 1, [add(secret, 'shipmentOfPieces', secret.replace('secret', 'linked'), 'Piece')]),
    changeBody(secret, 1, [add('internal:setup-9', 'unit', 'x')]),
    changeBody(secret, 1, [add(secret, 'grossWeight', '_:w', 'Value'), add('_:w', 'unit', 'KGM')]),
    changeBody(secret, 1, [add(secret, 'coload', 'maybe', 'xsd:boolean')]),
    changeBody(secret, 1, [add(secret, `http://www.w3.org/1999/02/22-rdf-syntax-ns#type`, `${cargo}Nothing`, 'Piece')]),
    changeBody(secret.replace('secret', 'open'), 1, [add(secret, 'upid', 'x')]),
    changeBody(secret, 1, [add(secret, 'upid', 'x')], {
      'api:hasVerificationRequest': {
        '@id': secret.replace('logistics-objects/secret', 'action-requests/setup-1'),
      },
      'api:notifyRequestStatusChange': true,
    }),
    { '@context': context, '@type': 'api:Change' },
    'nonsense',
  ];
  const verifications = [1, 2, 3, 7].map((revision) => verificationBody(secret, revision));
  const zoned = eventBody({ 'cargo:eventFor': { '@id': secret } });
  const subscription = subscriptionBody({ subscriber: agent, topic: secret });
  const delegation = delegationBody({ objects: [secret], delegates: [agent] });
  const notification = {
    '@context': context,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasLogisticsObject': { '@id': secret },
  };
  const objects = ['open', 'secret', 'linked', 'nowhere'].map((name) => ({ '@id': secret.replace('secret', name) }));
  const query = { '@context': context, '@type': 'api:LogisticsObjectsQuery' };
  return {
    'POST /logistics-objects/query': [
      { ...query, 'api:hasLogisticsObjects': objects },
      { ...query, 'api:hasLogisticsObjectRef': { '@id': secret } },
    ],
    'PATCH /logistics-objects/:id': changes,
    'POST /logistics-objects/:id': [...verifications, 'nonsense'],
    'POST /logistics-objects/:id/logistics-events': [eventBody(), zoned, eventBody({ 'cargo:zz': 1 }), 'nonsense'],
    'POST /logistics-events': [zoned],
    'POST /subscriptions': [subscription, { ...subscription, 'api:hasTopic': anyUri(`${secret}x`) }],
    'POST /access-delegations': [delegation, delegationBody({ objects: [secret], delegates: [`${agent}-2`] })],
    'POST /notifications': [notification],
    'POST /internal/validations': [...changes.slice(0, 8), ...verifications.slice(0, 2), subscription, delegation],
    'POST /logistics-objects': [{ '@context': context, '@id': secret, '@type': 'cargo:Piece' }],
    'PUT /logistics-objects/:id/acl': [{ '@context': context, '@id': secret }],
  };
}

export const METHODS = ['GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'DELETE'] as const;

/**
 * All requests about one object.
 *
 * @param routes the routes of a node, with their methods.
 * @param secret the object's URI.
 * @param now the time of the node, in milliseconds.
 * @param isThorough every document with every condition; otherwise each address and method once.
 */
export function* questions(
  routes: ReadonlyMap<string, ReadonlySet<string>>,
  secret: string,
  now: number,
  isThorough: boolean,
): Generator<Question> {
  const parameters = queries(secret, now);
  const documents = bodies(secret);
  for (const [route, methods] of routes) {
    const standard = route.replace(/^\/console\/api\//, '/internal/');
    // The second address of a resource has the same handler, so it is tested once.
    const isAlias = standard !== route;
    const isPlain = isAlias || !isThorough;
    for (const path of pathsOf(route, secret)) {
      const paths = [path, ...(parameters[standard] ?? []).map((query) => `${path}?${query}`), `${path}?unknown=1`];
      for (const method of METHODS) {
        if (!methods.has(method) && !(method === 'HEAD' && methods.has('GET'))) {
          if (!isPlain && path.includes('secret')) yield { method, path };
          continue;
        }
        if (method === 'GET' || method === 'HEAD') {
          const isAbout = /secret|^\/logistics-objects\/open|^\/[a-z-]*$/.test(path);
          const headers = isPlain || method === 'HEAD' || !isAbout ? [{}] : readHeaders(now);
          // A stream does not end; another test covers it.
          if (path.endsWith('/stream')) continue;
          for (const full of paths)
            for (const fields of full === path ? headers : headers.slice(0, 3))
              yield { method, path: full, headers: fields };
          continue;
        }
        const sent = documents[`${method} ${standard}`] ?? [undefined];
        for (const [index, body] of sent.entries()) {
          const headers =
            index === 0 && !isPlain && path.includes('secret') ? writeHeaders(now) : [{}, { 'If-Match': '*' }];
          for (const fields of headers) yield { method, path, headers: fields, body };
        }
        for (const full of isPlain ? [] : paths.slice(1)) for (const body of sent) yield { method, path: full, body };
      }
    }
  }
  for (const query of sparql(secret)) {
    yield { method: 'GET', path: `/sparql?query=${encodeURIComponent(query)}` };
    yield { method: 'POST', path: '/sparql', headers: { 'Content-Type': 'application/sparql-query' }, body: query };
  }
}

/** What holds for all addresses of linked data (docs/linked-data.md). */
import { expect } from 'chai';
import { add } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { type Json, member } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const OBJECT = '/logistics-objects/{id}';

interface Address {
  /** As `/openapi.json` has it. */
  readonly template: string;
  /** The status of its answer to a caller that may read it. */
  readonly status?: number;
  readonly types: readonly string[];
  /** Of an object with two revisions and an event. */
  readonly of: (world: TestContext, object: string, event: string) => string;
}

const GRAPH = ['application/ld+json', 'text/turtle', 'application/n-triples'];

const addresses: Readonly<Record<string, Address>> = {
  'a revision': { template: `${OBJECT}/revisions/{number}`, types: GRAPH, of: (_, object) => `${object}/revisions/1` },
  'its provenance': {
    template: `${OBJECT}/revisions/{number}/provenance`,
    types: GRAPH,
    of: (_, object) => `${object}/revisions/1/provenance`,
  },
  'a head': { template: `${OBJECT}/head`, types: GRAPH, of: (_, object) => `${object}/head` },
  'the provenance of an event': {
    template: `${OBJECT}/logistics-events/{event}/provenance`,
    types: GRAPH,
    of: (_world, _object, event) => `${event}/provenance`,
  },
  'a TimeMap': {
    template: `${OBJECT}/timemap`,
    types: ['application/link-format'],
    of: (_, object) => `${object}/timemap`,
  },
  'the TimeGate': {
    template: '/timegate/{uri}',
    status: 302,
    types: [],
    of: (world, object) => `/timegate/${world.uri(object)}`,
  },
  'a difference': {
    template: `${OBJECT}/changes`,
    types: [...GRAPH, 'application/sparql-update', 'application/rdf-patch'],
    of: (_, object) => `${object}/changes?from=1&to=2`,
  },
  'a named graph of the Graph Store': {
    template: '/rdf-graph-store',
    types: [...GRAPH, 'application/rdf+xml'],
    of: (world, object) => `/rdf-graph-store?graph=${encodeURIComponent(world.uri(`${object}/revisions/1`))}`,
  },
  'the description of the dataset': { template: '/.well-known/void', types: GRAPH, of: () => '/.well-known/void' },
};

/** The path of an object with two revisions that the partner may read, and of its event. */
async function changedPiece(world: TestContext): Promise<readonly [object: string, event: string]> {
  const piece = await world.openPiece();
  await world.change(piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
  const posted = await world.holder.post(`${piece}/logistics-events`, eventBody());
  return [piece, world.path(posted.headers.get('location'))];
}

/** The description of GET at an address. */
async function described(world: TestContext, template: string): Promise<Json> {
  const paths = member((await world.anonymous.get('/openapi.json')).json, 'paths');
  // The names of parameters are those of the description.
  const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');
  const [, found] =
    Object.entries(paths as Record<string, Json>).find(([path]) => shape(path) === shape(template)) ?? [];
  return member(found, 'get');
}

const statements: readonly Statement[] = [
  ...each(addresses, ({ template, status = 200, types, of }) => ({
    section: 'W77',
    statement: 'it is described, with its media types, and answers with the fields of its description',
    holds: async (world) => {
      const get = await described(world, template);
      const answer = member(member(get, 'responses'), String(status));
      expect(Object.keys((member(answer, 'content') ?? {}) as object)).to.include.members(types);
      for (const refused of ['401', '404'])
        if (!(refused === '404' && template === '/.well-known/void'))
          expect(member(member(get, 'responses'), refused), refused).to.not.equal(undefined);
      const path = of(world, ...(await changedPiece(world)));
      for (const accept of types.length === 0 ? ['*/*'] : types) {
        const reply = await world.holder.get(path, { headers: { Accept: accept } });
        expect(reply.status, reply.text).to.equal(status);
        if (types.length > 0)
          expect(reply.headers.get('content-type')).to.match(new RegExp(`^${accept.replaceAll('+', '\\+')}`));
      }
    },
  })),
  ...each(addresses, ({ status = 200, of }) => ({
    section: 'W79; D61',
    statement: 'it has HEAD, an id of the request and the limits of callers; a page of another origin sees its fields',
    holds: async (world) => {
      const path = of(world, ...(await changedPiece(world)));
      const headers = { Origin: 'https://app.example', 'X-Request-Id': 'request-7' };
      const [get, head] = [
        await world.holder.get(path, { headers }),
        await world.holder.send('HEAD', path, { headers }),
      ];
      for (const reply of [get, head]) {
        expect(reply.status, reply.text).to.equal(status);
        expect(reply.headers.get('x-request-id')).to.equal('request-7');
        expect(reply.headers.get('access-control-allow-origin')).to.equal('*');
        expect(reply.headers.get('access-control-expose-headers')?.split(',')).to.include.members([
          'Link',
          'Memento-Datetime',
          'Content-Location',
        ]);
      }
      expect(head.text).to.equal('');
      for (const name of ['etag', 'content-type', 'link', 'location', 'memento-datetime'])
        expect(head.headers.get(name), name).to.equal(get.headers.get(name));
    },
  })),
  ...each(addresses, ({ of }) => ({
    section: 'W78',
    statement: 'a query parameter that it does not have is 400',
    holds: async (world) => {
      const path = of(world, ...(await changedPiece(world)));
      const reply = await world.holder.get(`${path}${path.includes('?') ? '&' : '?'}colour=red`);
      expect(reply.status, reply.text).to.equal(400);
    },
  })),
];

conformance('all addresses of linked data', statements);

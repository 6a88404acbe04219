/** The table of the kinds of graphs: names, queries, the engine's permissions, `export` and `check` do what it says of each. */
import { expect } from 'chai';
import { type GraphKind, graphKinds, kindsOf, queriedKinds } from '../src/graph-kinds.js';
import { type Iri, iri } from '../src/rdf/terms.js';
import { contentGroup, eventGroup, membership, requestGroup } from '../src/sparql/engine/permission-graph.js';
import { CallerDataset } from '../src/sparql/worker/caller-dataset.js';
import { SentGraphs } from '../src/sparql/worker/sent-graphs.js';
import { type ScopeSets, scopeSets } from '../src/sparql/worker/visibility.js';
import { UriScheme } from '../src/uris.js';
import { base, object } from './store/support/open.js';

type Kind = GraphKind['kind'];

const uris = new UriScheme(base);
const [piece, request] = [object('piece'), uris.actionRequest('request')];
const event = uris.event(piece, 'event');

/** A graph of each kind: the compiler asks for one of a new kind. */
const examples: Readonly<Record<Kind, Iri>> = {
  revision: uris.revision(piece, 1),
  'revision-provenance': uris.provenance(uris.revision(piece, 1)),
  head: uris.head(piece),
  links: uris.links(piece),
  'access-list': uris.acl(piece),
  'replaced-access-list': uris.aclRevision(piece, 1),
  event,
  'event-provenance': uris.provenance(event),
  'action-request': request,
  'inbox-entry': uris.inboxEntry('entry'),
  'outbox-entry': uris.outboxEntry('entry'),
  receipts: uris.receipts('receipts'),
  'delivery-pause': uris.deliveryPause(piece, undefined),
  'ended-delivery-pause': uris.endedDeliveryPause('pause'),
  'delivery-failure': uris.deliveryFailure(piece, piece),
  mark: uris.headForm,
};

const kindOf = kindsOf(base);

describe('The kinds of graphs', () => {
  it('are told by the names that graphs are given', () => {
    expect(Object.keys(examples)).to.have.members(graphKinds.map(({ kind }) => kind));
    for (const [kind, graph] of Object.entries(examples)) expect(kindOf(graph)?.kind, graph).to.equal(kind);
  });

  it('say what their names say', () => {
    expect(kindOf(uris.revision(piece, 12))).to.include({ object: piece, number: 12 });
    expect(kindOf(uris.aclRevision(piece, 3))).to.include({ object: piece, number: 3 });
    expect(kindOf(uris.provenance(event))).to.include({ object: piece, event });
    expect(kindOf(request)).to.include({ id: 'request' });
  });

  it('are none for other names', () => {
    const others = [
      base,
      piece,
      event.replace('/event', '/'),
      uris.auditTrail(piece),
      uris.events(piece),
      `${piece}/revisions/0`,
      `${piece}/revisions/01`,
      `${piece}/revisions/1/head`,
      `${piece}/../head`,
      `${piece}/head/`,
      `${base}/outbox/one/two`,
      `${base}x/outbox/one`,
      'https://elsewhere.example/logistics-objects/piece/head',
    ];
    for (const name of others) expect(kindOf(name), name).to.equal(undefined);
  });

  const store = new SentGraphs();
  store.apply({
    sequence: 1,
    graphs: Object.values(examples).map((graph) => ({ graph, text: `<${graph}> <urn:p> "of it" .\n` })),
  });
  const queried = (sets: ScopeSets | undefined): Iri[] =>
    [
      ...CallerDataset.filled(
        { base, visibility: { version: 0, sets }, named: true, until: undefined, maxBytes: undefined },
        store,
      ).view.graphs,
    ].map(iri);
  const declared = (passes: (row: (typeof graphKinds)[number]) => boolean): Iri[] =>
    graphKinds.filter(passes).map(({ kind }) => examples[kind]);

  it('are in the dataset of internal agents if queries find them', () => {
    expect(queried(undefined)).to.have.members(declared(({ isQueried }) => isQueried));
  });

  const nothing = { objects: '', events: '', requests: '' };
  for (const [readers, scope] of [
    ['object', { ...nothing, objects: piece }],
    ['events', { ...nothing, events: piece }],
    ['request', { ...nothing, requests: request }],
    ['internal', nothing],
  ] as const)
    it(`are in the dataset of a partner if it may read them: ${readers}`, () => {
      const expected = readers === 'internal' ? [] : declared((row) => row.isQueried && row.readers === readers);
      expect(queried(scopeSets(scope))).to.have.members(expected);
    });

  it('are in the group of those who may read them in an engine', () => {
    const groups = {
      object: () => contentGroup(piece),
      events: () => eventGroup(piece),
      request: requestGroup,
      // No reader is ever stated of it.
      internal: (graph: string) => `${graph}#internal`,
    };
    for (const { kind, readers } of graphKinds) {
      const found = queriedKinds(base)(examples[kind]);
      if (found !== undefined)
        expect(membership(examples[kind], found)).to.include(`<${groups[readers](examples[kind])}> .`);
    }
  });
});

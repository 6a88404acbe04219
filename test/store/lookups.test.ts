import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageTypes } from '../../src/messages/mapping/mappings.js';
import { messageOutcomes } from '../../src/messages/schemas.js';
import { messageTerms } from '../../src/rdf/message-terms.js';
import fc from 'fast-check';
import { requestKinds, requestStatuses } from '../../src/action-requests/action-request.js';
import { createLookups } from '../../src/lookups.js';
import { describeEndedPause } from '../../src/notifications/queues/queue-states.js';
import { describeTombstone, type StoredTombstone } from '../../src/access/tombstones.js';
import { describeErasure, describeState } from '../../src/erasures/erasure.js';
import { describeHold } from '../../src/legal-holds/hold.js';
import { erasureTerms } from '../../src/rdf/erasure-terms.js';
import { describeWatched } from '../../src/console/watched/watched-object.js';
import { describeDraft } from '../../src/drafts/draft.js';
import { draftKinds, draftVisibilities } from '../../src/drafts/schemas.js';
import { describeKey } from '../../src/idempotency/stored-key.js';
import { describeQuestion } from '../../src/questions/saved/saved-question.js';
import { visibilities } from '../../src/questions/schemas.js';
import { filterRules } from '../../src/notifications/receipts/filter-rules.js';
import { describeReceipts, type Receipt } from '../../src/notifications/receipts/receipt.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../src/rdf/terms.js';
import {
  acl,
  createVocabulary,
  dcterms,
  prov,
  rdfs,
  rdfTerms,
  standardNamespaces,
  vcard,
  xsd,
} from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { comparePositions, type IndexedLookup, type Lookup, type LookupEntry } from '../../src/store/lookup.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import { toNQuads } from '../../src/store/oxigraph/ntriples.js';
import { UriScheme } from '../../src/uris.js';
import { scaled } from '../support/size.js';
import { mirrorWrites } from './mirror-writes.js';
import { describeDamagedGraphs } from './damaged-graphs.js';
import { lookupDefinitions, someWords } from './lookup-definitions.js';
import { base, openFolder, openMemory } from './support/open.js';

const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const lookups = createLookups(uris, vocabulary).indexes;
const definitions = lookupDefinitions(uris, vocabulary);
const { api, cargo } = vocabulary;
const ext = erasureTerms(uris.extensions);

interface SparqlJson {
  readonly results: { readonly bindings: readonly Readonly<Record<string, { readonly value: string } | undefined>>[] };
}

/** What the SPARQL query of a lookup answers from the graphs of a store. */
async function defined(store: GraphStore, lookup: Lookup): Promise<Map<string, LookupEntry[]>> {
  const engine = startEngine().newStore();
  try {
    for await (const { graph, text } of store.graphs())
      engine.load(toNQuads(text, graph), { format: 'application/n-quads', lenient: true });
    const definition = definitions.get(lookup.name);
    if (definition === undefined) throw new TypeError(`no definition of ${lookup.name}`);
    const answer = engine.query(definition, { results_format: 'json' });
    if (typeof answer !== 'string') throw new TypeError('no table');
    const rows = (JSON.parse(answer) as SparqlJson).results.bindings;
    const found = new Map<string, LookupEntry[]>();
    for (const { partition, order, value } of rows) {
      if (partition === undefined || order === undefined || value === undefined) continue;
      const place = /^-?\d+$/.test(order.value) ? Number(order.value) : Date.parse(order.value);
      const entry = { partition: partition.value, order: place, value: iri(value.value) };
      found.set(entry.partition, [...(found.get(entry.partition) ?? []), entry]);
    }
    for (const entries of found.values()) entries.sort(comparePositions);
    return found;
  } finally {
    engine.free();
  }
}

const few = (...names: string[]): fc.Arbitrary<Iri> => fc.constantFrom(...names.map((name) => uris.object(name)));
const objects = few('a', 'b-1', 'c.2');
const agents = few('airline', 'forwarder', 'handler');
const time = fc.integer({ min: 0, max: 5 }).map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString());
const dateTime = (text: string): ReturnType<typeof factory.literal> => factory.literal(text, xsd.dateTime);
const integer = (value: number): ReturnType<typeof factory.literal> => factory.literal(String(value), xsd.integer);

/** The new state of a graph: nothing, when it is dropped. */
type Write = readonly [graph: Iri, statements: readonly Quad[]];

const id = fc.integer({ min: 0, max: 3 }).map((number) => `id-${number}`);

const head: fc.Arbitrary<Write> = fc
  .tuple(
    objects,
    time,
    time,
    fc.constantFrom(cargo.Organization, cargo.LogisticsObject),
    fc.integer({ min: 1, max: 9 }),
    fc.subarray(['12312345678/waybillNumber', '12345678/waybillNumber', 'UPID7/upid', 'A%20B/upid']),
  )
  .map(([object, created, modified, type, latest, identifiers]) => [
    uris.head(object),
    [
      triple(node(object), rdfTerms.type, type),
      triple(node(object), api.hasLatestRevision, integer(latest)),
      triple(node(object), dcterms.created, dateTime(created)),
      triple(node(object), dcterms.modified, dateTime(modified)),
      ...identifiers.map((text) => triple(node(object), dcterms.identifier, factory.literal(text))),
    ],
  ]);

const links: fc.Arbitrary<Write> = fc
  .tuple(objects, time, fc.array(objects))
  .map(([object, created, targets]) => [
    uris.links(object),
    [
      triple(node(object), dcterms.created, dateTime(created)),
      ...targets.map((to) => triple(node(object), dcterms.references, node(to))),
    ],
  ]);

const words: fc.Arbitrary<Write> = fc
  .tuple(objects, time, fc.subarray([...someWords]))
  .map(([object, created, some]) => [
    uris.words(object),
    [
      triple(node(object), dcterms.created, dateTime(created)),
      triple(node(object), dcterms.subject, factory.literal(some.join(' '))),
    ],
  ]);

const event: fc.Arbitrary<Write> = fc.tuple(objects, id, time, time).map(([object, name, created, date]) => {
  const uri = uris.event(object, name);
  return [
    uri,
    [
      triple(node(uri), cargo.eventFor, node(object)),
      triple(node(uri), cargo.creationDate, dateTime(created)),
      triple(node(uri), cargo.eventDate, dateTime(date)),
    ],
  ];
});

const recording: fc.Arbitrary<Write> = fc.tuple(objects, id, time).map(([object, name, at]) => {
  const uri = uris.event(object, name);
  return [uris.provenance(uri), [triple(node(uri), prov.generatedAtTime, dateTime(at))]];
});

interface RandomRequest {
  readonly name: string;
  readonly kind: (typeof requestKinds)[number];
  readonly status: (typeof requestStatuses)[number];
  readonly requestor: Iri;
  readonly at: string;
  readonly about: readonly Iri[];
  readonly source: string;
  readonly topic: Iri;
}

function requestGraph({ name, kind, status, requestor, at, about, source, topic }: RandomRequest): Write {
  const uri = uris.actionRequest(name);
  const [root, content] = [node(uri), namedNode(`internal:${name}`)];
  return [
    uri,
    [
      triple(root, rdfTerms.type, api[kind]),
      triple(root, api.hasRequestStatus, api[status]),
      triple(root, api.isRequestedBy, node(requestor)),
      triple(root, api.isRequestedAt, dateTime(at)),
      triple(root, api.hasRequestStatusSince, dateTime(at)),
      ...about.map((object) => triple(content, api.hasLogisticsObject, node(object))),
      triple(root, prov.wasDerivedFrom, node(uris.actionRequest(source))),
      triple(root, api.hasSubscription, content),
      triple(content, api.hasTopic, factory.literal(topic, xsd.anyURI)),
      triple(content, api.hasSubscriber, node(requestor)),
    ],
  ];
}

const request: fc.Arbitrary<Write> = fc
  .record({
    name: id,
    kind: fc.constantFrom(...requestKinds),
    status: fc.constantFrom(...requestStatuses),
    requestor: agents,
    at: time,
    about: fc.array(objects),
    source: id,
    topic: objects,
  })
  .map(requestGraph);

/** A request of each kind in each status: of these pairs random ones are too many to miss none. */
const everyRequest: readonly Write[] = requestKinds.flatMap((kind) =>
  requestStatuses.map((status) =>
    requestGraph({
      name: `${kind}-${status}`,
      kind,
      status,
      requestor: uris.object('airline'),
      at: '2026-01-01T00:00:02.000Z',
      about: [uris.object('a')],
      source: 'id-1',
      topic: uris.object('c.2'),
    }),
  ),
);

const revised: fc.Arbitrary<Write> = fc
  .tuple(objects, fc.integer({ min: 1, max: 3 }), time)
  .map(([object, number, at]) => {
    const uri = uris.revision(object, number);
    return [uris.provenance(uri), [triple(node(uri), prov.generatedAtTime, dateTime(at))]];
  });

const list: fc.Arbitrary<Write> = fc
  .tuple(objects, fc.array(agents), fc.boolean(), fc.subarray([acl.Read, api.GET_LOGISTICS_EVENT, acl.Control]))
  .map(([object, members, everybody, modes]) => {
    const uri = uris.acl(object);
    const root = namedNode(`${uri}#1`);
    return [
      uri,
      [
        triple(root, rdfTerms.type, acl.Authorization),
        ...members.map((agent, index) => triple(root, index % 2 === 0 ? acl.agent : vcard.hasMember, node(agent))),
        triple(root, acl.agentGroup, root),
        ...modes.map((mode) => triple(root, acl.mode, mode)),
        ...(everybody ? [triple(root, acl.agentClass, acl.AuthenticatedAgent)] : []),
        ...(members.length > 2 ? [triple(root, prov.wasDerivedFrom, namedNode(`${uris.acl(object)}#source`))] : []),
      ],
    ];
  });

const queueState: fc.Arbitrary<Write> = fc
  .tuple(fc.boolean(), agents, objects, time)
  .map(([isPause, receiver, topic, at]) => {
    const uri = isPause ? uris.deliveryPause(receiver, topic) : uris.deliveryFailure(receiver, topic);
    const root = node(uri);
    return [uri, [triple(root, api.hasSubscriber, node(receiver)), triple(root, dcterms.created, dateTime(at))]];
  });

const endedPause: fc.Arbitrary<Write> = fc
  .tuple(id, agents, fc.option(objects, { nil: undefined }), time, time)
  .map(([name, receiver, topic, at, endedAt]) => {
    const uri = uris.endedDeliveryPause(name);
    const pause = { receiver, topic, by: receiver, at: new Date(at), reason: undefined };
    return [uri, describeEndedPause(uri, { ...pause, endedBy: receiver, endedAt: new Date(endedAt) }, vocabulary)];
  });

const replacedList: fc.Arbitrary<Write> = fc
  .tuple(objects, fc.integer({ min: 1, max: 3 }), time)
  .map(([object, number, at]) => {
    const uri = uris.aclRevision(object, number);
    return [uri, [triple(node(uri), prov.invalidatedAtTime, dateTime(at))]];
  });

const notification: fc.Arbitrary<Write> = fc
  .tuple(
    fc.tuple(id, fc.boolean(), agents, objects, fc.integer({ min: 1, max: 9 }), time, fc.option(id)),
    fc.option(fc.tuple(objects, fc.integer({ min: 1, max: 4 }))),
  )
  .map(([[name, isReceived, receiver, topic, sequence, at, handedOn], about]) => {
    const uri = isReceived ? uris.inboxEntry(name) : uris.outboxEntry(name);
    const root = node(uri);
    return [
      uri,
      isReceived
        ? [
            triple(root, prov.wasDerivedFrom, namedNode('urn:x:n')),
            triple(root, dcterms.created, dateTime(at)),
            ...(about === null ? [] : [triple(namedNode('urn:x:n'), api.hasLogisticsObject, node(about[0]))]),
          ]
        : [
            triple(root, dcterms.identifier, integer(sequence)),
            triple(root, api.hasSubscriber, node(receiver)),
            triple(root, api.hasTopic, factory.literal(topic, xsd.anyURI)),
            ...(handedOn === null ? [] : [triple(root, dcterms.source, node(uris.inboxEntry(handedOn)))]),
            ...(about === null
              ? []
              : [
                  triple(root, api.hasLogisticsObject, node(about[0])),
                  triple(root, dcterms.hasVersion, integer(about[1])),
                ]),
          ],
    ];
  });

const receipts: fc.Arbitrary<Write> = fc
  .tuple(
    id,
    fc.array(
      fc.tuple(
        ...[agents, objects, fc.option(objects, { nil: undefined }), time, fc.option(id)],
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.constantFrom(...filterRules), { nil: undefined }),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([name, all]) => {
    const graph = uris.receipts(name);
    const described = all.map(([subscriber, topic, object, at, handedOn, revision, filtered]): Receipt => ({
      ...{ notification: iri('urn:x:n'), eventType: 'LOGISTICS_OBJECT_UPDATED', subscriber, topic, object },
      ...{ received: handedOn === null ? undefined : uris.inboxEntry(handedOn) },
      ...{ revision, filtered, createdAt: new Date(at), attempts: 1, confirmedAt: new Date(at), skipped: undefined },
    }));
    return [graph, describeReceipts(graph, described)];
  });

const message: fc.Arbitrary<Write> = fc
  .tuple(id, fc.constantFrom(...messageTypes), fc.constantFrom(...messageOutcomes), objects, time, fc.boolean())
  .map(([name, type, outcome, waybill, at, isErased]) => {
    const graph = uris.message(name);
    const terms = messageTerms(uris.extensions);
    return [
      graph,
      [
        triple(node(graph), terms.messageType, factory.literal(type)),
        triple(node(graph), terms.outcome, factory.literal(outcome)),
        triple(node(graph), terms.waybill, node(waybill)),
        triple(node(graph), prov.generatedAtTime, dateTime(at)),
        ...(isErased ? [triple(node(graph), terms.hasErasure, node(uris.erasure(name)))] : []),
      ],
    ];
  });

const erasedObject: fc.Arbitrary<Write> = fc
  .tuple(objects, fc.array(id), agents, time)
  .map(([object, names, agent, at]) => {
    const tombstone: StoredTombstone = {
      ...{ resource: object, formerType: undefined, deletedAt: new Date(at), latestRevision: 1 },
      ...{ reason: ext.OTHER.value, erasure: uris.erasure('e') },
      readers: new Map([object, ...names.map((name) => uris.actionRequest(name))].map((subject) => [subject, [agent]])),
    };
    return [uris.tombstone(object), describeTombstone(tombstone, vocabulary, ext)];
  });

const erasure: fc.Arbitrary<Write> = fc.tuple(id, agents, time, fc.boolean()).map(([name, by, at, isState]) => {
  const uri = uris.erasure(name);
  // An erasure never changes what it is about.
  const erased = uris.object(name);
  const state = { comment: undefined, receivers: 1, purgedAt: name.length % 2 === 0 ? new Date(at) : undefined };
  if (isState) return [uris.erasureState(uri), describeState(uri, state, ext)];
  const described = {
    uri,
    erased,
    ...(name.length % 3 === 0 && { property: dcterms.title.value, from: [erased, uris.revision(erased, 1)] }),
    reason: 'OTHER',
    at: new Date(at),
    by,
  } as const;
  return [uri, describeErasure(described, ext)];
});

const hold: fc.Arbitrary<Write> = fc.tuple(objects, agents, time, fc.boolean()).map(([held, by, at, hasEnded]) => {
  const end = hasEnded ? { endedAt: new Date(at), endedBy: by } : {};
  return [uris.hold(held), describeHold(uris.hold(held), { held, reason: 'r', by, at: new Date(at), ...end }, ext)];
});

/** A received notification and a legal hold: few random commits have one. */
const received: readonly Write[] = [
  [
    uris.inboxEntry('received'),
    [
      triple(node(uris.inboxEntry('received')), prov.wasDerivedFrom, namedNode('urn:x:n')),
      triple(node(uris.inboxEntry('received')), dcterms.created, dateTime('2026-01-01T00:00:01.000Z')),
      triple(namedNode('urn:x:n'), api.hasLogisticsObject, node(uris.object('a'))),
    ],
  ],
  [
    uris.hold(uris.object('held')),
    describeHold(
      uris.hold(uris.object('held')),
      { held: uris.object('held'), reason: 'r', by: uris.object('a'), at: new Date('2026-01-01T00:00:01.000Z') },
      ext,
    ),
  ],
];

const idempotencyKey: fc.Arbitrary<Write> = fc.tuple(id, agents, time).map(([name, agent, at]) => {
  const graph = uris.idempotencyKey(agent, name);
  return [graph, describeKey(graph, { agent, at: new Date(at), fingerprint: name, answer: { status: 204 } })];
});

const draft: fc.Arbitrary<Write> = fc
  .tuple(id, agents, time, fc.constantFrom(...draftKinds), fc.constantFrom(...draftVisibilities))
  .map(([name, owner, at, kind, visibility]) => {
    const [uri, modified] = [uris.draft(name), new Date(at)];
    const created = new Date('2026-01-01T00:00:00.000Z');
    const copyOf = kind === 'template' ? owner : undefined;
    const typed = { form: 'Piece', title: name, copyOf };
    return [uri, describeDraft({ uri, id: name, owner, created, modified, kind, visibility, ...typed })];
  });
const savedQuestion: fc.Arbitrary<Write> = fc
  .tuple(id, agents, fc.uniqueArray(agents, { maxLength: 2 }), time, fc.constantFrom(...visibilities), fc.boolean())
  .map(([name, owner, readers, at, visibility, isFormer]) => {
    const [uri, modified] = [uris.question(name), new Date(at)];
    const graph = isFormer ? uris.questionRevision(uri, 1) : uri;
    const created = new Date('2026-01-01T00:00:00.000Z');
    const asked = { id: name, title: name, words: '', sparql: 'SELECT * { ?s ?p ?o }' };
    const question = { ...asked, parameters: [], columns: [], chart: null, mirrored: false };
    const members = { uri, id: name, owner, created, modified, visibility, agents: readers, view: null, question };
    return [graph, describeQuestion({ ...members, revision: 1 }, graph, undefined)];
  });
const watchedObject: fc.Arbitrary<Write> = fc.tuple(id, agents, time).map(([name, agent, at]) => {
  const object = uris.object(name);
  const graph = uris.watched(agent, object);
  return [graph, describeWatched(graph, { agent, object, since: new Date(at), seen: new Date(at) })];
});
const agentName: fc.Arbitrary<Write> = fc
  .tuple(fc.constantFrom('alpha', 'beta'), fc.constantFrom('Air', 'Handling', 'Zurich'))
  .map(([host, name]) => {
    const agent = iri(`https://${host}/logistics-objects/_data-holder`);
    return [uris.agentName(agent), [triple(node(agent), rdfs.label, factory.literal(name))]];
  });

const write = fc
  .tuple(
    fc.oneof(
      head,
      links,
      words,
      event,
      recording,
      revised,
      request,
      list,
      replacedList,
      notification,
      queueState,
      endedPause,
      receipts,
      message,
      idempotencyKey,
      draft,
      savedQuestion,
      watchedObject,
      agentName,
      erasedObject,
      erasure,
      hold,
      ...mirrorWrites(uris, vocabulary),
    ),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([[graph, statements], drop]): Write => [graph, drop === 0 ? [] : statements]);
const commits = fc.array(fc.array(write, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

async function commit(store: GraphStore, writes: readonly Write[]): Promise<void> {
  await store.transact([base], async (tx) => {
    for (const [graph, statements] of writes) await tx.replace(graph, statements);
  });
}

/** Gives the entries of a lookup the order of the commits, which no graph holds: one for each value. */
async function takeOrders(
  store: GraphStore,
  lookup: IndexedLookup,
  partitions: Map<string, LookupEntry[]>,
): Promise<void> {
  const orders = new Map<string, number>();
  for (const [partition, entries] of partitions) {
    for (const { value, order } of await store.lookup(lookup, partition)) {
      expect(orders.get(value) ?? order, `${lookup.name}: ${value}`).to.equal(order);
      orders.set(value, order);
    }
    const placed = entries.map((entry) => ({ ...entry, order: orders.get(entry.value) ?? NaN }));
    partitions.set(partition, placed.sort(comparePositions));
  }
  if (lookup.name === 'members') expect(new Set(orders.values()).size, 'a time of its own').to.equal(orders.size);
}

/**
 * Compares every lookup of a store with its SPARQL text: all of it, in pages, from the end, and counted.
 *
 * @param compared gets the names of the lookups that have entries.
 */
async function expectSameAsQueries(store: GraphStore, compared = new Set<string>()): Promise<void> {
  for (const lookup of lookups) {
    const partitions = await defined(store, lookup);
    if (partitions.size > 0) compared.add(lookup.name);
    if (lookup.byCommit !== undefined) await takeOrders(store, lookup, partitions);
    for (const [partition, expected] of partitions) {
      const about = `${lookup.name} of ${partition}`;
      expect(await store.lookup(lookup, partition), about).to.deep.equal(expected);
      expect(await store.count(lookup, partition), `${about}: count`).to.equal(expected.length);
      const backwards = [...expected].reverse();
      expect(await store.lookup(lookup, partition, { reverse: true }), `${about}: reverse`).to.deep.equal(backwards);
      for (const reverse of [false, true]) {
        const all = reverse ? backwards : expected;
        expect(await store.lookup(lookup, partition, { offset: 1, limit: 2, reverse })).to.deep.equal(all.slice(1, 3));
        const pages: LookupEntry[] = [];
        for (let after: LookupEntry | undefined = undefined; ;) {
          const page: LookupEntry[] = await store.lookup(lookup, partition, {
            limit: 2,
            reverse,
            ...(after && { after }),
          });
          if (page.length === 0) break;
          pages.push(...page);
          after = page.at(-1);
        }
        expect(pages, `${about}: by key`).to.deep.equal(all);
      }
      const [low, high] = [expected[1]?.order ?? 0, expected.at(-2)?.order ?? 0];
      const between = expected.filter(({ order }) => order >= low && order <= high);
      for (const reverse of [false, true])
        expect(
          await store.lookup(lookup, partition, { from: low, until: high, reverse }),
          `${about}: between two places`,
        ).to.deep.equal(reverse ? between.toReversed() : between);
    }
    expect(await store.lookup(lookup, 'nothing'), lookup.name).to.deep.equal([]);
    expect(await store.count(lookup, 'nothing'), lookup.name).to.equal(0);
  }
}

describe('lookups equal their SPARQL definitions', () => {
  for (const [where, open] of Object.entries({
    'memory:': () => Promise.resolve({ store: openMemory({ lookups }), close: () => Promise.resolve() }),
    'file:': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lookups-'));
      return { store: openFolder(folder, { lookups }), close: () => rm(folder, { recursive: true }) };
    },
  })) {
    it(`after random commits, in ${where}`, async function () {
      this.timeout(scaled(600_000));
      const compared = new Set<string>();
      await fc.assert(
        fc.asyncProperty(commits, async (all) => {
          const { store: opening, close } = await open();
          const store = await opening;
          try {
            for (const writes of [everyRequest, received, ...all]) await commit(store, writes);
            await expectSameAsQueries(store, compared);
          } finally {
            await store.close();
            await close();
          }
        }),
        { numRuns: scaled(14), seed: 17 },
      );
      // A lookup that the random commits write nothing for would be right whatever it does.
      expect(lookups.map(({ name }) => name).filter((name) => !compared.has(name))).to.deep.equal([]);
    });
  }

  it('when their indexes are built for a store that has none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lookups-'));
    try {
      const before = await openFolder(folder);
      for (const writes of fc.sample(commits, { numRuns: 10, seed: 15 }).flat()) await commit(before, writes);
      await before.close();
      const store = await openFolder(folder, { lookups });
      await expectSameAsQueries(store);
      await store.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('with partitions and values longer than the maximum key of the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lookups-'));
    const agent = (last: string): Iri => iri(`https://example.com/${'é'.repeat(900)}/${last}`);
    try {
      const store = await openFolder(folder, { lookups });
      const graph = uris.acl(uris.object('a'));
      const statements = ['one', 'two'].map((name) => triple(namedNode(`${graph}#1`), acl.agent, node(agent(name))));
      await commit(store, [[graph, statements]]);
      const lookup = lookups.find(({ name }) => name === 'graphs-by-agent');
      if (lookup === undefined) throw new TypeError('no such lookup');
      for (const name of ['one', 'two']) expect(await store.lookup(lookup, agent(name))).to.have.length(1);
      expect(await store.lookup(lookup, agent('three'))).to.deep.equal([]);
      await store.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('damaged graphs', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'lookups-'))));
  after(() => rm(folder, { recursive: true }));

  const fill = async (store: GraphStore): Promise<Iri[]> => {
    const graphs = new Set<Iri>();
    for (const writes of fc.sample(commits, { numRuns: 10, seed: 16 }).flat()) {
      await commit(store, writes);
      for (const [graph] of writes) graphs.add(graph);
    }
    return [...graphs];
  };
  describeDamagedGraphs('memory:', { lookups, fill, open: openMemory });
  describeDamagedGraphs('file:', { lookups, fill, open: (options) => openFolder(folder, options) });
});

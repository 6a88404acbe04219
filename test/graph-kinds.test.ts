/** The table of the kinds of graphs: names, queries, the engine's permissions, `export` and `check` do what it says of each. */
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { check } from '../src/commands/check.js';
import { exportStore } from '../src/commands/export.js';
import { type Extent, type GraphKind, graphKinds, kindsOf, queriedKinds } from '../src/graph-kinds.js';
import { factory, type Iri, iri, node, triple } from '../src/rdf/terms.js';
import { dcterms } from '../src/rdf/vocabulary.js';
import { readSettings } from '../src/settings/settings.js';
import { contentGroup, eventGroup, membership, requestGroup } from '../src/sparql/engine/permission-graph.js';
import { CallerDataset } from '../src/sparql/worker/caller-dataset.js';
import { SentGraphs } from '../src/sparql/worker/sent-graphs.js';
import { type ScopeSets, scopeSets } from '../src/sparql/worker/graph-scope.js';
import { UriScheme } from '../src/uris.js';
import { base, object, openFolder, withFolder } from './store/support/open.js';

type Kind = GraphKind['kind'];

const uris = new UriScheme(base);
const [piece, request] = [object('piece'), uris.actionRequest('request')];
const event = uris.event(piece, 'event');
const partners = 'https://partner.example/logistics-objects/piece';
const copied = uris.copyRevision(partners, 1);

/** A graph of each kind: the compiler asks for one of a new kind. */
const examples: Readonly<Record<Kind, Iri>> = {
  revision: uris.revision(piece, 1),
  'revision-provenance': uris.provenance(uris.revision(piece, 1)),
  head: uris.head(piece),
  links: uris.links(piece),
  words: uris.words(piece),
  'access-list': uris.acl(piece),
  'replaced-access-list': uris.aclRevision(piece, 1),
  event,
  'event-provenance': uris.provenance(event),
  tombstone: uris.tombstone(piece),
  'event-tombstone': uris.tombstone(event),
  erasure: uris.erasure('erasure'),
  'erasure-state': uris.erasureState(uris.erasure('erasure')),
  hold: uris.hold(piece),
  'action-request': request,
  'inbox-entry': uris.inboxEntry('entry'),
  'outbox-entry': uris.outboxEntry('entry'),
  receipts: uris.receipts('receipts'),
  'receipt-expiry': uris.receiptExpiry('expired'),
  'delivery-pause': uris.deliveryPause(piece, undefined),
  'ended-delivery-pause': uris.endedDeliveryPause('pause'),
  'delivery-failure': uris.deliveryFailure(piece, piece),
  'copy-head': uris.copyHead(partners),
  'copy-revision': copied,
  'copy-beside': uris.copyBeside(copied),
  'copy-provenance': uris.provenance(copied),
  'copy-variant': uris.copyVariant(copied, 1),
  'copy-variant-beside': uris.copyBeside(uris.copyVariant(copied, 1)),
  'copy-variant-provenance': uris.provenance(uris.copyVariant(copied, 1)),
  'copy-event': uris.copyEvent(partners, `${partners}/logistics-events/1`),
  'copy-event-provenance': uris.provenance(uris.copyEvent(partners, `${partners}/logistics-events/1`)),
  follow: uris.follow('follow'),
  'follow-objects': uris.followObjects('follow'),
  partner: uris.partner('https://partner.example'),
  'copy-subscription': uris.copySubscription('LOGISTICS_OBJECT_IDENTIFIER', partners, 'https://partner.example'),
  'copy-position': uris.mirrorPosition('inbox'),
  message: uris.message('message'),
  'message-statements': uris.messageStatements(uris.message('message')),
  'message-report': uris.messageReport(uris.message('message')),
  'message-bytes': uris.messageBytes(uris.message('message')),
  'log-start': uris.logStart(1, 1),
  'idempotency-key': uris.idempotencyKey(piece, 'key'),
  draft: uris.draft('draft'),
  'draft-values': uris.draftValues(uris.draft('draft')),
  watched: uris.watched(piece, piece),
  question: uris.question('question'),
  'replaced-question': uris.questionRevision(uris.question('question'), 3),
  'agent-name': uris.agentName('https://partner.example/logistics-objects/partner'),
  mark: uris.headForm,
};

const kindOf = kindsOf(base);

describe('The kinds of graphs', () => {
  it('are recognized by the names of graphs', () => {
    expect(Object.keys(examples)).to.have.members(graphKinds.map(({ kind }) => kind));
    for (const [kind, graph] of Object.entries(examples)) expect(kindOf(graph)?.kind, graph).to.equal(kind);
  });

  it('have readers by kind', () => {
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
      `${base}/logistics-objects/../head`,
      `${base}/logistics-objects/${'a'.repeat(201)}/head`,
      `${base}/inbox/.`,
      `${piece}/head/`,
      `${base}/outbox/one/two`,
      `${base}x/outbox/one`,
      'https://elsewhere.example/logistics-objects/piece/head',
    ];
    for (const name of others) expect(kindOf(name), name).to.equal(undefined);
  });

  it('open at their names if queries find them', () => {
    for (const { kind, isQueried, opens } of graphKinds) if (isQueried) expect(opens, kind).to.not.equal('nothing');
  });

  const store = new SentGraphs();
  store.apply({
    sequence: 1,
    graphs: Object.values(examples).map((graph) => ({ graph, text: `<${graph}> <urn:p> "of it" .\n` })),
  });
  const queried = (sets: ScopeSets | undefined, extent: Extent = 'own'): Iri[] =>
    [
      ...CallerDataset.filled(
        {
          base,
          graphScope: { version: 0, sets },
          extents: { default: extent, named: extent },
          asOf: 'now',
          maxBytes: undefined,
        },
        store,
      ).view.graphs,
    ].map(iri);
  const declared = (passes: (row: (typeof graphKinds)[number]) => boolean): Iri[] =>
    graphKinds.filter(passes).map(({ kind }) => examples[kind]);

  it('are in the dataset of internal agents if queries find them', () => {
    expect(queried(undefined)).to.have.members(declared(({ isQueried }) => isQueried === true));
  });

  it('are in the datasets of copies if queries for copies find them', () => {
    expect(queried(undefined, 'mirrored')).to.have.members(declared(({ isQueried }) => isQueried === 'mirrored'));
    expect(queried(undefined, 'both')).to.have.members(
      declared(({ isQueried }) => isQueried === true || isQueried === 'mirrored'),
    );
  });

  it('are for internal agents alone if they are of copies', () => {
    for (const { kind, readers, isQueried } of graphKinds)
      if (typeof isQueried === 'string') expect(readers, kind).to.equal('internal');
    const all = { objects: Object.values(examples).join('\n'), events: '', requests: '' };
    expect(queried(scopeSets(all), 'both').filter((graph) => graph.includes('/internal/'))).to.deep.equal([]);
  });

  const nothing = { objects: '', events: '', requests: '' };
  for (const [readers, scope] of [
    ['object', { ...nothing, objects: piece }],
    ['events', { ...nothing, events: piece }],
    ['request', { ...nothing, requests: request }],
    ['internal', nothing],
  ] as const)
    it(`are in the dataset of a partner if it may read them: ${readers}`, () => {
      const expected =
        readers === 'internal' ? [] : declared((row) => row.isQueried === true && row.readers === readers);
      expect(queried(scopeSets(scope))).to.have.members(expected);
    });

  it('are in the groups of their readers in an engine', () => {
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

  describe('in a store', () => {
    /** As a later version would write it. */
    const unknown = iri(`${base}/later/one`);
    const inStore = (use: (folder: string) => Promise<void>): Promise<void> =>
      withFolder(async (folder) => {
        const written = await openFolder(folder);
        await written.transact([piece], async (tx) => {
          for (const graph of [...Object.values(examples), unknown])
            await tx.insert(graph, [triple(node(graph), dcterms.created, factory.literal('then'))]);
        });
        await written.close();
        await use(folder);
      });

    for (const mirrored of [false, true])
      it(`are in an export ${mirrored ? 'with copies ' : ''}according to their row, and graphs of unknown kinds are`, () =>
        inStore(async (folder) => {
          const file = join(folder, '..', `${basename(folder)}.nq`);
          await exportStore(file, { mirrored }, readSettings({ STORE_URL: `file:${folder}` }));
          const quads = (await readFile(file, 'utf8')).trim().split('\n');
          await rm(file);
          expect(quads.map((quad) => quad.slice(quad.lastIndexOf('<') + 1, quad.lastIndexOf('>')))).to.have.members([
            ...declared(({ isExported }) => (isExported === 'mirrored' ? mirrored : isExported)),
            unknown,
          ]);
        }));

    it('are checked, and graphs of unknown kinds are counted', () =>
      inStore(async (folder) => {
        expect(await check(false, readSettings({ STORE_URL: `file:${folder}` })))
          .to.contain(`: nothing is wrong; the node builds`)
          .and.to.match(new RegExp(`; 1 graphs of unknown kinds are not read, such as <${unknown}>$`));
      }));
  });
});

describe('The table of graphs in docs/architecture.md', () => {
  it('is the one of the code', async () => {
    const page = await readFile('docs/architecture.md', 'utf8');
    const [, section = ''] = page.split('\n## Graphs\n');
    const [table = ''] = section.split('\n## ');
    const cells = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(cells).to.deep.equal(
      graphKinds.map(({ path, holds, readers, isQueried, opens, droppedBy }) => [
        `\`${path}\``,
        holds,
        readers,
        isQueried === true ? 'yes' : isQueried === false ? 'no' : isQueried,
        opens,
        droppedBy,
      ]),
    );
  });
});

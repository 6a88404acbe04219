/** Messages that say what has been said: each is kept whole, though little is done for it (X45, X47, X64). */
import { expect } from 'chai';
import type { Head } from '../../src/logistics-objects/revisions.js';
import { RecordedState } from '../../src/messages/applying/recorded-state.js';
import type { StateReader } from '../../src/messages/applying/known-objects.js';
import { createLookups } from '../../src/lookups.js';
import { reportIn } from './node.js';
import type { MessageReport } from '../../src/messages/schemas.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfs } from '../../src/rdf/vocabulary.js';
import type { LookupEntry } from '../../src/store/lookup.js';
import { UriScheme } from '../../src/uris.js';
import { rows } from '../sparql/support.js';
import { base, object } from '../store/support/open.js';
import { member } from '../support/node.js';
import { add } from '../support/changes.js';
import { TestContext } from '../support/world.js';
import { postXml, send, waybillValues } from './node.js';
import { required, type Values } from './support.js';
import { sampleMessages } from '../../scripts/sample-messages.js';

const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const at = (day: number): Values => ({ [ISSUED]: `2021-03-${String(day).padStart(2, '0')}T10:00:00Z` });

describe('A message that says what the last one said', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  /** The statements that a message maps to, whatever the names of embedded objects. */
  const statementsOf = async ({ message }: MessageReport): Promise<string[]> => {
    const found = await rows(world.holder, `SELECT ?p ?o { GRAPH <${String(message)}/statements> { ?s ?p ?o } }`);
    return found.map((row) => row.replaceAll(/internal:\S+/g, '')).sort();
  };

  it('has its own statements, and the next one is compared with them', async () => {
    const first = await send(world.holder, 'XFWB', waybillValues);
    const same = await send(world.holder, 'XFWB', { ...waybillValues, ...at(12) });
    expect(same.outcome).to.equal('unchanged');
    expect(same.values).to.deep.equal(first.values);
    expect(await statementsOf(same)).to.deep.equal(await statementsOf(first));
    const { 'MasterConsignment/ConsignorParty/Name': _name, ...rest } = waybillValues;
    const less = await send(world.holder, 'XFWB', { ...rest, ...at(13) });
    expect(less.changed.map((one) => world.path(one.object))).to.deep.equal([
      '/logistics-objects/awb-125-30000001-shp',
    ]);
    const back = await send(world.holder, 'XFWB', { ...waybillValues, ...at(14) });
    expect(back.changed).to.have.length(1);
  });

  it('reports what differs as before', async () => {
    const values = {
      ...waybillValues,
      'BusinessHeaderDocument/ID': '125-30000012',
      'MasterConsignment/OriginLocation/Name': 'Another name of Frankfurt',
    };
    await send(world.holder, 'XFWB', {
      ...values,
      'BusinessHeaderDocument/ID': '125-30000023',
      'MasterConsignment/OriginLocation/Name': 'Frankfurt',
    });
    const left = ({ unmapped }: MessageReport): unknown[] => unmapped.map(({ value, reason }) => [value, reason]);
    const first = await send(world.holder, 'XFWB', values);
    const again = await send(world.holder, 'XFWB', { ...values, ...at(12) });
    expect(left(again)).to.deep.equal(left(first));
    const house = {
      ...required.XFZB,
      'BusinessHeaderDocument/ID': 'H-1',
      'MasterConsignment/TransportContractDocument/ID': '125-30000034',
      'MasterConsignment/TotalPieceQuantity': '2',
      'MasterConsignment/IncludedTareGrossWeightMeasure': '7',
    };
    await send(world.holder, 'XFZB', house);
    const shipment = '/logistics-objects/awb-125-30000034-shipment';
    const weight = member(await world.read(shipment), 'cargo:totalGrossWeight');
    const same = await send(world.holder, 'XFZB', { ...house, ...at(12) });
    expect(same.outcome).to.equal('unchanged');
    expect(member(await world.read(shipment), 'cargo:totalGrossWeight')).to.deep.equal(weight);
  });

  it('leaves alone what a partner has added, however often it comes', async () => {
    const values = { ...waybillValues, 'BusinessHeaderDocument/ID': '125-30000045' };
    await send(world.holder, 'XFWB', values);
    const shipment = '/logistics-objects/awb-125-30000045-shipment';
    const texts = async (): Promise<unknown> => member(await world.read(shipment), 'cargo:textualHandlingInstructions');
    await world.change(shipment, [add(world.uri(shipment), 'textualHandlingInstructions', 'Keep dry')]);
    for (const day of [12, 13, 14]) {
      const again = await send(world.holder, 'XFWB', { ...values, ...at(day) });
      expect(again.outcome).to.equal('unchanged');
    }
    expect(JSON.stringify(await texts())).to.include('Keep dry');
  });

  it('names the older status that it corrects, however many others came between', async () => {
    const example = (await sampleMessages()).find(({ name }) => name.includes('xfsu-rcs'))?.xml ?? '';
    const [status = ''] = /<ram:ReportedStatus>.*<\/ram:ReportedStatus>/s.exec(example) ?? [];
    const OCCURRED = /(?<=<ram:OccurrenceDateTime>)[^<]*/;
    const others = Array.from({ length: 60 }, (_, minute) =>
      status.replace(OCCURRED, `2026-03-02T10:${String(minute).padStart(2, '0')}:00Z`),
    );
    const post = async (xml: string): Promise<MessageReport> => reportIn((await postXml(world.holder, xml)).json);
    const first = await post(example);
    const between = await post(example.replace(status, others.join('')).replace('_RCS', '_many'));
    expect(between.events).to.have.length(others.length);
    const corrected = await post(example.replace(status, status.replace('70.5', '71.5')).replace('_RCS', '_corrected'));
    const preceding = corrected.notes.filter(({ reason }) => reason === 'precedes');
    expect(preceding.map(({ value }) => value)).to.deep.equal(first.events);
  });
});

describe('What a message was prepared from', () => {
  const uris = new UriScheme(base);
  const { lookups } = createLookups(uris, createVocabulary());
  const [thing, other] = [object('one'), object('two')] as const;
  const graph = uris.revision(thing, 1);
  const entry: LookupEntry = { partition: 'p', order: 1, value: thing };
  const head = (latestRevision: number): Head => ({
    object: thing,
    type: other,
    latestRevision,
    created: new Date(0),
    modified: new Date(0),
    moved: undefined,
    identifiers: [],
    erasures: [],
  });

  interface Things {
    readonly revision?: number;
    readonly label?: string;
    readonly found?: readonly LookupEntry[];
  }
  const stateOf = ({ revision = 1, label = 'one', found = [entry] }: Things = {}): StateReader => ({
    head: (one: Iri) => Promise.resolve(one === thing ? head(revision) : undefined),
    read: () => Promise.resolve(graphOf([triple(node(thing), rdfs.label, factory.literal(label))])),
    lookup: () => Promise.resolve([...found]),
  });
  const headOf = (of: Iri): Iri => uris.head(of);
  const recorded = async (): Promise<RecordedState> => {
    const state = new RecordedState(stateOf(), headOf);
    await state.head(thing);
    await state.head(other);
    await state.read(graph);
    await state.lookup(lookups.messages.messages, 'p', { limit: 1 });
    return state;
  };

  it('is there as long as heads, graphs and entries are the same', async () => {
    expect(await (await recorded()).continueIn(stateOf(), undefined)).to.equal(true);
  });

  for (const [what, changed] of Object.entries<Things>({
    'an object has another revision': { revision: 2 },
    'a graph says something else': { label: 'two' },
    'an index has another entry': { found: [{ ...entry, order: 2 }] },
    'an index has one more': { found: [entry, { ...entry, order: 2 }] },
    'an index has none': { found: [] },
  }))
    it(`is not there when ${what}`, async () => {
      expect(await (await recorded()).continueIn(stateOf(changed), undefined)).to.equal(false);
    });

  it('reads again only what commits have changed', async () => {
    const state = await recorded();
    const later = stateOf({ revision: 2, label: 'two' });
    expect(await state.continueIn(later, new Set([headOf(other)]))).to.equal(true);
    expect((await state.head(thing))?.latestRevision, 'a head that no commit has changed').to.equal(1);
    const unread = await state.read(uris.revision(thing, 2));
    expect(unread.object(node(thing), rdfs.label)?.value, 'a graph that was not read before').to.equal('two');
    expect(await (await recorded()).continueIn(later, new Set([headOf(thing)]))).to.equal(false);
    expect(await (await recorded()).continueIn(later, new Set([graph]))).to.equal(false);
  });
});

/** Notifications that are looked at while requests are under way, over a store in memory (M17, M45). */
import { expect } from 'chai';
import { pino } from 'pino';
import { createLookups, type NodeLookups } from '../../src/lookups.js';
import { type CopyHead, type Due, newHead } from '../../src/mirror/copies/copy-facts.js';
import { describeHead, readHead } from '../../src/mirror/copies/head.js';
import { dueAfter } from '../../src/mirror/copies/next-due.js';
import { Hints } from '../../src/mirror/scheduling/hints.js';
import { mirrorTerms } from '../../src/rdf/mirror-terms.js';
import { factory, type Iri, iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, dcterms, prov, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphReader } from '../../src/store/store.js';
import { UriScheme } from '../../src/uris.js';
import { TestClock } from '../support/clock.js';

const log = pino({ level: 'silent' });
const uris = new UriScheme(iri('http://node.example'));
const ext = mirrorTerms(uris.extensions);
const vocabulary = createVocabulary(standardNamespaces);
const settings = readSettings({ PORT: '0', MIRROR_NOTIFIED: '*' });
const server = iri('https://partner.example');
const object = iri(`${server}/logistics-objects/awb-1`);

describe('Notifications', () => {
  let store: GraphStore;
  let lookups: NodeLookups;
  let clock: TestClock;
  /** What requests that have begun were made for. */
  let begun: Due[];
  const never = new AbortController().signal;

  beforeEach(async () => {
    clock = new TestClock();
    begun = [];
    const created = createLookups(uris, vocabulary);
    ({ lookups } = created);
    store = await openStore({ location: { kind: 'memory' }, base: uris.base, lookups: created.indexes, log });
    const graph = uris.copyHead(object);
    const reaches = [{ follow: uris.follow('follow'), distance: 0 }];
    const head = newHead(clock.now(), { object, server, reaches, due: undefined, silence: undefined });
    await store.transact([graph], (tx) =>
      tx.replace(graph, describeHead(graph, { ...head, access: { kind: 'granted' } }, ext)),
    );
  });
  afterEach(() => store.close());

  const headIn = async (reader: GraphReader, of: Iri): Promise<CopyHead | undefined> => {
    const graph = uris.copyHead(of);
    return readHead(await reader.read(graph), graph, ext);
  };

  /** @param answer of the request that begins for the first notification; there is no other one meanwhile. */
  function hintsWith(answer: Promise<boolean>, again: (entry: Iri) => void): Hints {
    const unused = (): Promise<never> => Promise.reject(new Error('unexpected'));
    return new Hints(
      { store, lookups, uris, vocabulary, ext, settings, clock },
      {
        copies: {
          find: (of) => headIn(store, iri(of)),
          in: (tx, of) => headIn(tx, iri(of)),
          count: () => Promise.resolve(1),
        },
        follows: { find: unused, create: unused },
        partners: { find: unused },
        triggered: unused,
        wake: () => undefined,
        begin: (_head, due) => {
          if (begun.length > 0) return undefined;
          begun.push(due);
          return answer;
        },
        again,
      },
    );
  }

  /** With a request that has no answer, and what is to be looked at again because of that. */
  function slow(): { readonly hints: Hints; readonly late: Promise<Iri> } {
    let again = (_entry: Iri): void => undefined;
    const late = new Promise<Iri>((resolve) => (again = resolve));
    const hints = hintsWith(new Promise(() => undefined), (entry) => {
      again(entry);
    });
    return { hints, late };
  }

  /** Puts a notification about the object into the inbox, at the present time of the clock. */
  async function received(id: string): Promise<Iri> {
    const [entry, notification] = [uris.inboxEntry(id), node(iri(`urn:example:${id}`))];
    await store.transact([entry], (tx) =>
      tx.insert(entry, [
        triple(node(entry), prov.wasDerivedFrom, notification),
        triple(node(entry), dcterms.created, factory.literal(clock.now().toISOString(), xsd.dateTime)),
        triple(notification, vocabulary.api.hasLogisticsObject, node(object)),
      ]),
    );
    return entry;
  }

  it('that come during a request remain due when that request is late, and has an answer then', async () => {
    const { hints, late } = slow();
    await hints.run(never);
    const first = await received('first');
    hints.note([first]);
    await hints.run(never);
    const [taken] = begun;
    expect(taken?.hint).to.equal(first);

    clock.advance(1);
    const second = await received('second');
    const heardAt = clock.now();
    hints.note([second]);
    await hints.run(never);
    expect((await headIn(store, object))?.due?.hint).to.equal(second);

    expect(await late).to.equal(first);
    hints.note([first]);
    await hints.run(never);
    const head = await headIn(store, object);
    expect(head?.heardAt).to.deep.equal(heardAt);
    expect(head?.due?.hint).to.equal(second);
    expect(dueAfter(head?.due, taken, undefined, clock.now())?.hint).to.equal(second);
  });

  it('become due when the requests for them fail while they are looked at', async () => {
    const hints: Hints = hintsWith(Promise.resolve(false), (entry) => {
      hints.note([entry]);
    });
    await hints.run(never);
    const entry = await received('only');
    hints.note([entry]);
    await hints.run(never);
    expect((await headIn(store, object))?.due?.hint).to.equal(entry);
  });

  it('become due when the requests for them are late', async () => {
    const { hints, late } = slow();
    await hints.run(never);
    const entry = await received('only');
    hints.note([entry]);
    await hints.run(never);
    expect((await headIn(store, object))?.due).to.equal(undefined);
    hints.note([await late]);
    await hints.run(never);
    expect((await headIn(store, object))?.due?.hint).to.equal(entry);
  });
});

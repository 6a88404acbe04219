import { expect } from 'chai';
import { UriScheme } from '../../src/uris.js';
import { uuidSource } from '../../src/clock.js';
import { loadModel } from '../../src/model/load.js';
import { Outbox } from '../../src/notifications/outbox.js';
import { graphOf } from '../../src/rdf/graph.js';
import { readSettings } from '../../src/settings/settings.js';
import { createVocabulary, prov, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { base, object, openMemory, silent } from '../store/support/open.js';
import { TestClock } from '../support/clock.js';

describe('An entry of the outbox', () => {
  it('has a constant @id that is not an address; an entry of an older version keeps its @id (D28, D59)', async () => {
    const store = await openMemory();
    const vocabulary = createVocabulary(standardNamespaces);
    const outbox = new Outbox(
      {
        uris: new UriScheme(base),
        vocabulary,
        model: await loadModel({ namespaces: standardNamespaces, mode: 'strict', log: silent }),
        clock: new TestClock(),
        ids: uuidSource,
        settings: readSettings({}),
      },
      { matching: () => Promise.resolve([]) },
      () => Promise.resolve(undefined),
      () => Promise.resolve(true),
    );
    const request = new UriScheme(base).actionRequest('one');
    const before = store.follow();
    await store.transact([], (tx) =>
      outbox.publish(tx, {
        kind: 'status-changed',
        request,
        eventType: 'CHANGE_REQUEST_ACCEPTED',
        requestedBy: object('partner'),
        object: undefined,
      }),
    );
    const changed = await before.changes();
    const [uri] = changed.kind === 'graphs' ? changed.graphs : [];
    if (uri === undefined) expect.fail('nothing was written');
    const data = await store.read(uri);
    const entry = outbox.read(data);
    expect(entry?.uri).to.equal(uri);
    expect(entry?.id).to.match(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(new Set(entry?.notification.map(({ subject }) => subject.value))).to.deep.equal(new Set([entry?.id]));
    expect(outbox.read(await store.read(uri))?.id).to.equal(entry?.id);

    const older = outbox.read(
      graphOf(Array.from(data).filter(({ predicate }) => !predicate.equals(prov.wasDerivedFrom))),
    );
    expect(older?.id).to.equal(uri);
    expect(new Set(older?.notification.map(({ subject }) => subject.value))).to.deep.equal(new Set([uri]));
    await store.close();
  });
});

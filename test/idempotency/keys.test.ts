import { expect } from 'chai';
import { pino } from 'pino';
import { dropExpired } from '../../src/idempotency/expiry.js';
import { ALL_KEYS } from '../../src/idempotency/lookups.js';
import { describeKey, readStoredKey } from '../../src/idempotency/stored-key.js';
import { createLookups } from '../../src/lookups.js';
import { Metrics } from '../../src/metrics/metrics.js';
import { Representations } from '../../src/http/representation/representation.js';
import { graphOf } from '../../src/rdf/graph.js';
import { iri, triple, node } from '../../src/rdf/terms.js';
import { createVocabulary, prov, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphRecord } from '../../src/store/record.js';
import type { ChangeAnswer } from '../../src/transactions.js';
import { UriScheme } from '../../src/uris.js';
import { around } from '../faults/support/faults.js';
import { TestClock } from '../support/clock.js';
import { context, startTestNode } from '../support/node.js';

const base = iri('http://node.example');
const uris = new UriScheme(base);
const agent = iri('http://partner.example/logistics-objects/p');

describe('Idempotency keys in the store', () => {
  it('are read as they were written (K23)', () => {
    const graph = uris.idempotencyKey(agent, 'k');
    const at = new Date('2026-03-01T10:00:00.400Z');
    const root = node(iri('internal:1'));
    const answers: ChangeAnswer[] = [
      { status: 204, location: agent, type: agent, revision: 3, body: undefined },
      { status: 201, location: agent, type: undefined, revision: undefined, body: undefined },
      { status: 207, body: { root, data: graphOf([triple(root, prov.value, node(agent))]) } },
    ];
    for (const answer of answers) {
      const read = readStoredKey(graphOf(describeKey(graph, { agent, at, fingerprint: 'f', answer })), graph);
      expect(read).to.deep.include({ agent, at, fingerprint: 'f' });
      const { body, ...rest } = read?.answer ?? expect.fail();
      expect({ ...answer, ...rest, body: undefined }).to.deep.equal({ ...answer, body: undefined });
      expect(body && [body.root.value, [...body.data].length]).to.deep.equal(answer.body && ['internal:1', 1]);
    }
  });

  it('end after IDEMPOTENCY_HOURS, and only then (K25)', async () => {
    const vocabulary = createVocabulary(standardNamespaces);
    const { lookups, indexes } = createLookups(uris, vocabulary);
    const log = pino({ level: 'silent' });
    const store = await openStore({ location: { kind: 'memory' }, base, log, lookups: indexes });
    const clock = new TestClock();
    const settings = readSettings({ IDEMPOTENCY_HOURS: '2' });
    const representations = new Representations(vocabulary);
    const services = { store, uris, vocabulary, clock, settings, lookups, representations, metrics: new Metrics() };
    const write = (key: string): Promise<void> => {
      const graph = uris.idempotencyKey(agent, key);
      const stored = { agent, at: clock.now(), fingerprint: key, answer: { status: 204 } as const };
      return store.transact([graph], (tx) => tx.replace(graph, describeKey(graph, stored)));
    };
    const keys = async (): Promise<string[]> =>
      (await store.lookup(lookups.idempotency.keys, ALL_KEYS)).map(({ value }) => value);
    await write('first');
    clock.advance(3600);
    await write('second');
    clock.advance(3600 - 1);
    const { signal } = new AbortController();
    await dropExpired(services, signal);
    expect(await keys()).to.have.length(2);
    clock.advance(1);
    await dropExpired(services, signal);
    expect(await keys()).to.deep.equal([uris.idempotencyKey(agent, 'second')]);
    expect(await store.count(lookups.idempotency.keys, agent)).to.equal(1);
    await store.close();
  });

  it('are 100,000 of an agent: then 429 with the seconds until the oldest ends (K25)', async () => {
    let isFull = false;
    const record = (own: GraphRecord): GraphRecord =>
      around(own, () => undefined, {
        count: (lookup, partition) =>
          isFull && lookup.name === 'idempotency-keys' ? Promise.resolve(100_000) : own.count(lookup, partition),
      });
    const running = await startTestNode({ record, env: { IDEMPOTENCY_HOURS: '1' } });
    try {
      const create = (key: string): ReturnType<typeof running.holder.post> =>
        running.holder.post(
          '/logistics-objects',
          { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' },
          { 'Idempotency-Key': key },
        );
      expect((await create('first')).status).to.equal(201);
      running.clock.advance(600);
      isFull = true;
      const refused = await create('second');
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '3000']);
      expect((await create('first')).headers.get('idempotent-replayed'), 'a repetition').to.equal('true');
    } finally {
      await running.stop();
    }
  });
});

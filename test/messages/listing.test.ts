/** The list of messages, beyond what a page holds (X62). */
import { expect } from 'chai';
import { uuidSource } from '../../src/clock.js';
import { createLookups } from '../../src/lookups.js';
import type { MessageFilter } from '../../src/messages/lookups.js';
import { type MessageOutcome, messageOutcomes } from '../../src/messages/schemas.js';
import { StoredMessages } from '../../src/messages/stored-messages.js';
import { type MessageType, messageTypes } from '../../src/messages/mapping/mappings.js';
import type { Iri } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { Transactions } from '../../src/transactions.js';
import { UriScheme } from '../../src/uris.js';
import { base, object, openMemory } from '../store/support/open.js';

const uris = new UriScheme(base);
const { lookups, indexes } = createLookups(uris, createVocabulary());

/** More than a page has, of each waybill. */
const MANY = 1_100;
const IN_A_TRANSACTION = 100;
const waybills = [object('awb-1'), object('awb-2')] as const;
const begin = Date.UTC(2026, 2, 1);

interface Written {
  readonly uri: Iri;
  readonly type: MessageType;
  readonly outcome: MessageOutcome;
  readonly waybill: Iri;
  readonly at: number;
}

/** One a second; the rare ones are the oldest. */
const written: readonly Written[] = Array.from({ length: 2 * MANY }, (_, index) => ({
  uri: uris.message(`m${String(index).padStart(5, '0')}`),
  type: index < 8 ? (messageTypes[index % messageTypes.length] ?? 'XFWB') : 'XFSU',
  outcome: index < 12 ? (messageOutcomes[index % messageOutcomes.length] ?? 'applied') : 'applied',
  waybill: waybills[index % 2] ?? waybills[0],
  at: begin + index * 1000,
}));

describe('the list of messages', () => {
  let store: GraphStore;
  let stored: StoredMessages;

  before(async function () {
    store = await openMemory({ lookups: indexes });
    stored = new StoredMessages({ store, uris, ids: uuidSource, lookups });
    const transactions = new Transactions(store, () => Promise.resolve());
    for (let first = 0; first < written.length; first += IN_A_TRANSACTION)
      await transactions.transact([uris.message('all')], async (tx) => {
        for (const one of written.slice(first, first + IN_A_TRANSACTION)) {
          const { uri, type, outcome, waybill, at } = one;
          const nothing = { version: null, purpose: null, messageId: null, issued: null, sender: [], recipient: [] };
          const values = { total: 0, mapped: 0, header: 0, derived: 0, unmapped: 0 };
          const done = { created: [], changed: [], events: [], values, unmapped: [], notes: [] };
          const received = new Date(at).toISOString();
          const report = { message: uri, digest: '', type, received, outcome, waybill, ...nothing, ...done };
          await stored.write(tx, uri, { report, outcome, statements: [], bytes: Buffer.from('<x/>') });
        }
      });
  });
  after(() => store.close());

  /** All pages of a list, by their links. */
  async function listed(filter: MessageFilter, from?: number): Promise<(string | null)[]> {
    const found: (string | null)[] = [];
    for (let after; ;) {
      const page = await stored.list(filter, { limit: 400, after, from });
      found.push(...page.messages.map(({ message }) => message));
      after = page.entries.at(-1);
      if (!page.hasNext || after === undefined) return found;
    }
  }

  const passing = ({ type, outcome, waybill }: MessageFilter, from = 0): string[] =>
    written
      .filter((one) => (type ?? one.type) === one.type && (outcome ?? one.outcome) === one.outcome)
      .filter((one) => (waybill ?? one.waybill) === one.waybill && one.at >= from)
      .map(({ uri }) => uri)
      .reverse();

  const conditions = <Value>(values: readonly Value[]): readonly (Value | undefined)[] => [undefined, ...values];
  const filters: readonly MessageFilter[] = conditions(messageTypes).flatMap((type) =>
    conditions(messageOutcomes).flatMap((outcome) =>
      conditions(waybills).map((waybill) => ({ type, outcome, waybill })),
    ),
  );

  it('has every message that passes each combination of conditions, newest first, and their number', async () => {
    for (const filter of filters) {
      expect(await listed(filter), JSON.stringify(filter)).to.deep.equal(passing(filter));
      const { total } = await stored.list(filter, { limit: 1 });
      expect(total, JSON.stringify(filter)).to.equal(passing(filter).length);
    }
  });

  it('begins at a time, beside any condition', async () => {
    const since = begin + 3_000;
    for (const filter of [{}, { type: 'XFSU' }, { outcome: 'stale', waybill: waybills[1] }] as const)
      expect(await listed(filter, since), JSON.stringify(filter)).to.deep.equal(passing(filter, since));
  });
});

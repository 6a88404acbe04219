import { expect } from 'chai';
import type { Caller } from '../../src/http/caller.js';
import { createLookups } from '../../src/lookups.js';
import { type Iri, iri, namedNode, node, triple } from '../../src/rdf/terms.js';
import { acl, createVocabulary, rdfTerms } from '../../src/rdf/vocabulary.js';
import { AccessScopes } from '../../src/sparql/access-scopes.js';
import { ObjectSizes } from '../../src/sparql/object-sizes.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import type { ChangedGraphs, Cursor } from '../../src/store/store.js';
import { UriScheme } from '../../src/uris.js';
import { base, object, openFolder, withFolder } from '../store/support/open.js';
import { rulesOf } from './engine/partner-bench.js';

const vocabulary = createVocabulary();
const { api } = vocabulary;
const uris = new UriScheme(base);
const partner = (number: number): Caller => ({ agent: object(`partner-${number}`), internal: false });

describe('What callers may see in queries', () => {
  const run = (
    feedLength: number,
    use: (scopes: AccessScopes, grant: (name: string, to: Iri) => Promise<void>, asked: number[]) => Promise<void>,
  ): Promise<void> =>
    withFolder(async (folder) => {
      const { lookups, indexes } = createLookups(uris, vocabulary);
      const store: GraphStore = await openFolder(folder, { lookups: indexes, feedLength });
      /** The positions that were asked for what has changed since. */
      const asked: number[] = [];
      const { access, requests } = rulesOf(store);
      const spied = (cursor: Cursor): Cursor => ({
        ...cursor,
        changes: async (): Promise<ChangedGraphs> => {
          asked.push(cursor.sequence);
          const changed = await cursor.changes();
          return { ...changed, next: spied(changed.next) };
        },
      });
      const scopes = new AccessScopes({
        store: {
          cache: (options) => store.cache(options),
          get sequence() {
            return store.sequence;
          },
          follow: (from) => spied(store.follow(from)),
          lookup: (lookup, partition) => store.lookup(lookup, partition),
          count: (lookup, partition) => store.count(lookup, partition),
        },
        mentions: lookups.access.agents,
        access,
        requests,
        uris,
        sizes: new ObjectSizes({ store, lookups, uris, revisions: { head: () => Promise.resolve(undefined) } }),
      });
      const grant = (name: string, to: Iri): Promise<void> => {
        const list = iri(`${object(name)}/acl`);
        const authorization = namedNode(`${list}#1`);
        return store.transact([object(name)], (tx) =>
          tx.replace(list, [
            triple(authorization, rdfTerms.type, acl.Authorization),
            triple(authorization, acl.agent, node(to)),
            triple(authorization, acl.mode, api.GET_LOGISTICS_OBJECT),
          ]),
        );
      };
      try {
        await use(scopes, grant, asked);
      } finally {
        await store.close();
      }
    });
  const objectsOf = async (scopes: AccessScopes, caller: Caller): Promise<string[]> => {
    const scope = await scopes.scopeOf(caller);
    if (scope.kind === 'everything') throw new TypeError('not a partner');
    return scope.content.objects.split('\n').filter((graph) => graph !== '');
  };

  it('cost a commit nothing: each is brought up to date when its caller asks', () =>
    run(100_000, async (scopes, grant, asked) => {
      for (let number = 0; number < 50; number += 1) await objectsOf(scopes, partner(number));
      asked.length = 0;
      const before = scopes.cached;
      expect(before.callers).to.equal(50);
      for (let number = 0; number < 100; number += 1) await grant(`r-${number}`, partner(number % 2).agent);
      expect(asked, 'what was changed').to.deep.equal([]);
      expect(scopes.cached).to.deep.equal(before);
      expect(await objectsOf(scopes, partner(0))).to.have.length(50);
      expect(asked).to.have.length(1);
      expect(scopes.cached.bytes, 'counted for the caches').to.be.above(before.bytes);
      expect(await objectsOf(scopes, partner(7))).to.deep.equal([]);
    }));

  it('are determined anew when the feed does not reach back to the last query', () =>
    run(3, async (scopes, grant) => {
      await grant('first', partner(0).agent);
      expect(await objectsOf(scopes, partner(0))).to.have.length(1);
      for (let number = 0; number < 8; number += 1) await grant(`r-${number}`, partner(number % 2).agent);
      expect(await objectsOf(scopes, partner(0))).to.have.length(5);
      const { withdrawals } = await scopes.extentOf(partner(0));
      await grant('first', partner(1).agent);
      expect(await objectsOf(scopes, partner(0))).to.have.length(4);
      expect((await scopes.extentOf(partner(0))).withdrawals).not.to.equal(withdrawals);
    }));
});

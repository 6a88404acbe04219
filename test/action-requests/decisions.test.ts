import { expect } from 'chai';
import { type RequestKindHandler, ActionRequests, RequestFailure } from '../../src/action-requests/action-requests.js';
import { UriScheme } from '../../src/uris.js';
import { uuidSource } from '../../src/clock.js';
import { Degradations } from '../../src/degradations.js';
import { ServiceError } from '../../src/errors.js';
import { namedNode, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { DamagedEntries } from '../../src/store/damaged-entries.js';
import { ParsedGraphCache } from '../../src/store/cache/parsed-graph-cache.js';
import { base, failure, object, openMemory, silent } from '../store/support/open.js';
import { TestClock } from '../support/clock.js';

/** Nothing that is asked for can be done. */
const rules: RequestKindHandler = {
  lockKeys: () => [],
  accept: () => Promise.reject(new RequestFailure(new ServiceError('unprocessable', 'it cannot be done'))),
  revoke: () => Promise.resolve(),
  readers: () => [],
  revokers: () => [],
  notifies: () => false,
  object: () => undefined,
};

describe('A decision that fails', () => {
  it('gives way to one that was made before its failure was written, and says so (D18, D19)', async () => {
    const store = await openMemory();
    const vocabulary = createVocabulary(standardNamespaces);
    const requests = new ActionRequests({
      store,
      views: new ParsedGraphCache(store, { max: 10 }),
      addresses: new UriScheme(base),
      vocabulary,
      clock: new TestClock(),
      ids: uuidSource,
      autoAccepts: () => false,
      announce: () => Promise.resolve(),
      damaged: new DamagedEntries({ log: silent, degradations: new Degradations() }),
    });
    requests.register('ChangeRequest', rules);
    const holder = object('_data-holder');
    const { uri } = await store.transact([], (tx) =>
      requests.open(tx, 'ChangeRequest', (request) => [triple(request, rdfTerms.first, namedNode('urn:x'))], {
        agent: object('partner'),
        at: new Date(),
      }),
    );
    // The rejection waits for its turn while the acceptance fails: it comes before what writes the failure down.
    const [accepted] = await Promise.all([
      failure(requests.decide(uri, 'accept', holder, () => undefined)),
      requests.decide(uri, 'reject', holder, () => undefined),
    ]);
    expect(accepted.message).to.equal('a ChangeRequest that is REQUEST_REJECTED cannot be accepted');
    expect((await requests.getOrThrow(uri)).status).to.equal('REQUEST_REJECTED');
    await store.close();
  });
});

import { expect } from 'chai';
import { ActionRequests } from '../../src/action-requests/action-requests.js';
import { Decisions, RequestFailure, type RequestHandler } from '../../src/action-requests/decisions.js';
import { UriScheme } from '../../src/uris.js';
import { uuidSource } from '../../src/clock.js';
import { Degradations } from '../../src/degradations.js';
import { ServiceError } from '../../src/errors.js';
import { namedNode, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { Quarantine } from '../../src/store/quarantine.js';
import { ParsedGraphs } from '../../src/store/cache/parsed-graphs.js';
import { base, failure, object, openMemory, silent } from '../store/support/open.js';
import { Transactions } from '../../src/transactions.js';
import { TestClock } from '../support/clock.js';

/** Accepting always fails. */
const handler: RequestHandler = {
  accept: () => Promise.reject(new RequestFailure(new ServiceError('unprocessable', 'it cannot be done'))),
};

describe('A decision that fails', () => {
  it('is an error when another decision was committed before its failure (D18, D19)', async () => {
    const store = await openMemory();
    const vocabulary = createVocabulary(standardNamespaces);
    const holder = object('_data-holder');
    const content = { readers: () => [], object: () => undefined };
    const requests = new ActionRequests(
      {
        parsedGraphs: new ParsedGraphs(store),
        uris: new UriScheme(base),
        vocabulary,
        ids: uuidSource,
        quarantine: new Quarantine({ log: silent, degradations: new Degradations() }),
        dataHolder: holder,
        internalAgents: new Set([holder]),
      },
      {
        ChangeRequest: content,
        AccessDelegationRequest: content,
        SubscriptionRequest: content,
        VerificationRequest: content,
      },
    );
    const transactions = new Transactions(store, () => Promise.resolve());
    const decisions = new Decisions(
      { transactions, requests, clock: new TestClock(), dataHolder: holder },
      {
        ChangeRequest: handler,
        AccessDelegationRequest: handler,
        SubscriptionRequest: handler,
        VerificationRequest: handler,
      },
      () => false,
    );
    const { uri } = await transactions.transact([], (tx) =>
      requests.create(
        tx,
        'ChangeRequest',
        (request) => [triple(request, rdfTerms.first, namedNode('urn:x'))],
        { agent: object('partner'), apiVersion: undefined },
        new Date(),
      ),
    );
    // The rejection waits for the lock while the acceptance fails, and gets it before the transaction of the failure.
    const [accepted] = await Promise.all([
      failure(decisions.decide(uri, 'accept', { agent: holder }, () => undefined)),
      decisions.decide(uri, 'reject', { agent: holder }, () => undefined),
    ]);
    expect(accepted.message).to.equal('a ChangeRequest that is REQUEST_REJECTED cannot be accepted');
    expect((await requests.getOrThrow(uri)).status).to.equal('REQUEST_REJECTED');
    await store.close();
  });
});

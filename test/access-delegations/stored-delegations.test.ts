import { expect } from 'chai';
import {
  type AccessDelegation,
  describeAccessDelegation,
  readAccessDelegation,
  readStoredDelegation,
} from '../../src/access-delegations/access-delegation.js';
import { accessDelegationContent } from '../../src/access-delegations/access-delegations.js';
import { DelegationExpiry } from '../../src/access-delegations/expiry.js';
import type { ActionRequest } from '../../src/action-requests/action-request.js';
import { InputError } from '../../src/rdf/input-error.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, node, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, prov } from '../../src/rdf/vocabulary.js';
import { DamagedDataError } from '../../src/store/quarantine.js';

const vocabulary = createVocabulary();
const { api } = vocabulary;
const uriOf = (name: string): Iri => iri(`http://node.example/action-requests/${name}`);
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 10, minute));

const delegation: AccessDelegation = {
  permissions: ['GET_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'],
  delegates: [iri('http://partner.example/a'), iri('http://partner.example/b')],
  objects: [iri('http://node.example/logistics-objects/1'), iri('http://node.example/logistics-objects/2')],
  description: 'for the ramp',
  expiresAt: at(1),
  notifyRequestStatusChange: true,
};

const describe1 = (given: AccessDelegation): ReturnType<typeof describeAccessDelegation> =>
  describeAccessDelegation(given, vocabulary, { next: () => '1' });

/** A request with a delegation that is derived from others; `change` makes its statements those of a damaged one. */
function request(
  name: string,
  given: Partial<AccessDelegation> = {},
  sources: readonly Iri[] = [],
  change: (statement: Quad) => readonly Quad[] = (statement) => [statement],
): ActionRequest {
  const uri = uriOf(name);
  const { root, statements } = describe1({ ...delegation, ...given });
  return {
    uri,
    kind: 'AccessDelegationRequest',
    status: 'REQUEST_ACCEPTED',
    requestedBy: iri('http://partner.example/a'),
    requestedAt: at(0),
    statusSince: at(0),
    data: graphOf([
      triple(node(uri), api.hasAccessDelegation, root),
      ...sources.map((source) => triple(node(uri), prov.wasDerivedFrom, node(source))),
      ...statements.flatMap(change),
    ]),
  };
}

const unreadable = (statement: Quad): readonly Quad[] =>
  statement.predicate.equals(api.expiresAt)
    ? [triple(statement.subject, statement.predicate, factory.literal('soon'))]
    : [statement];

describe('the delegation of a stored request', () => {
  const { permissions, delegates, objects, expiresAt } = delegation;

  it('is read as it was submitted, and its body as well', () => {
    expect(readStoredDelegation(request('1'), vocabulary)).to.deep.equal({
      permissions,
      delegates,
      objects,
      expiresAt,
    });
    const { root, statements } = describe1(delegation);
    expect(readAccessDelegation(graphOf(statements), root, vocabulary)).to.deep.equal(delegation);
    const plain: AccessDelegation = {
      ...delegation,
      description: undefined,
      expiresAt: undefined,
      notifyRequestStatusChange: false,
    };
    const other = describe1(plain);
    expect(readAccessDelegation(graphOf(other.statements), other.root, vocabulary)).to.deep.equal(plain);
    expect(readStoredDelegation(request('1', plain), vocabulary).expiresAt).to.equal(undefined);
  });

  it('names the readers of its request, and the first of its objects as that of the request', () => {
    const content = accessDelegationContent(vocabulary);
    expect(content.readers(request('1'))).to.deep.equal(delegates);
    expect(content.object(request('1'))).to.equal(objects[0]);
  });

  it('is damaged without delegates, permissions or objects, and with an expiry that is no time', () => {
    for (const missing of [api.hasPermission, api.isRequestedFor, api.hasLogisticsObject])
      expect(() => {
        const without = (statement: Quad): readonly Quad[] => (statement.predicate.equals(missing) ? [] : [statement]);
        readStoredDelegation(request('1', {}, [], without), vocabulary);
      }, missing.value).to.throw(DamagedDataError, 'an AccessDelegation without delegates, permissions or objects');
    expect(() => readStoredDelegation(request('1', {}, [], unreadable), vocabulary)).to.throw(
      DamagedDataError,
      'an AccessDelegation whose expiry cannot be read',
    );
  });

  it('is in a body whose type says so, with one delegate where that is the most', () => {
    const { root, statements } = describe1(delegation);
    expect(() => readAccessDelegation(graphOf(statements), root, vocabulary, 2)).not.to.throw();
    for (const [body, maxDelegates, property] of [
      [statements, 1, api.isRequestedFor],
      [statements.slice(1), 2, api.AccessDelegation],
    ] as const) {
      try {
        readAccessDelegation(graphOf(body), root, vocabulary, maxDelegates);
        expect.fail('it was read');
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.problems.map((detail) => detail.property)).to.deep.equal([property.value]);
        if (maxDelegates > 1)
          expect(error.problems[0]?.message).to.equal(
            'the body must be an AccessDelegation (@type api:AccessDelegation)',
          );
      }
    }
  });
});

describe('the end of what a delegation permits', () => {
  function expiryOf(...requests: readonly ActionRequest[]): { expiry: DelegationExpiry; read: Iri[] } {
    const read: Iri[] = [];
    const accepted = (uri: Iri): Promise<ActionRequest | undefined> => {
      read.push(uri);
      return Promise.resolve(requests.find((one) => one.uri === uri));
    };
    return { expiry: new DelegationExpiry(accepted, vocabulary), read };
  }
  const [never, early, late] = [
    request('never', { expiresAt: undefined }),
    request('early', { expiresAt: at(1) }),
    request('late', { expiresAt: at(3) }),
  ];

  it('is its own, or that of its last source if this is earlier', async () => {
    const { expiry } = expiryOf(never, early, late);
    const derived = (end: Date | undefined, ...sources: readonly ActionRequest[]): Promise<number> =>
      expiry.endOf(
        request(
          'derived',
          { expiresAt: end },
          sources.map(({ uri }) => uri),
        ),
      );
    expect(await expiry.endOf(never)).to.equal(Infinity);
    expect(await expiry.endOf(early)).to.equal(at(1).getTime());
    expect(await derived(undefined, early)).to.equal(at(1).getTime());
    expect(await derived(undefined, early, late)).to.equal(at(3).getTime());
    expect(await derived(at(2), early, late)).to.equal(at(2).getTime());
    expect(await derived(at(2), never)).to.equal(at(2).getTime());
  });

  it('is past where no source is accepted or readable', async () => {
    const damaged = request('damaged', {}, [], unreadable);
    const { expiry } = expiryOf(damaged, early);
    const end = (...sources: readonly Iri[]): Promise<number> => expiry.endOf(request('derived', {}, sources));
    expect(await end(uriOf('gone'))).to.equal(-Infinity);
    expect(await end(damaged.uri)).to.equal(-Infinity);
    expect(await end(uriOf('gone'), damaged.uri, early.uri)).to.equal(at(1).getTime());
    expect(await expiry.readableEndOf(damaged)).to.equal(-Infinity);
    const failure = await expiry.endOf(damaged).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(DamagedDataError);
  });

  it('reads a source once for all that derive from it', async () => {
    const { expiry, read } = expiryOf(early);
    for (const name of ['one', 'two']) await expiry.endOf(request(name, {}, [early.uri]));
    expect(read).to.deep.equal([early.uri]);
  });

  it('is unknown while the store cannot be read', async () => {
    const expiry = new DelegationExpiry(() => Promise.reject(new Error('an outage')), vocabulary);
    const derived = request('derived', {}, [early.uri]);
    const failure = await expiry.readableEndOf(derived).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'an outage');
  });
});

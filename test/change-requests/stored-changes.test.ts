import { expect } from 'chai';
import type { ActionRequest } from '../../src/action-requests/action-request.js';
import { type Change, describeChange, readStoredChange } from '../../src/change-requests/change.js';
import { graphOf } from '../../src/rdf/graph.js';
import { iri, node, type Quad, triple } from '../../src/rdf/terms.js';
import { type ApiName, createVocabulary, xsd } from '../../src/rdf/vocabulary.js';
import { DamagedDataError } from '../../src/store/quarantine.js';

const vocabulary = createVocabulary();
const { api } = vocabulary;
const uri = iri('http://node.example/action-requests/1');

const change: Change = {
  object: iri('http://node.example/logistics-objects/1'),
  revision: 3,
  description: 'for the ramp',
  notifyRequestStatusChange: true,
  operations: [
    {
      op: 'DELETE',
      s: 'http://node.example/logistics-objects/1',
      p: iri('https://example.org/name'),
      o: [{ datatype: xsd.string.value, value: 'Äpfel', language: 'de' }],
    },
    {
      op: 'ADD',
      s: '_:w',
      p: iri('https://example.org/weight'),
      o: [
        { datatype: xsd.double.value, value: '1.0', language: undefined },
        { datatype: xsd.double.value, value: '2.0', language: undefined },
      ],
    },
  ],
  verificationRequests: [iri('http://node.example/action-requests/2')],
};

/** The statements of a request with a Change. */
function stored(submitted: Change): Quad[] {
  let last = 0;
  const { root, statements } = describeChange(submitted, vocabulary, { next: () => String((last += 1)) });
  return [triple(node(uri), api.hasChange, root), ...statements];
}

const read = (statements: Iterable<Quad>): Change => {
  const request: ActionRequest = {
    uri,
    kind: 'ChangeRequest',
    status: 'REQUEST_PENDING',
    requestedBy: iri('http://partner.example/agent'),
    requestedAt: new Date(0),
    statusSince: new Date(0),
    data: graphOf(statements),
  };
  return readStoredChange(request, vocabulary);
};

describe('the Change of a stored request', () => {
  it('is read as it was submitted', () => {
    expect(read(stored(change))).to.deep.equal(change);
    const short: Change = {
      ...change,
      description: undefined,
      notifyRequestStatusChange: false,
      verificationRequests: [],
    };
    expect(read(stored(short))).to.deep.equal(short);
  });

  it('is damaged where any part is missing: an incomplete Change is not applied', () => {
    const messages: Partial<Record<ApiName, string>> = {
      hasChange: 'a Change without an object or a revision',
      hasLogisticsObject: 'a Change without an object or a revision',
      hasRevision: 'a Change without an object or a revision',
      hasOperation: 'a Change without operations',
      op: 'a Change with an incomplete operation',
      s: 'a Change with an incomplete operation',
      p: 'a Change with an incomplete operation',
      o: 'a Change with an incomplete operation',
      hasDatatype: 'a Change with an incomplete value',
      hasValue: 'a Change with an incomplete value',
    };
    for (const [name, message] of Object.entries(messages)) {
      const property = `${vocabulary.namespaces.api}${name}`;
      const statements = stored(change);
      const first = statements.findIndex(({ predicate }) => predicate.value === property);
      expect(first, name).to.be.at.least(0);
      // One of several parts is enough, except of the operations.
      const rest = statements.filter(({ predicate }, index) =>
        name === 'hasOperation' ? predicate.value !== property : index !== first,
      );
      expect(() => read(rest), name).to.throw(DamagedDataError, message);
    }
  });

  it('is damaged with an operation that is neither ADD nor DELETE', () => {
    const other = stored(change).map((statement) =>
      statement.predicate.equals(api.op) ? triple(statement.subject, api.op, api.Change) : statement,
    );
    expect(() => read(other)).to.throw(DamagedDataError, 'a Change with an incomplete operation');
  });
});

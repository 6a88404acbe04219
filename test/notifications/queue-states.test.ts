import { expect } from 'chai';
import {
  describeEndedPause,
  describeFailure,
  describePause,
  type EndedPause,
  type QueueFailure,
  type QueuePause,
  readEndedPause,
  readFailure,
  readPause,
} from '../../src/notifications/queues/queue-states.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, iri, type NamedNode, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, dcterms, prov } from '../../src/rdf/vocabulary.js';

const vocabulary = createVocabulary();
const { api } = vocabulary;
const graph = iri('http://node.example/delivery-pauses/1');
const [receiver, topic, by] = [
  iri('http://partner.example/agent'),
  iri('http://topic.example'),
  iri('http://node.example/agent'),
];
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 10, minute));

const pause: QueuePause = { receiver, topic, by, at: at(1), reason: 'Maintenance' };
const endedPause: EndedPause = { ...pause, endedBy: iri('http://node.example/other'), endedAt: at(2) };
const failure: QueueFailure = {
  receiver,
  topic,
  entry: iri('http://node.example/outbox/1'),
  attempts: 3,
  since: at(1),
  nextAttempt: at(2),
  lastError: 'the receiver answered with status 503',
  version: '2.0.0',
};

/** What is read of a graph without a statement of each of these properties; the graph itself is read, too. */
function expectWithout(
  statements: readonly Quad[],
  read: (statements: readonly Quad[]) => unknown,
  expected: readonly (readonly [NamedNode, unknown])[],
): void {
  for (const [property, value] of expected) {
    const rest = statements.filter(({ predicate }) => !predicate.equals(property));
    expect(rest.length, property.value).to.be.lessThan(statements.length);
    expect(read(rest), property.value).to.deep.equal(value);
  }
}

describe('the stored state of a queue', () => {
  it('has its pause, with a topic and a reason if there is one', () => {
    const read = (statements: readonly Quad[]): unknown => readPause(graphOf(statements), vocabulary);
    const statements = describePause(graph, pause, vocabulary);
    expect(read(statements)).to.deep.equal(pause);
    expectWithout(statements, read, [
      [api.hasTopic, { ...pause, topic: undefined }],
      [api.hasDescription, { ...pause, reason: undefined }],
      [api.hasSubscriber, undefined],
      [prov.wasAttributedTo, undefined],
      [dcterms.created, undefined],
    ]);
    const whole = { ...pause, topic: undefined, reason: undefined };
    expect(describePause(graph, whole, vocabulary)).to.have.length(3);
    expect(read(describePause(graph, whole, vocabulary))).to.deep.equal(whole);
    expect(read([])).to.equal(undefined);
  });

  it('has none for a receiver that is no IRI', () => {
    const statements = describePause(graph, pause, vocabulary).map((statement) =>
      statement.predicate.equals(api.hasSubscriber)
        ? triple(statement.subject, statement.predicate, factory.literal('no IRI at all'))
        : statement,
    );
    expect(readPause(graphOf(statements), vocabulary)).to.equal(undefined);
  });

  it('has who ended a pause, and when', () => {
    const read = (statements: readonly Quad[]): unknown => readEndedPause(graphOf(statements), vocabulary);
    const statements = describeEndedPause(graph, endedPause, vocabulary);
    expect(read(statements)).to.deep.equal(endedPause);
    expectWithout(statements, read, [
      [prov.wasInvalidatedBy, undefined],
      [prov.invalidatedAtTime, undefined],
      [prov.wasAssociatedWith, undefined],
      [dcterms.created, undefined],
    ]);
    expect(read([])).to.equal(undefined);
  });

  it('has the failure of its first notification, which is none without one of its parts', () => {
    const read = (statements: readonly Quad[]): unknown => readFailure(graphOf(statements), vocabulary);
    const statements = describeFailure(graph, failure, vocabulary);
    expect(read(statements)).to.deep.equal(failure);
    expectWithout(statements, read, [
      [dcterms.conformsTo, { ...failure, version: undefined }],
      [api.hasSubscriber, undefined],
      [api.hasTopic, undefined],
      [dcterms.source, undefined],
      [dcterms.extent, undefined],
      [dcterms.created, undefined],
      [dcterms.available, undefined],
      [api.hasMessage, undefined],
    ]);
    const unversioned = { ...failure, version: undefined };
    expect(describeFailure(graph, unversioned, vocabulary)).to.have.length(7);
    expect(read(describeFailure(graph, unversioned, vocabulary))).to.deep.equal(unversioned);
    expect(read([])).to.equal(undefined);
  });
});

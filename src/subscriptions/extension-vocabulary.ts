/** The vocabulary of the extensions, at the address of its terms (D66, W30). */
import { owl } from '../model/vocabulary.js';
import { contentType } from '../http/representation/negotiation.js';
import { digest } from '../http/representation/representation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { rdfResponse } from '../openapi/responses.js';
import { describedErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { logTerms } from '../rdf/log-terms.js';
import { describedMirrorTerms, mirrorTerms } from '../rdf/mirror-terms.js';
import { extended, factory, type IriNode, node, type Quad, triple } from '../rdf/terms.js';
import { rdfs, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';
import type { UriScheme } from '../uris.js';
import { extensionTerms } from './extensions.js';

function vocabularyOf(uris: UriScheme, { api }: Vocabulary): Graph {
  const terms = extensionTerms(uris);
  const mirror = mirrorTerms(uris.extensions);
  const erasure = erasureTerms(uris.extensions);
  const { LogEntry } = logTerms(uris.extensions);
  const ontology = node(uris.extensions);
  const text = (value: string): ReturnType<typeof factory.literal> => factory.literal(value);
  const property = (
    term: IriNode,
    range: IriNode,
    label: string,
    comment: string,
    domain: IriNode = api.Subscription,
  ): Quad[] => [
    triple(term, rdfTerms.type, rdfTerms.Property),
    triple(term, rdfs.domain, domain),
    triple(term, rdfs.range, range),
    triple(term, rdfs.label, text(label)),
    triple(term, rdfs.comment, text(comment)),
  ];
  return graphOf([
    triple(ontology, rdfTerms.type, owl.Ontology),
    triple(ontology, rdfs.label, text('Extensions of this node')),
    ...property(
      terms.hasPropertyOfInterest,
      xsd.anyURI,
      'property of interest',
      'LOGISTICS_OBJECT_UPDATED is sent only when one of these properties of the object has changed.',
    ),
    ...property(
      terms.hasCondition,
      xsd.string,
      'condition',
      'An ASK query on the new revision of the object, which <> stands for: a notification is sent only when it is true.',
    ),
    ...property(
      terms.coalescesFor,
      xsd.positiveInteger,
      'coalesces for',
      'For so many seconds the updates of one object are collected, and sent as one notification.',
    ),
    triple(terms.LOGISTICS_OBJECT_ERASED, rdfTerms.type, rdfs.Resource),
    triple(terms.LOGISTICS_OBJECT_ERASED, rdfs.label, text('Logistics Object erased')),
    triple(
      terms.LOGISTICS_OBJECT_ERASED,
      rdfs.comment,
      text('The event type of erasures, for subscriptions that name it in api:includeSubscriptionEventType.'),
    ),
    triple(LogEntry, rdfTerms.type, rdfs.Class),
    triple(LogEntry, rdfs.label, text('log entry')),
    triple(LogEntry, rdfs.comment, text('An entry of the log of proofs, which proves what a credential says.')),
    ...property(
      node(extended(uris.extensions, '#position')),
      xsd.integer,
      'position',
      'The place of a revision or event among those of the same second in the feed of one caller.',
      rdfs.Resource,
    ),
    // One term is about copies, follows and partners alike: no class says more than rdfs:Resource.
    ...describedMirrorTerms().flatMap(({ name, range, label, comment }) =>
      property(mirror[name], range, label, comment, rdfs.Resource),
    ),
    ...describedErasureTerms().flatMap(({ name, label, comment, kind }) =>
      'range' in kind
        ? property(erasure[name], kind.range, label, comment, rdfs.Resource)
        : [
            triple(erasure[name], rdfTerms.type, kind.type),
            triple(erasure[name], rdfs.label, text(label)),
            triple(erasure[name], rdfs.comment, text(comment)),
          ],
    ),
  ]);
}

export function getExtensions({
  uris,
  vocabulary,
  representations,
}: Pick<Services, 'uris' | 'vocabulary' | 'representations'>): DeclaredOperation {
  const data = vocabularyOf(uris, vocabulary);
  return operation({
    method: 'GET',
    path: '/ns/extensions',
    id: 'getExtensions',
    summary: 'Read the vocabulary of the extensions',
    description:
      'The terms of a Subscription that this node supports beyond the standard, and those in which it describes its copies of partners’ objects, erasures and legal holds.',
    accessLevel: 'authenticated',
    responses: (described) => ({
      200: rdfResponse('The properties, as RDF Schema.', schemaRef('Graph'), {
        '@context': { rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' },
        '@graph': [{ '@id': `${described.uri('/ns/extensions')}#hasCondition`, '@type': 'rdf:Property' }],
      }),
    }),
    handle: async ({ form }) => {
      const body = await representations.writeGraph(data, [], form);
      const about = { etag: digest(body), contentType: contentType(form), type: owl.Ontology.value };
      return { kind: 'content', body, ...about };
    },
  });
}

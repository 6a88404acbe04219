/**
 * Describes the node for a caller, in VoID and DCAT-AP (W24 to W27): the dataset visible to it, and the services on it.
 */
import type { RdfResource } from '../../http/representation/representation.js';
import { graphOf } from '../../rdf/graph.js';
import {
  factory,
  type Iri,
  iri,
  type IriNode,
  namedNode,
  node,
  type Quad,
  type Quad_Object,
  triple,
} from '../../rdf/terms.js';
import { dctermsNs, type Namespaces, rdfs, rdfTerms, terms, xsd } from '../../rdf/vocabulary.js';

const voidTerms = terms('http://rdfs.org/ns/void#', [
  'Dataset',
  'triples',
  'entities',
  'classPartition',
  'class',
  'sparqlEndpoint',
  'uriSpace',
  'vocabulary',
  'feature',
  'exampleResource',
]);
const dcat = terms('http://www.w3.org/ns/dcat#', [
  'Dataset',
  'Catalog',
  'DataService',
  'dataset',
  'service',
  'endpointURL',
  'endpointDescription',
  'servesDataset',
  'Distribution',
  'distribution',
  'accessURL',
]);
const foaf = terms('http://xmlns.com/foaf/0.1/', ['Agent', 'name']);
/** The class of the feed (LDES 1.0.0). */
const EventSource = namedNode('https://w3id.org/ldes#EventSource');
const dc = terms(dctermsNs, ['title', 'description', 'publisher', 'issued', 'modified']);

/** The counts, each with the result of the SPARQL query that defines it (W26); undefined if unknown. */
export interface Counts {
  /** Statements of the default graph. */
  readonly triples: number | undefined;
  /** Logistics Objects. */
  readonly entities: number | undefined;
  /** Subjects of each class. */
  readonly classes: ReadonlyMap<Iri, number> | undefined;
}

export interface DescribedDataset {
  readonly base: Iri;
  /** The address of the description. */
  readonly document: Iri;
  readonly namespaces: Namespaces;
  readonly holder: { readonly agent: Iri; readonly name: string };
  /** The creation time of the data holder's object; unknown if another node has the object. */
  readonly issued: Date | undefined;
  /** The time of the last visible change, if known. */
  readonly modified: Date | undefined;
  /** An object that the caller may read. */
  readonly example: Iri | undefined;
  /** The event stream of the data, where it runs (W66). */
  readonly feed: Iri | undefined;
  readonly counts: Counts;
}

/** The formats of statements (the `formats` of W3C). */
const features = ['JSON-LD', 'Turtle', 'N-Triples'].map((name) => namedNode(`http://www.w3.org/ns/formats/${name}`));

const text = (value: string): Quad_Object => factory.literal(value, 'en');
const count = (value: number): Quad_Object => factory.literal(String(value), xsd.integer);
const time = (value: Date): Quad_Object => factory.literal(value.toISOString(), xsd.dateTime);

export const datasetType: Iri = voidTerms.Dataset.value;

export function describeDataset({
  base,
  document,
  namespaces,
  holder,
  issued,
  modified,
  example,
  feed,
  counts,
}: DescribedDataset): RdfResource {
  const dataset = node(iri(`${document}#dataset`));
  const catalog = node(iri(`${document}#catalog`));
  const publisher = node(holder.agent);
  const about = (subject: IriNode, title: string, description: string): Quad[] => [
    triple(subject, dc.title, text(title)),
    triple(subject, dc.description, text(description)),
    triple(subject, dc.publisher, publisher),
  ];
  const service = (name: string, title: string, path: string, description: string): Quad[] => {
    const subject = node(iri(`${document}#${name}`));
    const [endpoint, described] = [node(iri(base + path)), node(iri(base + description))];
    return [
      triple(catalog, dcat.service, subject),
      triple(subject, rdfTerms.type, dcat.DataService),
      triple(subject, dc.title, text(title)),
      triple(subject, dcat.endpointURL, endpoint),
      triple(subject, dcat.endpointDescription, described),
      triple(subject, dcat.servesDataset, dataset),
      // The shapes of DCAT-AP require this class, and a validator need not know that everything is a resource.
      ...[endpoint, described].map((resource) => triple(resource, rdfTerms.type, rdfs.Resource)),
    ];
  };
  const partitions = [...(counts.classes ?? [])].flatMap(([type, subjects], index) => {
    const partition = node(iri(`${document}#class-${index + 1}`));
    return [
      triple(dataset, voidTerms.classPartition, partition),
      triple(partition, voidTerms.class, node(type)),
      triple(partition, voidTerms.entities, count(subjects)),
    ];
  });
  const distribution = node(iri(`${document}#feed`));
  const stream = (address: Iri): Quad[] => [
    triple(dataset, dcat.distribution, distribution),
    triple(distribution, rdfTerms.type, dcat.Distribution),
    triple(distribution, rdfTerms.type, EventSource),
    triple(distribution, dc.title, text('Linked Data Event Stream')),
    triple(distribution, dcat.accessURL, node(address)),
    triple(node(address), rdfTerms.type, rdfs.Resource),
  ];
  const data = graphOf([
    triple(catalog, rdfTerms.type, dcat.Catalog),
    ...about(catalog, `Data of ${holder.name}`, 'What this node of ONE Record offers.'),
    triple(catalog, dcat.dataset, dataset),
    triple(dataset, rdfTerms.type, voidTerms.Dataset),
    triple(dataset, rdfTerms.type, dcat.Dataset),
    ...about(
      dataset,
      `Logistics Objects and Events of ${holder.name}`,
      'The latest revisions of the Logistics Objects and the Logistics Events that the caller may read; counts are those of the caller.',
    ),
    ...(issued === undefined ? [] : [triple(dataset, dc.issued, time(issued))]),
    ...(modified === undefined ? [] : [triple(dataset, dc.modified, time(modified))]),
    triple(publisher, rdfTerms.type, foaf.Agent),
    triple(publisher, foaf.name, factory.literal(holder.name)),
    triple(dataset, voidTerms.sparqlEndpoint, node(iri(`${base}/sparql`))),
    triple(dataset, voidTerms.uriSpace, factory.literal(`${base}/`)),
    ...[namespaces.cargo, namespaces.api].map((name) => triple(dataset, voidTerms.vocabulary, node(iri(name)))),
    ...features.map((feature) => triple(dataset, voidTerms.feature, feature)),
    ...(example === undefined ? [] : [triple(dataset, voidTerms.exampleResource, node(example))]),
    ...(counts.triples === undefined ? [] : [triple(dataset, voidTerms.triples, count(counts.triples))]),
    ...(counts.entities === undefined ? [] : [triple(dataset, voidTerms.entities, count(counts.entities))]),
    ...partitions,
    ...service('sparql', 'SPARQL 1.1', '/sparql', '/sparql'),
    ...service('graph-store', 'SPARQL 1.1 Graph Store, reading', '/rdf-graph-store', '/openapi.json'),
    ...service('api', 'ONE Record API', '', '/openapi.json'),
    ...(feed === undefined ? [] : stream(feed)),
  ]);
  return { root: catalog, data };
}

/** The description of this endpoint (SPARQL 1.1 Service Description). */
import type { UriScheme } from '../uris.js';
import type { RdfResource } from '../http/representation/representation.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, iri, namedNode, node, triple } from '../rdf/terms.js';
import { rdfTerms, terms } from '../rdf/vocabulary.js';

const sd = terms('http://www.w3.org/ns/sparql-service-description#', [
  'Service',
  'Dataset',
  'Graph',
  'SPARQL11Query',
  'endpoint',
  'supportedLanguage',
  'resultFormat',
  'defaultDataset',
  'defaultGraph',
]);
const { description } = terms('http://purl.org/dc/terms/', ['description']);

const FORMATS = 'http://www.w3.org/ns/formats/';
const resultFormats = [
  'SPARQL_Results_JSON',
  'SPARQL_Results_XML',
  'SPARQL_Results_CSV',
  'SPARQL_Results_TSV',
  'Turtle',
  'N-Triples',
  'JSON-LD',
  'RDF_XML',
  'N-Quads',
  'TriG',
];

export const serviceType: Iri = sd.Service.value;

export function describeService(uris: UriScheme): RdfResource {
  const address = iri(`${uris.base}/sparql`);
  const root = node(address);
  const defaultDataset = namedNode(`${address}#dataset`);
  const defaultGraph = namedNode(`${address}#default-graph`);
  const data = graphOf([
    triple(root, rdfTerms.type, sd.Service),
    triple(root, sd.endpoint, root),
    triple(root, sd.supportedLanguage, sd.SPARQL11Query),
    ...resultFormats.map((name) => triple(root, sd.resultFormat, namedNode(FORMATS + name))),
    triple(root, sd.defaultDataset, defaultDataset),
    triple(defaultDataset, rdfTerms.type, sd.Dataset),
    triple(defaultDataset, sd.defaultGraph, defaultGraph),
    triple(defaultGraph, rdfTerms.type, sd.Graph),
    triple(
      defaultGraph,
      description,
      factory.literal(
        'The latest revision of every Logistics Object and all Logistics Events that the caller may read; with the parameter at=YYYYMMDDThhmmssZ, as they were then.',
      ),
    ),
  ]);
  return { root, data };
}

/** The description of this endpoint (SPARQL 1.1 Service Description). */
import type { UriScheme } from '../uris.js';
import type { RdfResource } from '../http/representation/representation.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, iri, namedNode, node, triple } from '../rdf/terms.js';
import { rdfTerms, terms } from '../rdf/vocabulary.js';
import { datasetName } from './worker/asked-dataset.js';

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
  'availableGraphs',
  'GraphCollection',
  'namedGraph',
  'NamedGraph',
  'name',
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

const OWN_DATA =
  'The latest revision of every Logistics Object and all Logistics Events that the caller may read; with the parameter at=YYYYMMDDThhmmssZ, as they were then.';
const COPIES =
  "The latest held revision of every copy of a partner's Logistics Object and their Logistics Events, for internal agents; with the parameter at, as received until then.";

/** @param hasMirror whether there are copies of partners' objects (M53). */
export function describeService(uris: UriScheme, hasMirror: boolean): RdfResource {
  const address = iri(`${uris.base}/sparql`);
  const root = node(address);
  const defaultDataset = namedNode(`${address}#dataset`);
  const defaultGraph = namedNode(`${address}#default-graph`);
  const graphs = namedNode(`${address}#available-graphs`);
  const datasets = [['own', OWN_DATA] as const, ...(hasMirror ? [['mirrored', COPIES] as const] : [])];
  const data = graphOf([
    triple(root, rdfTerms.type, sd.Service),
    triple(root, sd.endpoint, root),
    triple(root, sd.supportedLanguage, sd.SPARQL11Query),
    ...resultFormats.map((name) => triple(root, sd.resultFormat, namedNode(FORMATS + name))),
    triple(root, sd.defaultDataset, defaultDataset),
    triple(defaultDataset, rdfTerms.type, sd.Dataset),
    triple(defaultDataset, sd.defaultGraph, defaultGraph),
    triple(defaultGraph, rdfTerms.type, sd.Graph),
    triple(defaultGraph, description, factory.literal(OWN_DATA)),
    triple(root, sd.availableGraphs, graphs),
    triple(graphs, rdfTerms.type, sd.GraphCollection),
    ...datasets.flatMap(([extent, text]) => {
      const graph = namedNode(`${address}#${extent}`);
      return [
        triple(graphs, sd.namedGraph, graph),
        triple(graph, rdfTerms.type, sd.NamedGraph),
        triple(graph, sd.name, node(datasetName(uris.base, extent))),
        triple(graph, description, factory.literal(text)),
      ];
    }),
  ]);
  return { root, data };
}

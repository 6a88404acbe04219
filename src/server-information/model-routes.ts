/** The ontologies and shapes that the node validates with, so that partners can validate before they send. */
import type { ApiVersion } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { HandlerResult, Handler, Resource } from '../http/request-context.js';
import { contentType, type RepresentationFormat, formName } from '../http/representation/negotiation.js';
import { digest, type Representations } from '../http/representation/representation.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import type { Model, OntologyName, ShapesName } from '../model/model.js';
import { owl, sh } from '../model/vocabulary.js';

const ontologies: readonly OntologyName[] = ['cargo', 'api', 'code-lists'];

/** The version IRI of the data model and those of the API vocabulary in the offered versions (V2). */
export function ontologyVersions(model: Model, api: string, versions: readonly ApiVersion[]): Iri[] {
  const cargo = model.ontologyGraph('cargo');
  const dataModel = Array.from(cargo.match(null, rdfTerms.type, owl.Ontology)).flatMap(({ subject }) =>
    cargo
      .objects(subject, owl.versionIRI)
      .map(({ value }) => value)
      .filter(isIri),
  );
  const vocabulary = api.replace(/[#/]$/, '');
  return [...dataModel, ...versions.map((version) => iri(`${vocabulary}/${version}`))];
}

export function modelRoutes(model: Model, representations: Representations): Resource[] {
  /** `local`: those of the operator (D76). */
  const shapes: readonly ShapesName[] = model.hasLocalShapes ? ['cargo', 'api', 'local'] : ['cargo', 'api'];
  /** The documents are large and do not change while the node runs. */
  const cache = new Map<string, { readonly body: Buffer; readonly etag: string }>();

  async function resultOf(key: string, data: Graph, form: RepresentationFormat, type: Iri): Promise<HandlerResult> {
    const name = `${key} ${formName(form)}`;
    let document = cache.get(name);
    if (document === undefined) {
      const body = await representations.writeGraph(data, [], form);
      document = { body, etag: digest(body) };
      cache.set(name, document);
    }
    return { kind: 'content', ...document, contentType: contentType(form), type };
  }

  const ontology: Handler = async (context) => {
    const name = ontologies.find((each) => each === context.param('name'));
    if (name === undefined) throw missing(ontologies);
    return resultOf(`ontology ${name}`, model.ontologyGraph(name), context.form, owl.Ontology.value);
  };

  const shapesOf: Handler = async (context) => {
    const name = shapes.find((each) => each === context.param('name'));
    if (name === undefined) throw missing(shapes);
    return resultOf(`shapes ${name}`, model.shapesGraph(name), context.form, sh.NodeShape.value);
  };

  return [
    { path: '/ontology/:name', methods: { GET: ontology } },
    { path: '/shapes/:name', methods: { GET: shapesOf } },
  ];
}

function missing(names: readonly string[]): ServiceError {
  return new ServiceError('not-found', `there is ${names.join(', ')} here, and nothing else`);
}

/** The ontologies and shapes of the node's own validation, so that partners can validate before sending. */
import type { ApiVersion } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { HandlerResult } from '../http/request-context.js';
import { contentType, type RepresentationFormat, formName } from '../http/representation/negotiation.js';
import { digest, type Representations } from '../http/representation/representation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import { rdfResponse } from '../openapi/responses.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import type { Model, OntologyName, ShapesName } from '../model/model.js';
import { owl, sh } from '../model/vocabulary.js';

const ontologies: readonly OntologyName[] = ['cargo', 'api', 'code-lists'];
const shapes: readonly ShapesName[] = ['cargo', 'api', 'local'];

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

const nameOf = (names: readonly string[], description = 'Which one.'): PathParameter => ({
  description,
  schema: { type: 'string', enum: names },
});

export function modelOperations(model: Model, representations: Representations): DeclaredOperation[] {
  /** `local`: the operator's shapes (D76). */
  const present = shapes.filter((name) => name !== 'local' || model.hasLocalShapes);
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

  const ontology = operation({
    method: 'GET',
    path: '/ontology/:name',
    pathParameters: { name: nameOf(ontologies) },
    id: 'getOntology',
    summary: 'Read an ontology',
    accessLevel: 'authenticated',
    responses: (node) => ({
      200: rdfResponse('The classes, properties and codes, as OWL.', schemaRef('Graph'), {
        '@context': { owl: 'http://www.w3.org/2002/07/owl#', ...node.context },
        '@graph': [{ '@id': 'cargo:Piece', '@type': 'owl:Class' }],
      }),
    }),
    handle: async (context) => {
      const name = ontologies.find((each) => each === context.param('name'));
      if (name === undefined) throw missing(ontologies);
      return resultOf(`ontology ${name}`, model.ontologyGraph(name), context.form, owl.Ontology.value);
    },
  });

  const shapesOf = operation({
    method: 'GET',
    path: '/shapes/:name',
    pathParameters: { name: nameOf(shapes, 'Which ones; `local`: those of the operator, if any.') },
    id: 'getShapes',
    summary: 'Read shapes',
    accessLevel: 'authenticated',
    responses: (node) => ({
      200: rdfResponse('What a valid object looks like, as SHACL.', schemaRef('Graph'), {
        '@context': { sh: 'http://www.w3.org/ns/shacl#', ...node.context },
        '@graph': [{ '@id': 'cargo:PieceShape', '@type': 'sh:NodeShape', 'sh:targetClass': { '@id': 'cargo:Piece' } }],
      }),
    }),
    handle: async (context) => {
      const name = present.find((each) => each === context.param('name'));
      if (name === undefined) throw missing(present);
      return resultOf(`shapes ${name}`, model.shapesGraph(name), context.form, sh.NodeShape.value);
    },
  });

  return [ontology, shapesOf];
}

function missing(names: readonly string[]): ServiceError {
  return new ServiceError('not-found', `the only names here are ${names.join(', ')}`);
}

/** `GET /logistics-objects`, for internal agents: the objects of this node (D7 to D11). */
import { collection } from '../http/collection.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { invalidQuery } from '../http/query-parameters.js';
import { collectionResponse } from '../openapi/collection.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { exampleIds } from '../openapi/section.js';
import { type Iri, isIri, node, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import { listPage, partitionsOf } from '../store/lookup-page.js';
import type { ExchangeServices } from './exchange-services.js';
import { ALL_OBJECTS } from './lookups.js';

/** The type that a query names. @throws ServiceError `invalid-query` for a name that is no IRI. */
export function typeNamed(name: string, { namespaces }: Vocabulary): Iri {
  const type = name.includes(':') && !name.startsWith('cargo:') ? name : namespaces.cargo + name.replace(/^cargo:/, '');
  if (isIri(type)) return type;
  throw invalidQuery('type', `must be a type of Logistics Objects, not ${JSON.stringify(name)}`);
}

export function listLogisticsObjects(services: ExchangeServices): DeclaredOperation {
  const { objects, lookups, uris, store, model, vocabulary, representations } = services;
  return operation({
    method: 'GET',
    path: '/logistics-objects',
    unknownQuery: 'refused',
    id: 'listLogisticsObjects',
    summary: 'List the Logistics Objects of this node',
    accessLevel: 'internal',
    query: {
      types: query.mapped(
        query.list('type', {
          description: 'Types, as short name or IRI; their subtypes count. Several are alternatives.',
        }),
        (names) => names.map((name) => typeNamed(name, vocabulary)),
      ),
      page: query.page({ fallback: PAGE_LIMIT }),
    },
    responses: (described) => ({
      200: collectionResponse(described, 'Links to the objects.', '/logistics-objects', {
        ...described.link(exampleIds.piece),
        '@type': 'cargo:Piece',
      }),
    }),
    handle: async (context, asks) => {
      const { types, page } = asks();
      const classes =
        types.length === 0 ? [ALL_OBJECTS] : [...new Set(types.flatMap((type) => [type, ...model.descendants(type)]))];
      const listed = await listPage(store, partitionsOf(lookups.objects.byCreation, classes), page);
      const heads = await objects.readable(listed.entries.map(({ value }) => value));
      const links = heads.map(({ object, type }) => ({
        item: node(object),
        statements: [triple(node(object), rdfTerms.type, node(type))],
      }));
      const description = await collection(node(uris.objects), links, listed.total, vocabulary);
      return representations.answer(description, context.form, {
        type: vocabulary.api.Collection.value,
        headers: pageLinks(uris.objects, context.query, page, listed),
      });
    },
  });
}

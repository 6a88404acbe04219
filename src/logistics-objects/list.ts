/** `GET /logistics-objects`, for internal agents: the objects of this node (D7 to D11). */
import { collection } from '../http/collection.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { invalidQuery, type PageRequest } from '../http/query-parameters.js';
import { contentType, type RepresentationFormat } from '../http/representation/negotiation.js';
import type { Content } from '../http/request-context.js';
import { collectionResponse } from '../openapi/collection.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { exampleIds } from '../openapi/section.js';
import { type Iri, isIri, node, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Track } from '../store/cache/store-cache.js';
import { type ListedEntries, listPage, partitionsOf } from '../store/lookup-page.js';
import type { ExchangeServices } from './exchange-services.js';
import { ALL_OBJECTS } from './lookups.js';

/** The type that a query names. @throws ServiceError `invalid-query` for a name that is no IRI. */
export function typeNamed(name: string, { namespaces }: Vocabulary): Iri {
  const type = name.includes(':') && !name.startsWith('cargo:') ? name : namespaces.cargo + name.replace(/^cargo:/, '');
  if (isIri(type)) return type;
  throw invalidQuery('type', `must be a type of Logistics Objects, not ${JSON.stringify(name)}`);
}

/** A page with the positions where it begins and ends. */
interface Listed extends ListedEntries {
  readonly content: Content;
}

export function listLogisticsObjects(services: ExchangeServices): DeclaredOperation {
  const { objects, lookups, uris, store, model, vocabulary, representations } = services;
  const pages = store.cache<Listed>({ share: 'objectLists', bytes: ({ content }) => content.body.length });

  /** A page, cached until a commit changes one of its partitions or heads. */
  async function make(
    types: readonly Iri[],
    page: PageRequest,
    form: RepresentationFormat,
    track: Track,
  ): Promise<Listed> {
    const classes =
      types.length === 0 ? [ALL_OBJECTS] : [...new Set(types.flatMap((type) => [type, ...model.descendants(type)]))];
    for (const one of classes) track.partition(lookups.objects.byCreation, one);
    const { entries, ...listed } = await listPage(store, partitionsOf(lookups.objects.byCreation, classes), page);
    for (const { value } of entries) track.graph(uris.head(value));
    const heads = await objects.readable(entries.map(({ value }) => value));
    const links = heads.map(({ object, type }) => ({
      item: node(object),
      statements: [triple(node(object), rdfTerms.type, node(type))],
    }));
    const description = await collection(node(uris.objects), links, listed.total, vocabulary);
    const content = await representations.answer(description, form, { type: vocabulary.api.Collection.value });
    const [first, last] = [entries[0], entries.at(-1)];
    return { content, ...listed, entries: first === undefined || last === undefined ? [] : [first, last] };
  }
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
      const { form } = context;
      const key = JSON.stringify([contentType(form), types, page]);
      const { content, ...listed } = await pages.of(key, (track) => make(types, page, form, track));
      return { ...content, headers: pageLinks(uris.objects, context.query, page, listed) };
    },
  });
}

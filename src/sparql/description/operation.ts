/** `GET /.well-known/void`: describes the node's data and services for the caller (VoID, section 7.2; W24 to W27). */
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import type { Caller } from '../../http/caller.js';
import { schemaRef } from '../../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import { rdfResponse } from '../../openapi/responses.js';
import type { Iri } from '../../rdf/terms.js';
import type { AccessScopes } from '../access-scopes.js';
import type { Analytics } from '../answers.js';
import { countStatements } from './counts.js';
import { datasetType, describeDataset } from './dataset.js';

const VOID_PATH = '/.well-known/void';

/** The maximum number of objects examined for a partner, one by one. */
const MAX_EXAMINED = 1_000;

interface Extent {
  readonly entities: number;
  readonly example: Iri | undefined;
  readonly modified: Date | undefined;
}

export function readDatasetDescription(
  services: ExchangeServices,
  analytics: Analytics,
  scopes: Pick<AccessScopes, 'objectsOf'>,
): DeclaredOperation {
  const { store, lookups, revisions, representations, dataHolder, uris, settings, overrides } = services;
  const { byCreation, byChange } = lookups.objects;

  async function extentOf(caller: Caller): Promise<Extent> {
    if (caller.internal) {
      const [last] = await store.lookup(byChange, ALL_OBJECTS, { limit: 1, reverse: true });
      const entities = await store.count(byCreation, ALL_OBJECTS);
      return { entities, example: last?.value, modified: last && new Date(last.order) };
    }
    const objects = await scopes.objectsOf(caller);
    const [example] = objects;
    const heads =
      objects.size > MAX_EXAMINED ? [] : await Promise.all(Array.from(objects, (object) => revisions.head(object)));
    const changes = heads.flatMap((head) => (head === undefined ? [] : [head.modified.getTime()]));
    return {
      entities: objects.size,
      example,
      modified: changes.length === 0 ? undefined : new Date(Math.max(...changes)),
    };
  }

  return operation({
    method: 'GET',
    path: VOID_PATH,
    isNodeApi: true,
    id: 'getDatasetDescription',
    summary: 'Read the description of datasets and services',
    description:
      "The caller's view of the dataset and its services, in VoID and DCAT-AP: counts are the caller's own, and those that take longer than two seconds are left out.",
    accessLevel: 'authenticated',
    responses: (described) => ({
      200: rdfResponse('The catalog.', schemaRef('Graph'), {
        '@context': { void: 'http://rdfs.org/ns/void#' },
        '@graph': [
          {
            '@id': `${described.uri(VOID_PATH)}#dataset`,
            '@type': 'void:Dataset',
            'void:sparqlEndpoint': described.link('/sparql'),
            'void:uriSpace': described.uri('/'),
          },
        ],
      }),
    }),
    handle: async ({ caller, form }) => {
      const [{ entities, example, modified }, counted, holder] = await Promise.all([
        extentOf(caller),
        countStatements(analytics, caller, overrides.countingMs),
        revisions.head(dataHolder),
      ]);
      const description = describeDataset({
        base: uris.base,
        document: uris.datasetDescription,
        namespaces: settings.namespaces,
        holder: { agent: dataHolder, name: settings.dataHolderName },
        issued: holder?.created,
        modified,
        example,
        feed: settings.feed.isOn ? uris.feed : undefined,
        counts: { ...counted, entities },
      });
      return representations.answer(description, form, { type: datasetType });
    },
  });
}

/** The description of a node as one OpenAPI document, put together from the rooms' parts. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Iri } from '../rdf/terms.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import { latestApiVersion, supportedApiVersions } from '../api-versions.js';
import { access } from '../access/openapi.js';
import { actionRequests } from '../action-requests/openapi.js';
import { changeRequests } from '../change-requests/openapi.js';
import { dataModel } from '../server-information/data-model-openapi.js';
import { devIdentityProvider } from '../identity/openapi.js';
import { headers } from './headers.js';
import { jsonLdSchemas } from './json-ld.js';
import { logisticsEvents } from '../logistics-events/openapi.js';
import { logisticsObjects } from '../logistics-objects/openapi.js';
import { notifications } from '../notifications/openapi.js';
import { parameters } from './parameters.js';
import { errorSchemas, errorResponses } from './error-responses.js';
import { type OpenApiSection, DescriptionContext } from './section.js';
import { monitoring } from './monitoring.js';
import { serverInformation } from '../server-information/openapi.js';
import { sparql } from '../sparql/openapi.js';
import { subscriptions } from '../subscriptions/openapi.js';
import type { OpenApiDocument, PathItem, Schema, SecurityScheme } from './types.js';

export interface DescribedNode {
  readonly baseUrl: Iri;
  readonly namespaces: Namespaces;
  /** Whether the development identity provider runs. */
  readonly devIdp: boolean;
}

const description = `Every revision of a Logistics Object is kept, partners propose changes, and subscribers are told what happens.

- **Media types.** RDF resources come as \`application/ld+json\` (also for \`*/*\` and \`application/json\`), \`text/turtle\`,
  \`application/x-turtle\` or \`application/n-triples\`. Request bodies are JSON-LD in any of its forms.
- **Forms of JSON-LD.** \`Accept: application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"\` (or \`#flattened\`,
  \`#compacted\`; several separated by blanks) selects the document form, and Content-Type tells it. Without a profile that is known
  the operator's choice (\`JSONLD_FORM\`) counts; the schemas below describe the compacted form.
- **Versions.** \`Accept: application/ld+json; version=${latestApiVersion}\` selects the API version; supported: ${supportedApiVersions.join(', ')}.
- **HEAD** works wherever GET does. **Another method** than those that are listed is answered 405 with \`Allow\`.
- **Conditional requests.** \`If-None-Match\` and \`If-Modified-Since\` are answered 304 where there is an \`ETag\`; \`If-Match\`,
  \`If-Unmodified-Since\` and, on changes, \`If-None-Match\` are answered 412 when they do not hold, and nothing is done.
- **Caches.** Answers are \`private, no-cache\`: they may be kept, and are asked for again each time.
- **Internal agents** are the data holder and the agents that the operator has named so.
- A slash at the end of a path is ignored.`;

const packageFile = z.object({ version: z.string() });

/** The version of this program, as its package says. */
function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}

/** Several rooms may have operations at the same address. */
function mergedPaths(rooms: readonly OpenApiSection[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const room of rooms) {
    for (const [path, item] of Object.entries(room.paths)) paths[path] = { ...paths[path], ...item };
  }
  return paths;
}

function schemasOf(rooms: readonly OpenApiSection[]): Record<string, Schema> {
  const own = rooms.flatMap(({ schemas = {} }) => Object.entries(schemas));
  return { ...jsonLdSchemas, ...errorSchemas, ...Object.fromEntries(own) };
}

/** Describes a node: all of its addresses with what they take and answer (operator contract, `/openapi.json`). */
export function describeNode({ baseUrl, namespaces, devIdp }: DescribedNode): OpenApiDocument {
  const securitySchemes: Record<string, SecurityScheme> = {
    token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of an identity provider that this node trusts, with the claim `logistics_agent_uri`.',
    },
    ...(devIdp && {
      client: {
        type: 'oauth2',
        description:
          'Gets a token of the development identity provider: client `holder` with secret `holder-secret` is the data holder, any other `<name>` with `<name>-secret` is a partner.',
        flows: { clientCredentials: { tokenUrl: `${baseUrl}/dev-idp/token`, scopes: {} } },
      },
    }),
  };
  const subject = new DescriptionContext(
    baseUrl,
    namespaces,
    Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  );
  const rooms = [
    serverInformation,
    logisticsObjects,
    changeRequests,
    logisticsEvents,
    access,
    actionRequests,
    subscriptions,
    notifications,
    sparql,
    dataModel,
    monitoring,
    ...(devIdp ? [devIdentityProvider] : []),
  ].map((describe) => describe(subject));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cargograph',
      version: programVersion(),
      summary: 'A node for exchanging linked logistics data.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This node' }],
    tags: rooms.map(({ tag }) => tag),
    paths: mergedPaths(rooms),
    components: {
      schemas: schemasOf(rooms),
      headers,
      parameters,
      responses: errorResponses,
      securitySchemes,
    },
  };
}

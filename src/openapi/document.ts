/** The OpenAPI document of a node, composed of the sections of its modules. */
import type { Model } from '../model/model.js';
import { compareTexts } from '../rdf/order.js';
import { Compaction, prefixesOf } from '../rdf/prefixes.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import { apiVersions } from '../api-versions.js';
import { programVersion } from '../version.js';
import { headerRefs, headers } from './headers.js';
import { jsonLdSchemas, typesOf } from './json-ld.js';
import { components } from './json-schema.js';
import { ModelSchemas } from './model-schemas.js';
import { parameters } from './parameters.js';
import { errorSchemas, errorResponses } from './error-responses.js';
import { type DescribeSection, DescriptionContext, type OpenApiSection } from './section.js';
import type { OpenApiDocument, PathItem, Response, Schema, SecurityScheme } from './types.js';

interface DescribedNode {
  readonly baseUrl: Iri;
  readonly namespaces: Namespaces;
  /** The data model, for the names of its classes. */
  readonly model: Model;
  /** Whether the development identity provider runs. */
  readonly devIdp: boolean;
  /** In the order of the document. */
  readonly sections: readonly DescribeSection[];
}

const description = `Every revision of a Logistics Object is kept, partners propose changes, and subscribers are told what happens.

- **Media types.** RDF resources come as \`application/ld+json\` (also for \`*/*\` and \`application/json\`), \`text/turtle\`,
  \`application/x-turtle\` or \`application/n-triples\`. Request bodies are JSON-LD in any of its forms.
- **Forms of JSON-LD.** \`Accept: application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"\` (or \`#flattened\`,
  \`#compacted\`; several separated by blanks) selects the document form, and Content-Type tells it. Without a profile that is known
  the operator's choice (\`JSONLD_FORM\`) counts; the schemas below describe the compacted form.
- **Versions.** \`Accept: application/ld+json; version=2.3.0\` selects the API version; supported: ${apiVersions.join(', ')}.
- **HEAD** works wherever GET does. **Another method** than those that are listed is answered 405 with \`Allow\`.
- **Conditional requests.** \`If-None-Match\` and \`If-Modified-Since\` are answered 304 where there is an \`ETag\`; \`If-Match\`,
  \`If-Unmodified-Since\` and, on changes, \`If-None-Match\` are answered 412 when they do not hold, and nothing is done.
- **Caches.** Answers are \`private, no-cache\`: they may be kept, and are asked for again each time.
- **Internal agents** are the data holder and the agents that the operator has named so.
- A slash at the end of a path is ignored.`;

/** Every response names its request (D61). */
const withRequestId = (response: Response): Response => ({
  ...response,
  headers: { ...response.headers, ...headerRefs(['X-Request-Id']) },
});

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function withRequestIds(item: PathItem): PathItem {
  return mapValues(item, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (response) => ('$ref' in response ? response : withRequestId(response))),
  }));
}

/** Several sections may have operations at the same path. */
function mergedPaths(sections: readonly OpenApiSection[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const section of sections) {
    for (const [path, item] of Object.entries(section.paths)) paths[path] = { ...paths[path], ...withRequestIds(item) };
  }
  return paths;
}

function schemasOf(
  sections: readonly OpenApiSection[],
  { model, namespaces }: Pick<DescribedNode, 'model' | 'namespaces'>,
): Record<string, Schema> {
  const names = new Compaction(prefixesOf(namespaces));
  const classesBelow = (name: string): string[] => {
    const root = iri(namespaces.cargo + name);
    return [root, ...model.descendants(root)].map((each) => names.display(each)).sort(compareTexts);
  };
  // One event may be posted for many objects.
  const classes = new ModelSchemas(model, namespaces, new Set([`${namespaces.cargo}eventFor`]));
  const anyClass = {
    LogisticsObject: classes.anyBelow(
      'LogisticsObject',
      'An instance of a class of the data model that inherits from LogisticsObject, with the properties of its class.',
    ),
    LogisticsEvent: classes.anyBelow(
      'LogisticsEvent',
      'Something that has happened, will or should happen to a Logistics Object.',
    ),
  };
  const ofSections = sections.flatMap(({ schemas = {} }) => Object.entries(schemas));
  const where =
    'The ontologies at `/ontology/{name}` say what they inherit, and the shapes at `/shapes/{name}` what they demand.';
  return {
    ...jsonLdSchemas,
    LogisticsObjectTypes: typesOf(
      `A class of Logistics Objects, or several. ${where}`,
      classesBelow('LogisticsObject'),
    ),
    LogisticsEventTypes: typesOf(`A class of events, or several. ${where}`, classesBelow('LogisticsEvent')),
    ...errorSchemas,
    ...components(),
    ...anyClass,
    ...classes.all(),
    ...Object.fromEntries(ofSections),
  };
}

/** Describes a node: its operations with their parameters, bodies and responses (`/openapi.json`). */
export function describeNode({ baseUrl, namespaces, model, devIdp, sections }: DescribedNode): OpenApiDocument {
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
  const context = new DescriptionContext(
    baseUrl,
    namespaces,
    Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  );
  const described = sections.map((describe) => describe(context));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cargograph',
      version: programVersion(),
      summary: 'A node for the exchange of linked logistics data.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This node' }],
    tags: [...new Map(described.map(({ tag }) => [tag.name, tag])).values()],
    paths: mergedPaths(described),
    components: {
      schemas: schemasOf(described, { model, namespaces }),
      headers,
      parameters,
      responses: mapValues(errorResponses, withRequestId),
      securitySchemes,
    },
  };
}

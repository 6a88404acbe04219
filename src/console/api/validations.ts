/** `POST /internal/validations`: whether the node would accept a document, and the positions of its errors. */
import type { Caller } from '../../http/caller.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { anyObject } from '../../openapi/json-ld.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { jsonLdBody } from '../../openapi/responses.js';
import { isIri } from '../../rdf/terms.js';
import { documentKinds, validation, type ValidationAnswer } from '../responses/requests.js';
import type { ConsoleServices } from '../services.js';
import type { Validations } from '../validation/validations.js';

const bodyTypes = ['application/ld+json', 'application/json'] as const;

export function validateDocument(services: ConsoleServices, validations: Validations): DeclaredOperation {
  const { objects, access, uris } = services;

  /** The object that receives the document: one that the caller may read. */
  async function readableHead(uri: string | undefined, caller: Caller): Promise<Head | undefined> {
    if (uri === undefined) return undefined;
    if (!isIri(uri) || uris.objectId(uri) === undefined) throw invalidQuery('object', 'must be an object of this node');
    const head = await objects.getOrThrow(uri);
    await access.assertAllowed(caller, 'GET_LOGISTICS_OBJECT', uri);
    return head;
  }

  return jsonOperation({
    method: 'POST',
    path: '/internal/validations',
    id: 'validateDocument',
    summary: 'Check a document without storing it',
    description:
      "With the same parsers and the same check of the data model as the document's own address. Each violation has its position in the document.",
    accessLevel: 'authenticated',
    safe: true,
    query: {
      kind: query.optionalChoice('as', documentKinds, {
        description: 'The kind of the document; by default detected by its types.',
      }),
      object: query.text('object', {
        description: 'The object of a Change, a Verification or an event.',
      }),
    },
    errors: [403, 404],
    body: (node) =>
      jsonLdBody(anyObject, node.document({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' })),
    answers: {
      description: 'The result.',
      schema: validation,
      example: (node): ValidationAnswer => ({
        fits: false,
        kind: 'object',
        types: [`${node.namespaces.cargo}Piece`],
        violations: [
          {
            kind: 'unknown-property',
            message: 'the data model has no property cargo:goodsDescripton; did you mean cargo:goodsDescription?',
            resource: null,
            property: `${node.namespaces.cargo}goodsDescripton`,
            shape: null,
            pointer: '/cargo:goodsDescripton',
            line: 7,
            column: 3,
          },
        ],
        warnings: [],
        dropped: [],
        creates: [],
        turtle: `[] a <${node.namespaces.cargo}Piece> .`,
      }),
    },
    handle: async (context, asks) => {
      const { kind, object } = asks();
      const head = await readableHead(object, context.caller);
      const { text } = await context.text(bodyTypes);
      const { answer, language } = await validations.check({
        text,
        kind,
        head,
        requestor: context.requestor,
        acceptLanguage: context.header('accept-language'),
      });
      return { answer, headers: { 'Content-Language': language } };
    },
  });
}

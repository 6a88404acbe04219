/** `POST /internal/validations`: would this document be taken, and where is what is wrong. */
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { isIri } from '../../rdf/terms.js';
import type { ConsoleServices } from '../services.js';
import { documentKinds } from '../validation/kinds.js';
import type { Validations } from '../validation/validations.js';
import { jsonAnswer } from './answer.js';

const bodyTypes = ['application/ld+json', 'application/json'] as const;

export function validationRoutes(services: ConsoleServices, validations: Validations): Resource[] {
  const { objects, access, uris } = services;

  /** The object that a document is to be sent to: one that the caller may read. */
  async function objectIn({ query, caller }: RequestContext): Promise<Head | undefined> {
    const uri = query.text('object');
    if (uri === undefined) return undefined;
    if (!isIri(uri) || uris.objectId(uri) === undefined) throw invalidQuery('object', 'must be an object of this node');
    const head = await objects.getOrThrow(uri);
    await access.assertAllowed(caller, 'GET_LOGISTICS_OBJECT', uri);
    return head;
  }

  async function validate(context: RequestContext): Promise<HandlerResult> {
    const as = context.query.text('as');
    const kind = documentKinds.find((name) => name === as);
    if (as !== undefined && kind === undefined) throw invalidQuery('as', `must be one of ${documentKinds.join(', ')}`);
    const head = await objectIn(context);
    const { text } = await context.text(bodyTypes);
    const pasted = {
      text,
      kind,
      head,
      requestor: context.requestor,
      acceptLanguage: context.header('accept-language'),
    };
    const { answer, language } = await validations.check(pasted);
    return jsonAnswer(context, answer, { 'Content-Language': language });
  }

  return [
    {
      path: '/internal/validations',
      methods: { POST: validate },
      query: ['as', 'object'],
      negotiatesItself: true,
    },
  ];
}

/** Access control lists over HTTP, for internal agents (operator contract; D46). */
import type { Services } from '../services.js';
import { stateOf } from '../http/conditions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { contentType } from '../http/representation/negotiation.js';
import { entityTag, stateTag } from '../http/representation/representation.js';
import { type Iri, isNamedNode } from '../rdf/terms.js';
import { acl, rdfTerms } from '../rdf/vocabulary.js';
import type { AccessLists } from './access-lists.js';
import { assertInternal } from '../http/caller.js';

/** @param requireObject the object of a path; throws `not-found` when this node has none. */
export function accessListRoutes(
  { representations }: Pick<Services, 'representations'>,
  lists: AccessLists,
  requireObject: (context: RequestContext) => Promise<Iri>,
): Resource[] {
  async function read(context: RequestContext): Promise<HandlerResult> {
    const object = await requireObject(context);
    assertInternal(context.caller);
    const data = await lists.read(object);
    const roots = Array.from(data.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => subject);
    const body = representations.writeGraph(data, roots.filter(isNamedNode), context.form);
    return {
      kind: 'content',
      body,
      contentType: contentType(context.form),
      etag: entityTag(body, context.form, stateTag(data)),
      type: acl.Authorization.value,
    };
  }

  async function write(context: RequestContext): Promise<HandlerResult> {
    const object = await requireObject(context);
    assertInternal(context.caller);
    const clear = context.query.boolean('clear');
    const allow = context.preconditions(await lists.read(object), (list) => stateOf(stateTag(list)));
    const { data } = await context.statements();
    await lists.write(object, data, { by: context.caller.agent, clear, allow });
    return { kind: 'no-content' };
  }

  return [{ path: '/logistics-objects/:id/acl', methods: { GET: read, PUT: write }, query: ['clear'] }];
}

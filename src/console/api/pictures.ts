/** What the console draws of an object: its neighbours, the life of a shipment, who knew what when. */
import { invalidQuery } from '../../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import type { DeliveryHistory } from '../agents.js';
import { isIri, type Iri } from '../../rdf/terms.js';
import { WhoKnew } from '../knowledge.js';
import { Life } from '../life.js';
import { directions, Neighbours } from '../neighbours.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { jsonAnswer } from './answer.js';
import { choice } from './page.js';

/** Nodes of one picture: more cannot be told apart. */
export const MAX_NODES = 60;
/** Links from one end to the other. */
export const MAX_STEPS = 2;
/** The links between an object and those of its shipment. */
export const MAX_DEPTH = 3;
export const LIFE_DEPTH = 2;

/** A number in the query. @throws ServiceError `invalid-query` for one outside the bounds. */
function numberIn(
  { query }: RequestContext,
  name: string,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const number = query.integer(name, fallback);
  if (number >= min && number <= max) return number;
  throw invalidQuery(name, `must be a number from ${min} to ${max}`);
}

export function pictureRoutes(services: ConsoleServices, deliveries: DeliveryHistory): Resource[] {
  const neighbours = new Neighbours(services);
  const lives = new Life(services, neighbours);
  const whoKnew = new WhoKnew(services, deliveries);

  async function links(context: RequestContext): Promise<HandlerResult> {
    const { query, caller } = context;
    const at = query.time('at')?.until;
    const question = {
      direction: choice(query, 'direction', directions, 'both'),
      depth: numberIn(context, 'depth', { fallback: 1, min: 1, max: MAX_STEPS }),
      limit: numberIn(context, 'limit', { fallback: MAX_NODES, min: 1, max: MAX_NODES }),
      at,
    };
    const head = await readableObject(context, services);
    const revision = await services.objects.revision(head, at && { until: at });
    return jsonAnswer(context, await neighbours.around(revision, caller, question));
  }

  async function life(context: RequestContext): Promise<HandlerResult> {
    const depth = numberIn(context, 'depth', { fallback: LIFE_DEPTH, min: 0, max: MAX_DEPTH });
    const head = await readableObject(context, services);
    return jsonAnswer(context, await lives.of(services.revisions.latest(head), context.caller, depth));
  }

  /** A property by its IRI, or by its name in the data model. */
  function propertyIn({ query }: RequestContext): Iri {
    const text = query.text('property') ?? '';
    const property = /^[a-z][\w-]*$/i.test(text) ? services.vocabulary.namespaces.cargo + text : text;
    if (isIri(property)) return property;
    throw invalidQuery('property', 'must be a property, by its name or IRI');
  }

  async function knowledge(context: RequestContext): Promise<HandlerResult> {
    const property = propertyIn(context);
    const head = await readableObject(context, services);
    return jsonAnswer(context, await whoKnew.of(head, property, context.caller));
  }

  return [
    {
      path: '/internal/objects/:id/links',
      methods: { GET: links },
      query: ['direction', 'depth', 'at', 'limit'],
      negotiatesItself: true,
    },
    {
      path: '/internal/objects/:id/knowledge',
      methods: { GET: knowledge },
      query: ['property'],
      negotiatesItself: true,
    },
    { path: '/internal/objects/:id/life', methods: { GET: life }, query: ['depth'], negotiatesItself: true },
  ];
}

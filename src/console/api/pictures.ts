/** What the console draws of an object: its neighbours, and the life of a shipment. */
import { invalidQuery } from '../../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
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

export function pictureRoutes(services: ConsoleServices): Resource[] {
  const neighbours = new Neighbours(services);
  const lives = new Life(services, neighbours);

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

  return [
    {
      path: '/internal/objects/:id/links',
      methods: { GET: links },
      query: ['direction', 'depth', 'at', 'limit'],
      negotiatesItself: true,
    },
    { path: '/internal/objects/:id/life', methods: { GET: life }, query: ['depth'], negotiatesItself: true },
  ];
}

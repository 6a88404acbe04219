/** Data for drawings of an object: its neighbours, the life of a shipment, the timeline of access. */
import { invalidQuery } from '../../http/query-parameters.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { isIri } from '../../rdf/terms.js';
import type { DeliveryHistory } from '../agents.js';
import { AccessTimelines } from '../access-timelines.js';
import { Life } from '../life.js';
import { directions, Neighbours } from '../neighbours.js';
import { RequestItems } from '../request-items.js';
import { life, links, accessTimeline } from '../responses/drawings.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { lifeExample, linksExample, accessTimelineExample } from './drawing-examples.js';

/** Maximum number of nodes in one drawing: more are indistinguishable. */
const MAX_NODES = 60;
/** Maximum number of links from one end to the other. */
const MAX_STEPS = 2;
/** Maximum number of links between an object and those of its shipment. */
const MAX_DEPTH = 3;
const LIFE_DEPTH = 2;

function listLinks(services: ConsoleServices, neighbours: Neighbours): DeclaredOperation {
  return jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/links',
    id: 'listLinks',
    summary: 'List the links from and to an object',
    description:
      'One or two steps. An object that the caller may not read appears by its URI only, and only if a readable object links to it; objects of other nodes are not fetched. `more` counts the neighbours left out.',
    accessLevel: 'permitted',
    query: {
      direction: query.choice('direction', directions, {
        description: 'The direction of the links: from the object, to it, or both.',
      }),
      depth: query.integer('depth', {
        description: 'The number of links from the object.',
        fallback: 1,
        minimum: 1,
        maximum: MAX_STEPS,
      }),
      at: query.time('at', { description: 'The moment; by default now.' }),
      limit: query.integer('limit', {
        description: 'The maximum number of objects, including the object itself.',
        fallback: MAX_NODES,
        minimum: 1,
        maximum: MAX_NODES,
      }),
    },
    answers: { description: 'The neighbours.', schema: links, example: linksExample },
    handle: async (context, asks) => {
      const { at, ...asked } = asks();
      const until = at?.until;
      const head = await readableObject(context, services);
      const revision = await services.objects.revision(head, until && { until });
      return { answer: await neighbours.around(revision, context.caller, { ...asked, at: until }) };
    },
  });
}

export function drawingOperations(services: ConsoleServices, deliveries: DeliveryHistory): DeclaredOperation[] {
  const { revisions, vocabulary } = services;
  const neighbours = new Neighbours(services);
  const lives = new Life(services, neighbours, new RequestItems(services));
  const timelines = new AccessTimelines(services, deliveries);

  const getLife = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/life',
    id: 'getLife',
    summary: 'The revisions, requests and events of the objects of a shipment',
    description:
      'Of the object and of linked objects, up to 100, without agents and locations. Requests and events that the caller may read; the newest ones of each object.',
    accessLevel: 'permitted',
    query: {
      depth: query.integer('depth', {
        description: 'The number of links from the object; 0 for the object alone.',
        fallback: LIFE_DEPTH,
        maximum: MAX_DEPTH,
      }),
    },
    answers: { description: 'The lives.', schema: life, example: lifeExample },
    handle: async (context, asks) => {
      const { depth } = asks();
      const head = await readableObject(context, services);
      return { answer: await lives.of(revisions.latest(head), context.caller, depth) };
    },
  });

  const getKnowledge = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/knowledge',
    id: 'getKnowledge',
    summary: "List the values of a property with each party's access and notifications",
    description:
      'The values of the property, and for each party the time since when it could read each value (by access control lists and delegations) and the time of its notification (by receipts and waiting notifications). Internal agents read about all parties, others about themselves.',
    accessLevel: 'permitted',
    query: {
      property: query.mapped(
        query.required(
          query.text('property', {
            description: 'The property, by its IRI or by its name in the data model.',
            schema: { type: 'string', minLength: 1, maxLength: 2000 },
            example: 'goodsDescription',
          }),
        ),
        (text) => {
          const property = /^[a-z][\w-]*$/i.test(text) ? vocabulary.namespaces.cargo + text : text;
          if (isIri(property)) return property;
          throw invalidQuery('property', 'must be a property, by its name or IRI');
        },
      ),
    },
    answers: { description: 'The timelines of access.', schema: accessTimeline, example: accessTimelineExample },
    handle: async (context, asks) => {
      const { property } = asks();
      const head = await readableObject(context, services);
      return { answer: await timelines.of(head, property, context.caller) };
    },
  });

  return [listLinks(services, neighbours), getLife, getKnowledge];
}

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
    summary: 'List what an object points to and what points to it',
    description:
      'One or two steps. Of an object that the caller may not read only the URI is given, and only where an object that it may read points to it; objects of other nodes are not fetched. `more` counts neighbours that are not in the answer.',
    accessLevel: 'permitted',
    query: {
      direction: query.choice('direction', directions, {
        description: 'What is listed: what it points to, what points to it, or both.',
      }),
      depth: query.integer('depth', {
        description: 'The number of links from the object.',
        fallback: 1,
        minimum: 1,
        maximum: MAX_STEPS,
      }),
      at: query.time('at', { description: 'As of when; now by default.' }),
      limit: query.integer('limit', {
        description: 'The most objects to list, with the object itself.',
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
  const lives = new Life(services, neighbours);
  const timelines = new AccessTimelines(services, deliveries);

  const getLife = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/life',
    id: 'getLife',
    summary: 'The revisions, requests and events of the objects of a shipment',
    description:
      'Of the object and of those that links lead to, up to 100, without agents and locations. Requests and events as far as the caller may read them; of each object the newest ones.',
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
    summary: 'Who knew which value of a property when',
    description:
      'The values that the object had, and for each party from when on it could read each of them (by the access lists and delegations) and when it was notified (by receipts, and what waits). Internal agents are told of all parties, others of themselves.',
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
    answers: { description: 'Who knew what when.', schema: accessTimeline, example: accessTimelineExample },
    handle: async (context, asks) => {
      const { property } = asks();
      const head = await readableObject(context, services);
      return { answer: await timelines.of(head, property, context.caller) };
    },
  });

  return [listLinks(services, neighbours), getLife, getKnowledge];
}

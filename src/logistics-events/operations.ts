/** Logistics Events over HTTP: append and read (specification, …/logistics-events; D13, D24, D25). */
import type { EventServices } from './lookups.js';
import { contentType } from '../http/representation/negotiation.js';
import { pathObject, redirect } from '../logistics-objects/path-object.js';
import type { Model } from '../model/model.js';
import { headerRefs } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, eventLinks, jsonLdBody, moved, rdfResponse } from '../openapi/responses.js';
import { exampleIds } from '../openapi/section.js';
import { node } from '../rdf/terms.js';
import { listEvents } from './list.js';
import type { LogisticsEvents } from './logistics-events.js';
import { multiStatusExample, postedEvent, readEvent } from './schemas.js';

const event = schemaRef('LogisticsEvent');

export function eventOperations(services: EventServices, events: LogisticsEvents): DeclaredOperation[] {
  const { settings, objects, access, uris, model, vocabulary, representations } = services;

  const isRootType = (types: Parameters<Model['isLogisticsObject']>[0]): boolean =>
    [...types].some((type) => model.isSubclassOf(type, vocabulary.cargo.LogisticsEvent.value));

  const append = operation({
    method: 'POST',
    path: '/logistics-objects/:id/logistics-events',
    id: 'createLogisticsEvent',
    summary: 'Append an event',
    description:
      'The creation date and the recording organization are filled in when they are absent; only internal agents may name another organization than their own. Times need a time zone. Needs POST_LOGISTICS_EVENT, unless the node lets every authenticated caller post events.',
    isIdempotent: true,
    accessLevel: 'permitted',
    body: (described) => jsonLdBody(event, described.document(postedEvent)),
    responses: () => ({ 201: created('The event', eventLinks), ...moved }),
    handle: async (context) => {
      const head = await objects.getOrThrow(pathObject(context, uris), 'events');
      if (settings.eventPosting === 'acl')
        await access.assertAllowed(context.caller, 'POST_LOGISTICS_EVENT', head.object);
      const elsewhere = redirect(head, '/logistics-events');
      if (elsewhere !== undefined) return elsewhere;
      const document = await context.document({ isRootType });
      const uri = await events.append(document, head, context.caller, () => context.assertUnchanged());
      return { kind: 'created', location: uri, type: vocabulary.cargo.LogisticsEvent.value };
    },
  });

  const appendToMany = operation({
    method: 'POST',
    path: '/logistics-events',
    id: 'createLogisticsEvents',
    summary: 'Append an event to the lists of many objects',
    feature: 'eventsForManyObjects',
    description:
      'Each object in `cargo:eventFor` gets an event of its own. A failure for one of them does not affect the others: the body has a status for each. With an older API version the response is 404.',
    isIdempotent: true,
    accessLevel: 'authenticated',
    // A repetition, of a caller that has lost the right (K26).
    errors: [403],
    body: (described) =>
      jsonLdBody(event, described.document({ ...postedEvent, 'cargo:eventFor': [described.link(exampleIds.piece)] })),
    responses: (described) => ({
      207: {
        ...rdfResponse(
          'What became of the event for each object.',
          schemaRef('MultiStatusResponse'),
          multiStatusExample(described),
        ),
        headers: headerRefs(['Type', 'Cache-Control', 'Content-Language', 'Vary']),
      },
    }),
    handle: async (context) => {
      const form = context.formWith('eventsForManyObjects');
      const document = await context.document({ isRootType });
      const results = await events.appendToMany(document, context.caller);
      const body = await representations.write(results, form);
      const type = vocabulary.api.MultiStatusResponse.value;
      return { kind: 'content', status: 207, body, contentType: contentType(form), type };
    },
  });

  const read = operation({
    method: 'GET',
    path: '/logistics-objects/:id/logistics-events/:event',
    pathParameters: {
      event: {
        description: "The event's id: the last part of its URI.",
        schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
      },
    },
    id: 'getLogisticsEvent',
    summary: 'Read an event',
    description: 'Needs GET_LOGISTICS_EVENT.',
    accessLevel: 'permitted',
    responses: (described) => ({
      200: rdfResponse('The event.', event, described.document(readEvent(described)), ['Last-Modified']),
      ...moved,
    }),
    handle: async (context) => {
      const head = await objects.getOrThrow(pathObject(context, uris), 'events');
      const id = context.param('event');
      const found = await events.getOrThrow(head.object, id);
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_EVENT', head.object);
      const elsewhere = redirect(head, `/logistics-events/${id}`);
      if (elsewhere !== undefined) return elsewhere;
      return representations.answer({ root: node(found.uri), data: found.data }, context.form, {
        type: vocabulary.cargo.LogisticsEvent.value,
        lastModified: await events.recordedAt(found),
      });
    },
  });

  return [listEvents(services, events), append, appendToMany, read];
}

/** Relocations over HTTP, for internal agents: the new addresses of moved objects (operator contract; D47). */
import { stateOf } from '../http/conditions.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import type { RequestContext } from '../http/request-context.js';
import type { Answer } from '../openapi/json-schema.js';
import { jsonBodyOf, jsonOperation } from '../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import type { ExchangeServices } from './exchange-services.js';
import { notRelocated } from './logistics-objects.js';
import { pathObject } from './path-object.js';
import type { Head } from './revisions.js';
import { relocation } from './schemas.js';

type Relocation = Answer<typeof relocation>;

const PATH = '/internal/relocations/:id';

const example = (): Relocation => ({
  location: 'https://other-node.example/logistics-objects/piece-1',
  permanent: true,
});

const body = jsonBodyOf(relocation, '{"location": "<http(s) URL>", "permanent": true or false}', example);

const relocationOf = ({ location, permanent }: NonNullable<Head['moved']>): Relocation => ({ location, permanent });

/** Compares conditions with the relocation. */
const sameRelocation = (context: RequestContext, found: Head): ((current: Head) => void) =>
  context.preconditions(found, ({ moved }) => moved && stateOf(digest(jsonBody(relocationOf(moved)))));

export function relocationOperations({ objects, uris }: ExchangeServices): DeclaredOperation[] {
  const find = (context: RequestContext): Promise<Head> => objects.getOrThrow(pathObject(context, uris));

  const read = jsonOperation({
    method: 'GET',
    path: PATH,
    id: 'getRelocation',
    summary: 'Read the relocation of a Logistics Object',
    accessLevel: 'internal',
    answers: { description: 'The relocation.', schema: relocation, example },
    handle: async (context) => {
      const { object, moved } = await find(context);
      if (moved === undefined) throw notRelocated(object);
      return { answer: relocationOf(moved) };
    },
  });

  const undo = operation({
    method: 'DELETE',
    path: PATH,
    negotiatesItself: true,
    id: 'undoRelocation',
    summary: 'Undo a relocation',
    description: 'The Logistics Object is no longer redirected.',
    accessLevel: 'internal',
    responses: () => ({ 204: { description: 'The relocation was undone.' } }),
    handle: async (context) => {
      const head = await find(context);
      const allow = sameRelocation(context, head);
      await objects.relocate(head.object, { moved: undefined, agent: context.caller.agent }, allow);
      return { kind: 'no-content' };
    },
  });

  const relocate = operation({
    method: 'PUT',
    path: PATH,
    negotiatesItself: true,
    id: 'relocateLogisticsObject',
    summary: 'Mark a Logistics Object as moved',
    description:
      'Requests for it then get 301 or 302. For a location that redirects back to the same object the response is 400.',
    accessLevel: 'internal',
    body: body.describe,
    responses: () => ({ 204: { description: 'The object is marked as moved.' } }),
    handle: async (context) => {
      const head = await find(context);
      const allow = sameRelocation(context, head);
      await objects.relocate(head.object, { moved: await body.read(context), agent: context.caller.agent }, allow);
      return { kind: 'no-content' };
    },
  });

  return [read, undo, relocate];
}

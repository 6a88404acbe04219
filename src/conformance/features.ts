/** Whether a server has what is optional (T12), asked once a version. */
import { fixture } from './fixture.js';
import { describe, type Reply } from './reply.js';
import type { Feature } from './row.js';
import { api, cargo, context, literal } from './names.js';
import type { World } from './world.js';

const isMissing = ({ status }: Reply): boolean => [404, 405, 501].includes(status);

/** A media type is missing where the server refuses it, or answers another. */
const mediaType =
  (type: string) =>
  async (world: World): Promise<Reply | undefined> => {
    const reply = await world.partner.get('/', { Accept: `${type}; version=${world.version}` });
    const isGiven = reply.status === 200 && reply.headers.get('content-type')?.startsWith(type) === true;
    return isGiven || reply.status === 401 ? undefined : reply;
  };

const without = (reply: Reply): Reply | undefined => (isMissing(reply) ? reply : undefined);

const probes: Readonly<Record<Feature, (world: World) => Promise<Reply | undefined>>> = {
  turtle: mediaType('text/turtle'),
  'n-triples': mediaType('application/n-triples'),
  embedded: async (world) => {
    const reply = await world.holder.get(`${await world.piece()}?embedded=true`);
    return isMissing(reply) || reply.status === 400 ? reply : undefined;
  },
  'events-for-many': async (world) => without(await world.holder.post('/logistics-events', { '@context': context })),
  paging: async (world) => {
    const piece = await world.piece();
    await world.event(piece);
    await world.event(piece);
    const reply = await world.holder.get(`${piece}/logistics-events?limit=1`);
    if (isMissing(reply) || reply.status === 400) return reply;
    // A server may ignore what it does not know, and then gives its whole list.
    const events = (await world.graph(reply)).subjects(`${cargo}eventDate`);
    return events.length > 1 ? reply : undefined;
  },
  'proposed-subscriptions': async (world) =>
    without(
      await world.partner.get(
        `/subscriptions?topicType=LOGISTICS_OBJECT_TYPE&topic=${encodeURIComponent(`${cargo}Piece`)}`,
      ),
    ),
  verifications: async (world) => {
    const piece = await world.piece();
    const body = {
      '@context': context,
      '@type': 'api:Verification',
      'api:hasLogisticsObject': { '@id': piece },
      'api:hasRevision': literal('1', 'positiveInteger'),
      'api:hasError': {
        '@type': 'api:Error',
        'api:hasTitle': 'a probe of the conformance kit',
        'api:hasErrorDetail': { '@type': `${api}ErrorDetail`, 'api:hasCode': 'probe' },
      },
    };
    return without(await world.partner.post(piece, body));
  },
  lists: async (world) => without(await world.holder.get('/action-requests')),
};

const asked = (feature: Feature): ((world: World) => Promise<string | undefined>) =>
  fixture(async (world) => {
    const reply = await probes[feature](world);
    if (reply === undefined) return undefined;
    const { method, url } = reply.request;
    return `the server lacks ${feature}: ${method} ${url}: ${describe(reply)}`;
  });

const answers: Readonly<Record<Feature, (world: World) => Promise<string | undefined>>> = {
  turtle: asked('turtle'),
  'n-triples': asked('n-triples'),
  embedded: asked('embedded'),
  'events-for-many': asked('events-for-many'),
  paging: asked('paging'),
  'proposed-subscriptions': asked('proposed-subscriptions'),
  verifications: asked('verifications'),
  lists: asked('lists'),
};

/** @returns why the server has it not; undefined if it has it. */
export const missingFeature = (feature: Feature, world: World): Promise<string | undefined> => answers[feature](world);

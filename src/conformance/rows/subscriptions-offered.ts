/** Rows about what a server would subscribe to, as a publisher asks. */
import { expectHeader, expectStatus } from '../expect.js';
import { api, cargo } from '../names.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { must, standard } from './table.js';
import { expectOne } from './steps.js';

const asked = standard.subscriptions('Get Subscription information as Publisher');

/** Asks for what the server would subscribe to. */
const proposed = (world: World, parameters: Readonly<Record<string, string>>): Promise<Reply> =>
  world.partner.get(`/subscriptions?${new URLSearchParams(parameters).toString()}`);

const byType = { topicType: `${api}LOGISTICS_OBJECT_TYPE` };
const publishing = { needs: ['partner'], feature: 'proposed-subscriptions' } as const;

export const rows: readonly Row[] = [
  must(
    'subscriptions.offered',
    asked,
    'A publisher asks what would be subscribed to for a topic; an answer is a list, which may be empty.',
    async (world) => {
      const reply = await proposed(world, { ...byType, topic: `${cargo}Piece` });
      // Since 2.3.0, a topic that is declined is 422.
      if (since('2.3.0').includes(world.version) && reply.status === 422) return;
      expectStatus(reply, 200);
      expectHeader(reply, 'Content-Language');
      const graph = await world.graph(reply);
      for (const offer of graph.instances(`${api}Subscription`))
        expectOne({ reply, graph }, offer, `${api}hasTopicType`);
    },
    publishing,
  ),
  must(
    'subscriptions.offered.no-topic',
    asked,
    'Who asks without a topic gets 400.',
    async (world) => {
      expectStatus(await proposed(world, { ...byType, topic: `${cargo}Piece` }), [200, 422], 'with a topic');
      expectStatus(await proposed(world, byType), 400, 'without');
    },
    publishing,
  ),
  must(
    'subscriptions.offered.unknown-class',
    asked,
    'Who asks for a class that the data model does not have gets 400.',
    async (world) => {
      expectStatus(
        await proposed(world, { ...byType, topic: `${cargo}Piece` }),
        [200, 422],
        'for a class of the data model',
      );
      expectStatus(await proposed(world, { ...byType, topic: `${cargo}KitPiece` }), 400, 'for another');
    },
    publishing,
  ),
  must(
    'subscriptions.offered.anonymous',
    asked,
    'Who asks without a token gets 401.',
    async (world) => {
      const query = new URLSearchParams({ ...byType, topic: `${cargo}Piece` }).toString();
      expectStatus(await world.anonymous.get(`/subscriptions?${query}`), 401);
    },
    publishing,
  ),
];

/** Rows about deliveries to a partner whose server is slow, broken or hostile (T25). */
import { expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api } from '../names.js';
import type { Row } from '../row.js';
import type { Behaviour, Received, World } from '../world.js';
import { must, receiving, should, standard } from './table.js';
import { instructing, read, texts, theOnly } from './steps.js';

const cites = standard.subscriptions('Publish & Subscribe in ONE Record');
const sending = standard.notifications('Send Notification');
const tokens = standard.authentication('JSON Web Token Claims');
const given = { needs: receiving };
const UPDATED = 'LOGISTICS_OBJECT_UPDATED';

/** Changes an object that the partner subscribed to, whose server answers the notifications so. */
async function told(world: World, behaviours: readonly Behaviour[], changes = 1): Promise<string> {
  const piece = await world.piece();
  await world.subscribe({ topic: piece, events: [UPDATED] });
  world.receiver.behave(piece, behaviours);
  for (let change = 1; change <= changes; change += 1)
    await world.change(piece, instructing(piece, `change ${change}`));
  return piece;
}

const attempts = (world: World, object: string, atLeast: number): Promise<readonly Received[]> =>
  world.receiver.notifications({ object, eventType: UPDATED }, atLeast);

const good: Behaviour = { kind: 'good' };

/** The notifications to a server that was not available twice. */
const repeated = fixture(async (world): Promise<readonly Received[]> => {
  const unavailable: Behaviour = { kind: 'error', status: 503 };
  return attempts(world, await told(world, [unavailable, unavailable, good]), 3);
});

/** A notification to a server that answers as it should. */
const delivered = fixture(
  async (world): Promise<Received | undefined> => (await attempts(world, await told(world, [good]), 1))[0],
);

export const rows: readonly Row[] = [
  must(
    'deliveries.unavailable',
    cites,
    'A notification is kept until it is confirmed: after 503 it comes again.',
    async (world) => {
      const came = await repeated(world);
      expectThat(came.length >= 3, '3 attempts', String(came.length));
    },
    given,
  ),
  must(
    'deliveries.same',
    cites,
    'A notification that comes again says the same.',
    async (world) => {
      const [one, two, three] = await repeated(world);
      for (const later of [two, three]) {
        const isSame = one !== undefined && later !== undefined && (await world.isSame(one.graph, later.graph));
        expectThat(isSame, one?.text.slice(0, 200) ?? 'a notification', later?.text.slice(0, 200) ?? 'none');
      }
    },
    given,
  ),
  must(
    'deliveries.dropped',
    cites,
    'After a connection that was closed without an answer the notification comes again.',
    async (world) => {
      await attempts(world, await told(world, [{ kind: 'drop' }, good]), 2);
    },
    given,
  ),
  must(
    'deliveries.error',
    cites,
    'After an answer that is an error the notification comes again.',
    async (world) => {
      await attempts(world, await told(world, [{ kind: 'error', status: 500 }, good]), 2);
    },
    given,
  ),
  must(
    'deliveries.redirect',
    tokens,
    'A redirect is not followed with the token.',
    async (world) => {
      const piece = await told(world, [{ kind: 'redirect' }, good]);
      const [one] = await attempts(world, piece, 1);
      expectThat(one !== undefined, 'a notification', 'none');
      // Time for a request to the other address.
      await world.receiver.none({ object: piece, eventType: 'none' }, 1);
      const followed = world.receiver.followed(piece).filter(({ authorization }) => authorization !== undefined);
      expectThat(followed.length === 0, 'no request with Authorization', `${followed.length} at the other address`);
    },
    given,
  ),
  must(
    'deliveries.late',
    cites,
    'A subscriber that answers late gets the notifications that follow.',
    async (world) => {
      const piece = await told(world, [{ kind: 'late', seconds: 9 }, good], 2);
      await different(world, piece, 2);
    },
    given,
  ),
  must(
    'deliveries.huge',
    cites,
    'A subscriber whose answer has a body of 10 MB gets the notifications that follow.',
    async (world) => {
      const piece = await told(world, [{ kind: 'huge' }, good], 2);
      await different(world, piece, 2);
    },
    given,
  ),
  should(
    'deliveries.one-by-one',
    cites,
    'A topic whose notifications are confirmed slowly does not hold up another.',
    async (world) => {
      const began = performance.now();
      const slow = await told(world, [{ kind: 'late', seconds: 9 }]);
      const [first] = await attempts(world, slow, 1);
      const quick = await told(world, [good]);
      const [second] = await attempts(world, quick, 1);
      const seconds = ((second?.at ?? Infinity) - (first?.at ?? began)) / 1000;
      expectThat(seconds < 8, 'the other notification within 8 s', `after ${seconds.toFixed(1)} s`);
    },
    given,
  ),
  must(
    'deliveries.whole',
    cites,
    'Every change is told of: none is lost.',
    async (world) => {
      const piece = await told(world, [good], 3);
      await different(world, piece, 3);
    },
    given,
  ),
  must(
    'deliveries.token',
    tokens,
    'A notification carries a bearer token of the publisher, which has not expired.',
    async (world) => {
      const one = await delivered(world);
      const authorization = String(one?.headers['authorization'] ?? 'no Authorization');
      expectThat(/^Bearer \S+$/.test(authorization), 'a bearer token', authorization.replace(/ .*/, ' …'));
      const expires = one?.claims?.['exp'];
      expectThat(typeof expires === 'number', 'a claim exp', 'none');
      expectThat(
        expires * 1000 > world.now().getTime(),
        'an exp in the future',
        new Date(expires * 1000).toISOString(),
      );
    },
    given,
  ),
  must(
    'deliveries.agent',
    tokens,
    'The token of a notification names its issuer, and as agent the data holder of the publisher.',
    async (world) => {
      const one = await delivered(world);
      const information = await read(world, world.partner, '/');
      const node = theOnly(information, `${api}ServerInformation`);
      const [holder = ''] = texts(information.graph, node, `${api}hasDataHolder`);
      const { iss, logistics_agent_uri: agent } = one?.claims ?? {};
      expectThat(typeof iss === 'string', 'a claim iss', 'none');
      expectThat(agent === holder, `logistics_agent_uri ${holder}`, String(agent));
    },
    given,
  ),
  must(
    'deliveries.media-type',
    sending,
    'A notification is JSON-LD, and its request says what is accepted.',
    async (world) => {
      const one = await delivered(world);
      const type = String(one?.headers['content-type']);
      expectThat(/^application\/ld\+json\b/.test(type), 'Content-Type: application/ld+json', type);
      expectThat(one?.headers['accept'] !== undefined, 'Accept', 'none');
    },
    given,
  ),
];

/** Waits for so many notifications, however often each of them comes. @throws Failed if they do not come. */
async function different(world: World, object: string, count: number): Promise<void> {
  let came = await attempts(world, object, count);
  while (distinct(came) < count) came = await attempts(world, object, came.length + 1);
}

/** How many notifications these attempts are. */
function distinct(received: readonly Received[]): number {
  const ids = received.map(({ id }) => id);
  return ids.includes(undefined) ? received.length : new Set(ids).size;
}

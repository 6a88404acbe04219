import { expect } from 'chai';
import { add, changeBody, type OperationLike, remove } from '../support/changes.js';
import { delegationBody, eventBody, subscriptionBody } from '../support/exchange.js';
import { api, context, type Json, type Party } from '../support/node.js';
import { questions } from '../support/questions.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { BASE, shown, World, Worlds } from '../support/two-worlds.js';
import { verificationBody } from '../support/verifications.js';

/** The object that the callers may not see, and others that they may, in both worlds. */
const SECRET = '/logistics-objects/secret';
const OPEN = '/logistics-objects/open';
const LINKED = '/logistics-objects/linked';

/** The share of the thousands of questions that is asked; `npm run test:thorough` asks all of them. */
const SHARE = Math.min(1, scaled(1) / 4);

const uri = (path: string): string => BASE + path;
const agentOf = (name: string): string => uri(`/logistics-objects/${name}`);

async function done(reply: ReturnType<Party['get']>): Promise<string> {
  const { status, text, headers } = await reply;
  expect(status, text).to.be.within(200, 299);
  return (headers.get('location') ?? '').replace(BASE, '');
}

/** Makes the object's next revision. */
async function change(
  { holder }: World['node'],
  object: string,
  revision: number,
  operations: OperationLike[],
): Promise<void> {
  const request = await done(holder.patch(object, changeBody(uri(object), revision, operations)));
  await done(holder.patch(`${request}?status=REQUEST_ACCEPTED`));
}

function granting(object: string, grants: Readonly<Record<string, readonly string[]>>): Json {
  return {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
    '@graph': Object.entries(grants).map(([name, modes]) => ({
      '@type': 'acl:Authorization',
      'acl:accessTo': { '@id': uri(object) },
      'acl:agent': { '@id': agentOf(name) },
      'acl:mode': modes.map((mode) => ({ '@id': mode.startsWith('acl:') ? mode : api + mode })),
    })),
  };
}

/** Who may do what with the secret object in every world: they must not learn what they may not read of it. */
const rights = { poster: ['POST_LOGISTICS_EVENT', 'PATCH_LOGISTICS_OBJECT'] };

/** Writes the secret object's list; what callers may see of it, their own authorizations, has the same names in every world. */
async function restrict(world: World, others: Readonly<Record<string, readonly string[]>> = {}): Promise<void> {
  world.begin('rights');
  await done(world.node.holder.put(`${SECRET}/acl`, granting(SECRET, { ...rights, ...others })));
  world.begin('then');
}

/** What is in every world. */
async function common(world: World, secret: Record<string, Json>): Promise<void> {
  const { node } = world;
  const { holder } = node;
  await done(
    holder.post('/logistics-objects', {
      '@context': context,
      '@id': uri(SECRET),
      'cargo:goodsDescription': 'plain',
      ...secret,
    }),
  );
  await done(holder.post('/logistics-objects', { '@context': context, '@id': uri(LINKED), '@type': 'cargo:Piece' }));
  await done(
    holder.post('/logistics-objects', {
      '@context': context,
      '@id': uri(OPEN),
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'for all',
      'cargo:shipmentOfPieces': [SECRET, LINKED].map((path) => ({ '@id': uri(path), '@type': 'cargo:Piece' })),
    }),
  );
  const all = Object.fromEntries(['stranger', 'poster'].map((name) => [name, ['acl:Read']]));
  await done(holder.put(`${OPEN}/acl`, granting(OPEN, all)));
  await done(holder.put(`${LINKED}/acl`, granting(LINKED, all)));
  await restrict(world);
  await done(holder.post(`${OPEN}/logistics-events`, eventBody()));
  const stranger = await node.party('stranger');
  await done(stranger.patch(OPEN, changeBody(uri(OPEN), 1, [add(uri(OPEN), 'goodsDescription', 'x')])));
  await done(stranger.patch(SECRET, changeBody(uri(SECRET), 1, [add(uri(SECRET), 'upid', 'mine')])));
  await done(stranger.post('/subscriptions', subscriptionBody({ subscriber: stranger.agent, topic: uri(SECRET) })));
  await done(
    stranger.post('/access-delegations', delegationBody({ objects: [uri(SECRET)], delegates: [stranger.agent] })),
  );
}

/** What makes another world of the first one: content, class and history, or that the object is not here any more. */
const variants: readonly {
  readonly content: Record<string, Json>;
  readonly happens: (world: World) => Promise<void>;
}[] = [
  {
    content: {
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'SECRET',
      'cargo:shipmentOfPieces': { '@id': uri(LINKED), '@type': 'cargo:Piece' },
    },
    happens: async (world) => {
      const { node, clock } = world;
      const { holder } = node;
      clock.advance(1_000);
      await change(node, SECRET, 1, [remove(uri(SECRET), 'goodsDescription', 'SECRET')]);
      await change(node, SECRET, 2, [add(uri(SECRET), 'goodsDescription', 'SECRET too')]);
      for (const name of ['a', 'b'])
        await done(holder.post(`${SECRET}/logistics-events`, eventBody({ 'cargo:eventName': name })));
      const rival = await node.party('rival');
      await restrict(world, { rival: ['acl:Read', 'POST_LOGISTICS_EVENT'] });
      world.begin('rival');
      for (const revision of [3, 1])
        await done(rival.patch(SECRET, changeBody(uri(SECRET), revision, [add(uri(SECRET), 'upid', 'theirs')])));
      await done(rival.post(SECRET, verificationBody(uri(SECRET), 3)));
      await done(
        rival.post('/access-delegations', delegationBody({ objects: [uri(SECRET)], delegates: [agentOf('friend')] })),
      );
      await done(rival.post('/subscriptions', subscriptionBody({ subscriber: rival.agent, topic: uri(SECRET) })));
    },
  },
  {
    content: { '@type': 'cargo:Piece' },
    happens: async ({ node }) => {
      const body = { location: 'https://elsewhere.example/logistics-objects/secret', permanent: true };
      await done(node.holder.put('/internal/relocations/secret', body, { 'Content-Type': 'application/json' }));
    },
  },
];

/** Who asks: nobody, an agent without any right on the object, and one whose rights do not include reading it. */
const callers = [undefined, 'stranger', 'poster'] as const;

/** Whoever may post events of an object is sent on to where they are posted now. */
const sentOn = (caller: string | undefined, world: number): boolean => caller === 'poster' && world === 2;

/** Erases the secret object; every world does it at the same time. */
async function eraseSecret(world: World): Promise<void> {
  const { node, clock } = world;
  clock.set('2026-03-01T10:30:00.000Z');
  world.begin('erasure');
  const body = { object: uri(SECRET), reason: 'LEGAL_ORDER' };
  await done(node.holder.post('/internal/erasures', body, { 'Content-Type': 'application/json' }));
}

function routesOf({ routes }: World['node']): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const methodsOf = (path: string): Set<string> => {
    const methods = found.get(path) ?? new Set();
    found.set(path, methods);
    return methods;
  };
  for (const { path, method } of routes.resources) methodsOf(path).add(method);
  for (const { path } of routes.publicRoutes) methodsOf(path).add('GET');
  for (const path of ['/health/live', '/health/ready', '/docs/', '/nothing']) methodsOf(path).add('GET');
  // Its keys are others in each world; the figures are for internal callers and for this machine.
  for (const path of ['/dev-idp', '/metrics']) found.delete(path);
  return found;
}

async function start(content: Record<string, Json>, happens?: (world: World) => Promise<void>): Promise<World> {
  const world = await World.start({ RATE_LIMIT: '0', STRANGER_REQUESTS: '1000000' });
  await common(world, content);
  await happens?.(world);
  world.clock.set('2026-03-03T12:00:00.000Z');
  return world;
}

/** The answers in which worlds differ that should not. */
async function compare(
  worlds: readonly World[],
  isLeftOut: (caller: string | undefined, index: number) => boolean = () => false,
): Promise<{ readonly found: readonly string[]; readonly compared: number }> {
  const [first] = worlds;
  if (first === undefined) expect.fail('there is no world');
  const random = new Random(seeded(SEED));
  const found: string[] = [];
  let compared = 0;
  const now = first.clock.now().getTime();
  for (const caller of callers) {
    const asked = worlds.filter((_, index) => !isLeftOut(caller, index));
    const all = new Worlds(asked, caller ?? 'nobody');
    const tokens = caller === undefined ? [] : await Promise.all(asked.map((world) => world.token(caller)));
    for (const question of questions(routesOf(first.node), uri(SECRET), now, caller !== undefined))
      if (random.chance(SHARE)) found.push(...(await all.differences(tokens, question)).map(shown));
    compared += all.compared;
  }
  return { found, compared };
}

describe('What a caller may not see of an erased object', () => {
  let worlds: readonly World[];
  before(async () => {
    const [{ content, happens } = { content: {}, happens: eraseSecret }] = variants;
    worlds = await Promise.all([
      start({ '@type': 'cargo:Piece' }, eraseSecret),
      start(content, async (world) => {
        await happens(world);
        await eraseSecret(world);
      }),
    ]);
  });
  after(() => Promise.all(worlds.map((world) => world.stop())));

  it('changes no byte of any answer at any address (P32)', async () => {
    const { found, compared } = await compare(worlds);
    expect(found.slice(0, 20).join('\n\n'), `${found.length} of ${compared} answers, seed ${SEED}`).to.equal('');
    expect(compared).to.be.greaterThan(SHARE * 3_500);
  });
});

describe('What a caller may not see of an object', () => {
  let worlds: readonly World[];
  before(async () => {
    worlds = await Promise.all([
      start({ '@type': 'cargo:Piece' }),
      ...variants.map(({ content, happens }) => start(content, happens)),
    ]);
  });
  after(() => Promise.all(worlds.map((world) => world.stop())));

  it('changes no byte of any answer at any address: class, content, history, requests, access list, relocation', async () => {
    const { found, compared } = await compare(worlds, sentOn);
    expect(found.slice(0, 20).join('\n\n'), `${found.length} of ${compared} answers, seed ${SEED}`).to.equal('');
    expect(compared).to.be.greaterThan(SHARE * 7_000);
  });
});

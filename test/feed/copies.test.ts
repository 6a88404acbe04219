import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, eventBody } from '../support/exchange.js';
import { FeedCopy, feedOf, NQUADS } from '../support/feed-copy.js';
import type { Json, Party } from '../support/node.js';
import { readLinks, targetsOf } from '../support/links.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { TestContext } from '../support/world.js';

const RUNS = 3;
const STEPS = 100;
const EVENTS = 'https://onerecord.iata.org/ns/api#GET_LOGISTICS_EVENT';
const OBJECTS = 'https://onerecord.iata.org/ns/api#GET_LOGISTICS_OBJECT';

interface WrittenObject {
  readonly path: string;
  readonly members: string[];
  revision: number;
}

/** Random writes, with what each party may read of them. */
class History {
  readonly #objects: WrittenObject[] = [];

  constructor(
    private world: TestContext,
    private readonly random: Random,
  ) {}

  get now(): TestContext {
    return this.world;
  }

  /** One write, or time that passes. */
  async step(): Promise<void> {
    const { random, world } = this;
    const object = random.chance(0.7) ? this.#objects[random.below(this.#objects.length || 1)] : undefined;
    const dice = random.below(12);
    if (object === undefined) return this.#create();
    if (dice < 2) return this.#change(object);
    if (dice < 4) return this.#event(object);
    if (dice < 8) return this.#grant(object);
    // The clock may be set back.
    const seconds = dice < 9 ? -random.below(20) : random.below(dice < 11 ? 90 : 100_000);
    this.world = await world.later(seconds);
  }

  async #create(): Promise<void> {
    const path = await this.world.piece();
    const members = [`${this.world.uri(path)}/revisions/1`];
    this.#objects.push({ path, members, revision: 1 });
  }

  async #change(object: WrittenObject): Promise<void> {
    const { world } = this;
    const operation = add(world.uri(object.path), 'upid', String(object.revision));
    if (object.revision > 1) return;
    const request = await world.send(world.holder, object.path, [operation]);
    expect((await world.accept(world.path(request.headers.get('location')))).status).to.equal(204);
    object.revision += 1;
    object.members.push(`${world.uri(object.path)}/revisions/${object.revision}`);
  }

  async #event(object: WrittenObject): Promise<void> {
    const reply = await this.world.holder.post(`${object.path}/logistics-events`, eventBody());
    expect(reply.status, reply.text).to.equal(201);
    object.members.push(reply.headers.get('location') ?? '');
  }

  /** Another list: for one party or all, for a time or for ever, or none. */
  async #grant(object: WrittenObject): Promise<void> {
    const { world, random } = this;
    const whom: Json[] = [
      { 'acl:agent': { '@id': world.partner.agent } },
      { 'acl:agent': { '@id': world.otherPartner.agent } },
      { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } },
    ].filter(() => random.chance(0.4));
    const { '@context': context } = aclBody('', {});
    const graph = whom.map((one) => {
      const { '@context': _context, ...authorization } = aclBody(
        world.uri(object.path),
        typeof one === 'object' && one !== null && !Array.isArray(one) ? one : {},
        [['acl:Read'], [EVENTS], [OBJECTS]][random.below(3)],
      );
      const end = new Date(world.node.clock.now().getTime() + random.below(100) * 1_000).toISOString();
      return {
        ...authorization,
        ...(random.chance(0.3) && {
          'https://onerecord.iata.org/ns/api#expiresAt': {
            '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
            '@value': end,
          },
        }),
      };
    });
    const body = { '@context': context, '@graph': graph };
    const reply = await world.holder.put(`${object.path}/acl?clear=true`, body);
    expect(reply.status, reply.text).to.equal(204);
  }

  /** The members that a party may read, by asking for each of them. */
  async readable(party: Party): Promise<string[]> {
    const members = this.#objects.flatMap((object) => object.members);
    const statuses = await Promise.all(members.map(async (member) => (await party.send('HEAD', member)).status));
    return members.filter((_, index) => statuses[index] === 200).sort();
  }
}

/** All members since a time, page by page. */
async function since(party: Party, time: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | undefined = `/feed?since=${time}`;
  while (next !== undefined) {
    const { status, text, headers } = await party.get(next, { headers: { Accept: NQUADS } });
    expect(status, text).to.equal(200);
    found.push(...Array.from(text.matchAll(/tree#member> <([^>]*)>/g), ([, member = '']) => member));
    [next] = targetsOf(readLinks(headers.get('link')), 'next');
  }
  return found;
}

describe('Copies of feeds', () => {
  for (let run = 0; run < scaled(RUNS); run += 1) {
    const seed = SEED + run;
    it(`have what their readers may read, each member once, whenever they read (W50, W53, W59, W63): seed ${seed}`, async () => {
      const random = new Random(seeded(seed));
      const history = new History(await TestContext.start({ env: { FEED_PAGE_SIZE: '10' } }), random);
      const names = ['holder', 'partner', 'rival'] as const;
      const partyOf = ({ holder, partner, otherPartner }: TestContext, name: (typeof names)[number]): Party =>
        ({ holder, partner, rival: otherPartner })[name];
      const copies = new Map(names.map((name) => [name, new FeedCopy(partyOf(history.now, name))]));
      try {
        for (let step = 0; step < STEPS; step += 1) {
          await history.step();
          for (const [name, copy] of copies) if (random.chance(0.15)) await copy.as(partyOf(history.now, name)).read();
        }
        for (const [name, copy] of copies) {
          const party = partyOf(history.now, name);
          const readable = await history.readable(party);
          await copy.as(party).read();
          const own = (members: Iterable<string>): string[] =>
            [...members].filter((member) => !member.includes('/_data-holder/')).sort();
          const feed = await feedOf(party);
          expect(own(feed.map(({ member }) => member)), `${name}: a new copy`).to.deep.equal(readable);
          expect(feed.map(({ issued }) => issued)).to.deep.equal(feed.map(({ issued }) => issued).sort());
          expect(own(copy.members.keys()), `${name}: a copy that went on`).to.include.members(readable);
          expect(own(await since(party, '2000-01-01T00:00:00Z')), `${name}: since the beginning`).to.deep.equal(
            readable,
          );
        }
      } finally {
        await history.now.stop();
      }
    });
  }
});

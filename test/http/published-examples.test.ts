import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Json, list, member, type Reply } from '../support/node.js';
import { idIn, TestContext } from '../support/world.js';

/** The example payloads that the public standard publishes beside its pages. */
const folder = new URL('../../../shared/data/examples/', import.meta.url);
const published = 'https://1r.example.com';

/** Where a body of a type is posted. Anything else is what a server answers, and no request. */
const addresses: Readonly<Record<string, (about: string) => readonly [method: 'post' | 'patch', path: string]>> = {
  'api:Change': (about) => ['patch', about],
  'api:Verification': (about) => ['post', about],
  'api:Subscription': () => ['post', '/subscriptions'],
  'api:AccessDelegation': () => ['post', '/access-delegations'],
  'api:Notification': () => ['post', '/notifications'],
  'cargo:LogisticsEvent': (about) => ['post', `${about}/logistics-events`],
  MultipleEvents: () => ['post', '/logistics-events'],
  object: () => ['post', '/logistics-objects'],
};

interface Refusal {
  readonly strict: number;
  readonly lenient: number;
  /** What strict mode says. */
  readonly why: RegExp;
}

const blanks: Refusal = {
  strict: 400,
  lenient: 201,
  why: /there are blanks around it.*VALIDATION=lenient would take this/,
};
const otherScheme: Refusal = {
  strict: 400,
  lenient: 400,
  why: /the @id of a new Logistics Object must be of the form/,
};

/** What is refused, and why: each is a mistake of the example, or the page beside it says that it is refused. */
const refused: Readonly<Record<string, Refusal>> = {
  // The page beside it: a Change does not link events.
  'Change_example7.json': {
    strict: 400,
    lenient: 400,
    why: /Logistics Events cannot be linked or removed by a Change/,
  },
  // The page beside it: eventFor is missing.
  'MultipleEvents_example3.json': { strict: 400, lenient: 400, why: /eventFor is missing/ },
  'Piece_with_id.json': blanks,
  // An answer for an old revision, with ?at= in its @id.
  'Piece_with_id.rev3.json': { ...blanks, lenient: 400 },
  'Shipment_with_Piece.embedded.json': blanks,
  // An @id of http: for a server of https:.
  'Sensor.compacted.json': otherScheme,
  'Sensor.expanded.json': otherScheme,
};

describe('The examples that the public standard publishes, posted as they are', () => {
  const worlds = new Map<'strict' | 'lenient', TestContext>();
  before(async function () {
    if (!existsSync(folder)) {
      process.stdout.write('  skipped: the folder of example payloads is absent\n');
      this.skip();
    }
    for (const mode of ['strict', 'lenient'] as const)
      worlds.set(mode, await TestContext.start({ env: { VALIDATION: mode, DEFAULT_API_VERSION: '2.3.0' } }));
  });
  after(() => Promise.all([...worlds.values()].map((world) => world.stop())));

  const kindOf = (name: string, body: Json): string | undefined => {
    if (name.startsWith('MultipleEvents_')) return 'MultipleEvents';
    const [type] = list(member(body, '@type'));
    if (typeof type !== 'string') return undefined;
    if (Object.hasOwn(addresses, type)) return type;
    return type.includes('cargo') ? 'object' : undefined;
  };

  /** Sends an example to a node whose address stands for the published one, and which has the objects that it is about. */
  async function send(world: TestContext, name: string, text: string): Promise<Reply | undefined> {
    // Each example has objects of its own.
    const mine = `${world.node.url}/logistics-objects/${name.replace('.json', '')}-`;
    const moved = text.replaceAll(`${published}/logistics-objects/`, mine).replaceAll(published, world.node.url);
    const body = JSON.parse(moved) as Json;
    const document = Array.isArray(body) ? body[0] : body;
    const kind = kindOf(name, document);
    const address = kind === undefined ? undefined : addresses[kind];
    if (address === undefined) return undefined;
    const about = ['api:hasLogisticsObject', 'cargo:eventFor'].flatMap((property) => list(member(document, property)));
    const [topic] = list(member(document, 'api:hasTopic'));
    const topicValue = member(topic, '@value') ?? topic;
    const named = [...about.map((object) => idIn(object)), typeof topicValue === 'string' ? topicValue : ''];
    const uris = named.filter((uri) => uri.startsWith(mine));
    for (const uri of uris) await world.post({ '@id': uri, '@type': 'cargo:Piece' });
    const [method, path] = address(uris[0]?.slice(world.node.url.length) ?? '/logistics-objects/none');
    return world.holder[method](path, body);
  }

  it('are taken, or refused for the reason in the table', async () => {
    const counts = { strict: { taken: 0, refused: 0 }, lenient: { taken: 0, refused: 0 } };
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const refusal = refused[name];
      for (const [mode, world] of worlds) {
        const reply = await send(world, name, text);
        if (reply === undefined) continue;
        counts[mode][reply.status < 400 ? 'taken' : 'refused']++;
        const about = `${name}, ${mode}: ${reply.text}`;
        if (refusal === undefined) expect(reply.status, about).to.be.within(200, 299);
        else expect(reply.status, about).to.equal(refusal[mode]);
        if (mode === 'strict' && refusal !== undefined) expect(reply.text, name).to.match(refusal.why);
      }
    }
    expect(counts).to.deep.equal({ strict: { taken: 27, refused: 7 }, lenient: { taken: 29, refused: 5 } });
  });
});

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportStore } from '../../src/commands/export.js';
import { importStore } from '../../src/commands/import.js';
import { readSettings, type Settings } from '../../src/settings/settings.js';
import { add } from '../support/changes.js';
import { delegate, eventBody, eventually, subscribe } from '../support/exchange.js';
import { api, cargo, list, member, type Json } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { idIn, TestContext } from '../support/world.js';

const SIGNING_KEY = 'dev-idp-key.json';

/** What the dump was made with: paths on the node. */
interface Made {
  readonly piece: string;
  readonly other: string;
  readonly shipment: string;
  readonly subscription: string;
  readonly change: string;
  readonly delegation: string;
  readonly derived: string;
}

type Line = (line: string) => string | undefined;

interface Damage {
  /** Damages a line of a graph, or removes it. */
  readonly graph: (made: Made) => string;
  readonly line: Line;
  /** Whether nothing reads it before it is decided: neither a start, nor a lookup, nor a delivery. */
  readonly isUnread?: true;
  /** Further expectations. */
  readonly then?: (world: TestContext, made: Made) => Promise<void>;
}

const without =
  (property: string): Line =>
  (line) =>
    line.includes(property) ? undefined : line;
const replaced =
  (property: string, from: RegExp, to: string): Line =>
  (line) =>
    line.includes(property) ? line.replace(from, to) : line;

/** A change that cannot be applied fails when it is accepted. */
async function failsWhenAccepted(world: TestContext, request: string): Promise<void> {
  expect((await world.accept(request)).status).to.equal(422);
  expect(await world.status(request)).to.equal('REQUEST_FAILED');
}

async function canBeRevoked(world: TestContext, request: string): Promise<void> {
  expect((await world.holder.delete(request)).status).to.equal(204);
  expect(await world.status(request)).to.equal('REQUEST_REVOKED');
}

async function isNotListed(world: TestContext, address: string, path: string): Promise<void> {
  const items = list(member(await world.read(address), 'api:hasItem')).map(idIn);
  expect(items).to.not.include(world.uri(path));
}

/** A read of it fails as damaged data, not as missing. */
async function isReportedAsDamaged(world: TestContext, path: string): Promise<void> {
  const { status, text } = await world.holder.get(path);
  expect(status).to.equal(500);
  expect(text).to.contain('cannot be read');
}

const otherPartnerReads = async (world: TestContext, piece: string): Promise<number> =>
  (await world.otherPartner.get(piece)).status;

async function revokesDerived(world: TestContext, { piece, delegation }: Made): Promise<void> {
  expect(await otherPartnerReads(world, piece)).to.equal(200);
  expect((await world.holder.delete(delegation)).status).to.equal(204);
  expect(await otherPartnerReads(world, piece)).to.equal(403);
}

const damages: Readonly<Record<string, Damage>> = {
  'a subscriber that names no server': {
    graph: ({ subscription }) => subscription,
    line: replaced(`${api}hasSubscriber`, /<http[^>]*logistics-objects\/partner>/, '<https://example.org/partner>'),
    then: (world, { subscription }) => canBeRevoked(world, subscription),
  },
  'a subscription without its topic': {
    graph: ({ subscription }) => subscription,
    line: without(`${api}hasTopic>`),
    isUnread: true,
    then: (world, { subscription }) => canBeRevoked(world, subscription),
  },
  'a subscription whose content is missing': {
    graph: ({ subscription }) => subscription,
    line: without(`${api}hasSubscription>`),
    isUnread: true,
  },
  'a pending change without its revision': {
    graph: ({ change }) => change,
    line: without(`${api}hasRevision>`),
    isUnread: true,
    then: (world, { change }) => failsWhenAccepted(world, change),
  },
  'a pending change with half an operation': {
    graph: ({ change }) => change,
    line: without(`${api}p>`),
    isUnread: true,
    then: (world, { change }) => canBeRevoked(world, change),
  },
  'a pending change whose content is missing': {
    graph: ({ change }) => change,
    line: without(`${api}hasChange>`),
    isUnread: true,
    then: async (world, { change }) => {
      expect((await world.decide(change, 'REQUEST_REJECTED')).status).to.equal(204);
    },
  },
  'a request without its status': {
    graph: ({ change }) => change,
    line: without(`${api}hasRequestStatus>`),
    then: async (world, { change }) => {
      await isReportedAsDamaged(world, change);
      await isNotListed(world, '/action-requests', change);
    },
  },
  'a request without its requestor': {
    graph: ({ subscription }) => subscription,
    line: without(`${api}isRequestedBy>`),
    then: async (world, { subscription }) => {
      await isReportedAsDamaged(world, subscription);
      await isNotListed(world, '/action-requests', subscription);
    },
  },
  'a request with an invalid time': {
    graph: ({ change }) => change,
    line: replaced(`${api}isRequestedAt>`, /"[^"]*"/, '"soon"'),
    then: (world, { change }) => isNotListed(world, '/action-requests', change),
  },
  'a derived delegation without its requestor': {
    graph: ({ derived }) => derived,
    line: without(`${api}isRequestedBy>`),
    then: revokesDerived,
  },
  'a derived delegation without its delegates': {
    graph: ({ derived }) => derived,
    line: without(`${api}isRequestedFor>`),
    isUnread: true,
    then: revokesDerived,
  },
  'a head without its type': {
    graph: ({ piece }) => `${piece}/head`,
    line: without('22-rdf-syntax-ns#type>'),
    then: async (world, { piece }) => {
      await isReportedAsDamaged(world, piece);
      await isNotListed(world, '/logistics-objects', piece);
    },
  },
  'a head with an invalid time': {
    graph: ({ piece }) => `${piece}/head`,
    line: replaced('/created>', /"[^"]*"/, '"soon"'),
    then: (world, { piece }) => isReportedAsDamaged(world, piece),
  },
  'a head with an invalid revision': {
    graph: ({ piece }) => `${piece}/head`,
    line: replaced(`${api}hasLatestRevision>`, /"[^"]*"/, '"none"'),
    then: (world, { piece }) => isReportedAsDamaged(world, piece),
  },
};

describe('A stored entry that cannot be read', () => {
  let folder: string;
  let dump: string;
  let made: Made;
  let env: Readonly<Record<string, string>>;

  const settings = (more: Readonly<Record<string, string>>): Settings =>
    readSettings({ LOG_LEVEL: 'silent', ...env, ...more });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'damage-'));
    env = { PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'whole')}` };
    const world = await TestContext.start({ env });
    const { holder, partner, otherPartner: otherPartner } = world;
    const [piece, other] = [await world.piece(), await world.piece()];
    const pieces = [piece, other].map((path) => ({ '@id': world.uri(path), '@type': 'cargo:Piece' }));
    const grant = (delegateTo: string): Parameters<typeof delegate>[2] => ({
      objects: [world.uri(piece)],
      delegates: [delegateTo],
    });
    const path = (address: string): string => (address.startsWith('http') ? world.path(address) : address);
    made = {
      piece,
      other,
      shipment: await world.create({ '@type': 'cargo:Shipment', 'cargo:pieces': pieces }),
      subscription: path(
        await subscribe(holder, partner, { topic: `${cargo}Piece`, topicType: 'LOGISTICS_OBJECT_TYPE' }),
      ),
      change: await world.submit(partner, other, [add(world.uri(other), 'upid', 'x')]),
      delegation: path(await delegate(holder, partner, grant(partner.agent))),
      derived: path(await delegate(holder, partner, grant(otherPartner.agent))),
    };
    await world.stop();
    dump = join(folder, 'whole.nq');
    await exportStore(dump, {}, settings({}));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, { graph, line, isUnread, then }] of Object.entries(damages))
    it(`is set aside and reported, and everything else works: ${name}`, async () => {
      const url = `http://localhost:${env['PORT']}`;
      const suffix = ` <${url}${graph(made)}> .`;
      const before = (await readFile(dump, 'utf8')).split('\n');
      const after = before
        .map((text) => (text.endsWith(suffix) ? line(text) : text))
        .filter((text) => text !== undefined);
      expect(after, 'the damaged dump').to.not.deep.equal(before);
      const file = join(folder, 'damaged.nq');
      await writeFile(file, after.join('\n'));
      const store = join(folder, 'quarantine');
      await rm(store, { recursive: true, force: true });
      await importStore(file, undefined, settings({ STORE_URL: `file:${store}` }));
      // A new key takes longer to generate than the rest of a start.
      await copyFile(join(folder, 'whole', SIGNING_KEY), join(store, SIGNING_KEY));

      const world = await TestContext.start({ env: { ...env, STORE_URL: `file:${store}` } });
      try {
        await exchangeWorks(world, made);
        // The delivery of a waiting notification reads the request that triggered it, after the start.
        const isReported = async (): Promise<boolean> =>
          degraded((await world.holder.get('/health/ready')).json).length > 0;
        if (isUnread === undefined) await eventually(isReported);
        const ready = await world.holder.get('/health/ready');
        expect(ready.status).to.equal(200);
        expect(degraded(ready.json)).to.deep.equal(isUnread ? [] : [['stored-entries', 1]]);
        await then?.(world, made);
      } finally {
        await world.stop();
      }
    });

  it('is not reported for an intact dump', async () => {
    const world = await TestContext.start({ env });
    try {
      await exchangeWorks(world, made);
      expect(degraded((await world.holder.get('/health/ready')).json)).to.deep.equal([]);
    } finally {
      await world.stop();
    }
  });
});

function degraded(health: Json): Json[][] {
  return list(member(health, 'degraded')).map((one) => [member(one, 'key'), member(one, 'count')]);
}

/** Operations that do not touch the damaged entry. */
async function exchangeWorks(world: TestContext, { piece, other, shipment }: Made): Promise<void> {
  const created = await world.piece();
  const change = await world.submit(world.partner, created, [add(world.uri(created), 'upid', 'y')]);
  const accepted = await world.accept(change);
  expect(accepted.status, accepted.text).to.equal(204);
  const event = await world.holder.post(`${created}/logistics-events`, eventBody());
  expect(event.status, event.text).to.equal(201);
  const topic = { topic: `${cargo}Waybill`, topicType: 'LOGISTICS_OBJECT_TYPE' } as const;
  await subscribe(world.holder, world.otherPartner, topic);
  for (const address of [
    '/logistics-objects',
    '/action-requests',
    `${other}/audit-trail`,
    `${shipment}?embedded=true`,
    `${created}?embedded=true`,
    '/internal/deliveries',
  ]) {
    const { status, text } = await world.holder.get(address);
    expect(status, `${address}: ${text}`).to.equal(200);
  }
  // As a partner: its dataset is computed from the stored permissions.
  const query = `query=${encodeURIComponent(`ASK { <${world.uri(piece)}> ?p ?o }`)}`;
  const asked = await world.partner.get(`/sparql?${query}`, { headers: { Accept: 'application/sparql-results+json' } });
  expect(asked.status, asked.text).to.equal(200);
}

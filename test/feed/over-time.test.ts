/**
 * The feed as time passes. The rows move the node's clock: with PostgreSQL the times of commits are those of its server (W54),
 * so that they are not among those that are held to it.
 */
import { expect } from 'chai';
import { FeedCopy, feedOf, NQUADS, readDocument } from '../support/feed-copy.js';
import { addEvent, allow, asked, history, inFeed, names } from '../support/feed-rows.js';
import { readLinks, targetsOf } from '../support/links.js';
import { type Json, list, member } from '../support/node.js';
import { conformance, type Statement } from '../conformance/statement.js';

const statements: Statement[] = [
  {
    section: 'W62',
    statement: 'what changed since a time is one list, with a link to more',
    holds: async (world) => {
      world.node.clock.advance(10);
      const now = world.node.clock.now().toISOString();
      const pieces = [await world.openPiece(), await world.openPiece()];
      const reply = await asked(world.partner, `/feed?since=${now}`);
      const found = names(readDocument('/feed', reply).members);
      expect(found).to.deep.equal(pieces.map((piece) => `${world.uri(piece)}/revisions/1`));
      expect(targetsOf(readLinks(reply.headers.get('link')), 'next')).to.deep.equal([]);
      const nothing = await asked(world.partner, '/feed?since=2099-01-01T00:00:00Z');
      expect(readDocument('/feed', nothing).members).to.deep.equal([]);
    },
  },
  {
    section: 'W62',
    statement: '`type` and `object` narrow what changed; an object that the caller may not read is not told of',
    holds: async (world) => {
      world.node.clock.advance(10);
      const now = world.node.clock.now().toISOString();
      const [piece, hidden] = [await world.openPiece(), await world.piece()];
      const other = await world.open(await world.create({ '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'x' }));
      await addEvent(world, piece);
      const since = async (query: string): Promise<string[]> =>
        names(readDocument('/feed', await asked(world.partner, `/feed?since=${now}&${query}`)).members);
      expect(await since('type=Shipment')).to.deep.equal([`${world.uri(other)}/revisions/1`]);
      expect(await since('type=PhysicalLogisticsObject')).to.deep.equal([`${world.uri(piece)}/revisions/1`]);
      expect(await since(`object=${encodeURIComponent(world.uri(hidden))}`)).to.deep.equal([]);
      expect(await since(`object=${encodeURIComponent(world.uri(`${hidden}x`))}`)).to.deep.equal([]);
      expect(await since(`object=${encodeURIComponent(world.uri(piece))}`)).to.have.length(2);
    },
  },
  {
    section: 'W62; W59',
    statement: 'a cursor at a member that the caller may not read tells nothing of it',
    holds: async (world) => {
      world.node.clock.advance(10);
      const now = world.node.clock.now().toISOString();
      const [first, hidden] = [await world.openPiece(), await world.piece()];
      await world.openPiece();
      const answers = await Promise.all(
        [`${world.uri(hidden)}/revisions/1`, `${world.uri(hidden)}/revisions/9`].map((after) =>
          asked(world.partner, `/feed?since=${now}&after=${encodeURIComponent(after)}`),
        ),
      );
      const [one, other] = answers.map(({ text }) => text);
      expect(one).to.equal(other);
      const after = encodeURIComponent(`${world.uri(first)}/revisions/1`);
      const rest = readDocument('/feed', await asked(world.partner, `/feed?since=${now}&after=${after}`));
      expect(rest.members).to.have.length(1);
    },
  },
];

const json = { 'Content-Type': 'application/json' };

const erasures: Statement[] = [
  {
    section: 'P63',
    statement: 'an erasure is a member for whoever gets 410 or reads the object; a copy that reads on learns it',
    holds: async (world) => {
      const [gone, cut] = [await world.openPiece(), await world.openPiece({ 'cargo:goodsDescription': 'Smith' })];
      const hidden = await world.piece({ 'cargo:goodsDescription': 'hidden' });
      const copy = new FeedCopy(world.partner);
      await copy.read();
      world.node.clock.advance(10);
      const now = world.node.clock.now().toISOString();
      const erase = async (object: string, more: Record<string, Json> = {}): Promise<string> => {
        const order = { object: world.uri(object), reason: 'LEGAL_ORDER', ...more };
        const reply = await world.holder.post('/internal/erasures', order, json);
        expect(reply.status, reply.text).to.equal(201);
        return `${reply.headers.get('location') ?? ''}#member`;
      };
      const deleted = await erase(gone);
      const updated = await erase(cut, { property: 'cargo:goodsDescription' });
      const unread = await erase(hidden);
      expect(names(await copy.read())).to.deep.equal([deleted, updated]);
      expect(names(await feedOf(world.holder))).to.include.members([deleted, updated, unread]);
      expect(names(await feedOf(world.otherPartner)).filter((name) => name.includes('/internal/'))).to.deep.equal(
        names(await feedOf(await world.node.party('stranger'))).filter((name) => name.includes('/internal/')),
      );
      const { text } = await asked(world.partner, `/feed?since=${now}`);
      const lines = text.split('\n');
      const of = (subject: string): string => lines.filter((line) => line.startsWith(`<${subject}>`)).join('\n');
      expect(of(deleted)).to.contain('activitystreams#Delete').and.contain(world.uri(gone)).and.contain('#LEGAL_ORDER');
      expect(of(updated)).to.contain('activitystreams#Update').and.contain('cargo#goodsDescription');
      expect(of(updated))
        .to.contain(world.uri(`${cut}/revisions/1`))
        .and.not.contain('Smith');
      expect(text).to.contain('ldes#versionDeletePath').and.contain('ldes#versionDeleteObject');
      for (const syntax of ['application/ld+json', 'application/trig'])
        expect((await asked(world.partner, `/feed?since=${now}`, syntax)).text).to.contain(deleted);
      const since = async (query: string): Promise<string[]> =>
        names(readDocument('/feed', await asked(world.partner, `/feed?since=${now}&${query}`)).members);
      expect(await since(`object=${encodeURIComponent(world.uri(gone))}`)).to.deep.equal([deleted]);
      expect(await since('type=Piece')).to.deep.equal([deleted, updated]);
      expect(await since('type=Shipment')).to.deep.equal([]);
      expect(await since(`object=${encodeURIComponent(world.uri(hidden))}`)).to.deep.equal([]);
    },
  },
  {
    section: 'P63',
    statement: 'the erasure of an event is a member about the event, for readers of events',
    holds: async (world) => {
      const piece = await world.openPiece();
      const event = await addEvent(world, piece);
      const reply = await world.holder.post('/internal/erasures', { event, reason: 'MISTAKE' }, json);
      expect(reply.status, reply.text).to.equal(201);
      const member = `${reply.headers.get('location') ?? ''}#member`;
      const { text } = await asked(
        world.holder,
        `/feed?since=2000-01-01T00:00:00Z&object=${encodeURIComponent(world.uri(piece))}`,
      );
      expect(text).to.contain(`<${member}> <http://purl.org/dc/terms/isVersionOf> <${event}>`);
    },
  },
];

/** In a node of their own: days pass. */
const overDays: Statement[] = [
  {
    section: 'W76',
    statement: 'internal agents see who reads the feed, how far behind, and who has stopped',
    holds: async (first) => {
      let world = await first.later(0);
      const stateOf = async (): Promise<{ readonly members: number; readonly reader: Json }> => {
        const reply = await world.holder.get('/internal/feed');
        expect(reply.status, reply.text).to.equal(200);
        const reader = list(member(reply.json, 'readers')).find((one) => member(one, 'agent') === world.partner.agent);
        return { members: Number(member(reply.json, 'members')), reader };
      };
      const before = await stateOf();
      await world.openPiece();
      await feedOf(world.partner);
      const read = await stateOf();
      expect(read.members).to.equal(before.members + 1);
      expect(member(read.reader, 'behindSeconds')).to.equal(0);
      world = await world.later(60);
      await world.openPiece();
      expect(member((await stateOf()).reader, 'behindSeconds')).to.be.at.least(60);
      expect(member((await stateOf()).reader, 'stopped')).to.equal(false);
      world = await world.later(90_000);
      expect(member((await stateOf()).reader, 'stopped')).to.equal(true);
      expect((await world.partner.get('/internal/feed')).status).to.equal(403);
    },
  },
  {
    section: 'W53; W59',
    statement: 'access that is given puts the history of the object at the end, also of a feed that was read before',
    holds: async (first) => {
      let world = await first.later(0);
      const early = await history(world);
      const open = await world.openPiece();
      const copy = new FeedCopy(world.partner);
      await copy.read();
      expect([...copy.members.keys()]).to.include(`${world.uri(open)}/revisions/1`);
      world = await world.later(3_600);
      await copy.as(world.partner).read();
      await allow(world, early.piece, world.partner);
      const news = await copy.read();
      expect(names(news)).to.deep.equal(early.members);
      const issued = [...copy.members.values()].map((one) => one.issued);
      expect(issued).to.deep.equal([...issued].sort());
      const fresh = await feedOf(world.partner);
      expect(names(fresh).slice(-3)).to.deep.equal(early.members);
      expect(fresh.map((one) => one.issued)).to.deep.equal(fresh.map((one) => one.issued).sort());
    },
  },
  {
    section: 'W57; W58; W59',
    statement: 'a closed document is immutable, and leads to what took its place when access is withdrawn',
    holds: async (first) => {
      // A day of its own.
      let world = await first.later(86_400);
      const [kept, taken] = [await world.openPiece(), await world.openPiece()];
      world = await world.later(2 * 86_400);
      for (let number = 0; number < 10; number += 1) await world.openPiece();
      const holding = async (object: string): Promise<string[]> => {
        const copy = new FeedCopy(world.partner);
        await copy.read();
        return copy.documents
          .filter(
            ({ members, isClosed }) =>
              isClosed && members.some((one) => one.member.startsWith(`${world.uri(object)}/`)),
          )
          .map(({ address }) => address);
      };
      const [address = '', ...others] = await holding(taken);
      expect(others).to.deep.equal([]);
      expect(address).to.match(/\/[0-9a-f]{32}$/);
      const before = await asked(world.partner, address);
      expect(before.headers.get('cache-control')).to.equal('private, max-age=604800, immutable');
      expect((await asked(world.partner, address)).text).to.equal(before.text);
      const isSame = await world.partner.get(address, {
        headers: { Accept: NQUADS, 'If-None-Match': before.headers.get('etag') ?? '' },
      });
      expect(isSame.status).to.equal(304);
      await allow(world, taken);
      const moved = await asked(world.partner, address);
      expect(moved.status, moved.text).to.equal(307);
      const location = moved.headers.get('location') ?? '';
      expect(await holding(kept)).to.deep.equal([location]);
      expect((await asked(world.partner, location)).text).to.not.contain(world.uri(taken));
      expect(await inFeed(world.partner, world.uri(taken))).to.deep.equal([]);
      // The address without a digest goes on answering.
      const open = await asked(world.partner, address.replace(/\/[0-9a-f]{32}$/, ''));
      expect(open.status).to.equal(200);
      expect(open.headers.get('cache-control')).to.equal('private, no-cache');
      // Of another caller: its own, or nothing.
      const rival = await asked(world.otherPartner, address);
      expect(rival.status).to.equal(307);
      await allow(world, kept);
      expect((await asked(world.otherPartner, address)).status).to.equal(410);
      expect((await asked(world.partner, address)).status).to.equal(410);
      expect((await asked(world.partner, address.replace(/\/[0-9a-f]{32}$/, ''))).status).to.equal(404);
    },
  },
  {
    section: 'W57; P29',
    statement: 'after the erasure of a property a closed document has another address, and nothing of the values',
    holds: async (first) => {
      let world = await first.later(5 * 86_400);
      const piece = await world.openPiece({ 'cargo:goodsDescription': 'Featherstonehaugh' });
      world = await world.later(6 * 86_400);
      for (let number = 0; number < 10; number += 1) await world.openPiece();
      const holding = async (): Promise<string | undefined> => {
        const copy = new FeedCopy(world.partner);
        await copy.read();
        return copy.documents.find(
          ({ members, isClosed }) => isClosed && members.some((one) => one.member.startsWith(`${world.uri(piece)}/`)),
        )?.address;
      };
      const address = (await holding()) ?? '';
      expect((await asked(world.partner, address)).text).to.contain('Featherstonehaugh');
      const order = { object: world.uri(piece), property: 'cargo:goodsDescription', reason: 'MISTAKE' };
      const erased = await world.holder.post('/internal/erasures', order, { 'Content-Type': 'application/json' });
      expect(erased.status, erased.text).to.equal(201);
      const moved = await asked(world.partner, address);
      expect(moved.status, moved.text).to.equal(307);
      const location = moved.headers.get('location') ?? '';
      expect(location).to.not.equal(address);
      expect(await holding()).to.equal(location);
      const left = await asked(world.partner, location);
      expect(left.text).to.contain(world.uri(piece)).and.not.contain('Featherstonehaugh');
    },
  },
];

conformance('The feed over days', overDays, { env: { FEED_PAGE_SIZE: '10' } });

conformance('Erasures in the feed', erasures);

conformance('What changed since a time', statements, { env: { FEED_PAGE_SIZE: '10' } });

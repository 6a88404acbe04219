import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import { Receiver, partyFor, settled } from '../support/exchange.js';
import { cargo, list, member, messages, type Reply } from '../support/node.js';
import { verificationBody } from '../support/verifications.js';
import { idIn, idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** An object with three revisions that the partners may not read. */
async function secret(world: TestContext): Promise<{ piece: string; uri: string }> {
  const piece = await world.piece();
  const uri = world.uri(piece);
  for (const [revision, operation] of [add(uri, 'upid', 'one'), remove(uri, 'upid', 'one')].entries()) {
    const reply = await world.holder.patch(piece, changeBody(uri, revision + 1, [operation]));
    expect((await world.accept(world.path(reply.headers.get('location')))).status).to.equal(204);
  }
  return { piece, uri };
}

const LONG_AGO = 'Sat, 01 Jan 2000 00:00:00 GMT';

/** What the requestor itself reads of its request. */
async function seen(world: TestContext, request: string): Promise<Reply> {
  const reply = await world.partner.get(request);
  expect(reply.status, reply.text).to.equal(200);
  return reply;
}

/** The report of a request names the object, and neither a number nor a value of it. */
function expectNothingTold(reply: Reply, status: string, code: string): void {
  expect(idIn(member(reply.json, 'api:hasRequestStatus'))).to.equal(`api:${status}`);
  const details = list(member(reply.json, 'api:hasError')).flatMap((error) =>
    list(member(error, 'api:hasErrorDetail')),
  );
  expect(details.map((detail) => member(detail, 'api:hasCode'))).to.deep.equal([code]);
  for (const detail of details) {
    expect(JSON.stringify(member(detail, 'api:hasMessage'))).to.not.match(/\d|Piece|Oranges|upid/);
    expect(member(detail, 'api:hasProperty')).to.equal(undefined);
  }
}

const statements: Statement[] = [
  ...each<Readonly<Record<string, string>>>(
    {
      'If-Match: *': { 'If-Match': '*' },
      'If-Match with the latest revision': { 'If-Match': '"3.jsonld.2.0.0"' },
      'If-Match with another revision': { 'If-Match': '"1.jsonld.2.0.0"' },
    },
    (headers) => ({
      section: 'D49; D73',
      statement: 'conditions of who may not read are compared with an object that is not there: 412',
      holds: async (world) => {
        const { piece, uri } = await secret(world);
        const change = changeBody(uri, 3, [add(uri, 'upid', 'x')]);
        const reply = await world.expectRejected(piece, 412, () => world.partner.patch(piece, change, headers));
        expect(messages(reply).join()).to.not.match(/\d/);
      },
    }),
  ),
  ...each<Readonly<Record<string, string>>>(
    {
      'If-None-Match: *': { 'If-None-Match': '*' },
      'If-None-Match with the latest revision': { 'If-None-Match': '"3.jsonld.2.0.0"' },
      'If-Unmodified-Since long ago': { 'If-Unmodified-Since': LONG_AGO },
    },
    (headers) => ({
      section: 'D49; D73',
      statement: 'conditions of who may not read are compared with an object that is not there: 201',
      holds: async (world) => {
        const { piece, uri } = await secret(world);
        const reply = await world.partner.patch(piece, changeBody(uri, 3, [add(uri, 'upid', 'x')]), headers);
        expect(reply.status, reply.text).to.equal(201);
      },
    }),
  ),
  {
    section: 'D17; D63; D73',
    statement:
      'a Change of who may not read is pending whatever revision it was built on, and nothing is said against it',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      for (const revision of [1, 2, 3, 4, 999_999]) {
        for (const operation of [
          add(uri, 'upid', 'x'),
          remove(uri, 'upid', 'not there'),
          add('internal:x', 'unit', 'x'),
        ]) {
          const request = await world.submit(world.partner, piece, [operation], { revision });
          const { json } = await seen(world, request);
          expect(idIn(member(json, 'api:hasRequestStatus'))).to.equal('api:REQUEST_PENDING');
          expect(member(json, 'api:hasError')).to.equal(undefined);
        }
      }
    },
  },
  {
    section: 'D63; D73',
    statement: 'a name that the data model does not have is 422 for any object, and its class is not named',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      for (const revision of [1, 3]) {
        const change = changeBody(uri, revision, [add(uri, 'zz', 'x')]);
        const reply = await world.expectRejected(piece, 422, () => world.partner.patch(piece, change));
        expect(messages(reply).join()).to.include('cargo:zz').and.not.include('Piece');
      }
    },
  },
  {
    section: 'D20; D73',
    statement:
      'deciding an outdated Change of who may not read rejects it; the decider learns the revision, its requestor does not',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const request = await world.submit(world.partner, piece, [add(uri, 'upid', 'x')], { revision: 1 });
      const decision = await world.accept(request);
      expect(decision.status).to.equal(422);
      expect(messages(decision).join()).to.include('3');
      expectNothingTold(await seen(world, request), 'REQUEST_REJECTED', '409');
      expect(await world.revision(piece)).to.equal(3);
    },
  },
  {
    section: 'D19; D73',
    statement: 'why a Change of who may not read fails is told to the decider alone',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const request = await world.submit(world.partner, piece, [remove(uri, 'upid', 'a guess')], { revision: 3 });
      const decision = await world.accept(request);
      expect(decision.status).to.equal(422);
      expect(messages(decision).join()).to.include('a guess');
      expectNothingTold(await seen(world, request), 'REQUEST_FAILED', '422');
    },
  },
  {
    section: 'D20; D73',
    statement: 'the acceptance of another Change does not show in a request of who may not read',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const requests = await Promise.all(
        [2, 3, 4].map((revision) => world.submit(world.partner, piece, [add(uri, 'upid', 'x')], { revision })),
      );
      const before = await Promise.all(requests.map((request) => seen(world, request)));
      world.node.clock.advance(1);
      const winner = await world.holder.patch(piece, changeBody(uri, 3, [add(uri, 'upid', 'y')]));
      expect((await world.accept(world.path(winner.headers.get('location')))).status).to.equal(204);
      for (const [index, request] of requests.entries())
        expect((await seen(world, request)).text).to.equal(before[index]?.text);
    },
  },
  {
    section: 'V34; D73',
    statement: 'a Verification of who may not read is pending whatever revision it is about',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      for (const revision of [1, 3, 9]) {
        const reply = await world.partner.post(piece, verificationBody(uri, revision));
        expect(reply.status, reply.text).to.equal(201);
        expect(await world.status(world.path(reply.headers.get('location')))).to.equal('REQUEST_PENDING');
      }
    },
  },
  {
    section: 'V40; D73',
    statement: 'a VerificationRequest of another agent is as one that is not there',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const made = await world.otherPartner.post(piece, verificationBody(uri, 3));
      const theirs = made.headers.get('location') ?? '';
      const naming = (request: string): Promise<Reply> =>
        world.partner.patch(
          piece,
          changeBody(uri, 3, [add(uri, 'upid', 'x')], { 'api:hasVerificationRequest': { '@id': request } }),
        );
      const [known, unknown] = [await naming(theirs), await naming(`${theirs}0`)];
      expect([known.status, unknown.status]).to.deep.equal([422, 422]);
      expect(messages(known)).to.deep.equal(messages(unknown).map((text) => text.replace(`${theirs}0`, theirs)));
    },
  },
  {
    section: 'D14; D73',
    statement: 'an object that has moved takes requests of who may not read as any other, and they cannot be accepted',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const moved = { location: 'https://elsewhere.example/logistics-objects/p', permanent: true };
      const headers = { 'Content-Type': 'application/json' };
      expect((await world.holder.put(`/internal/relocations/${idOf(piece)}`, moved, headers)).status).to.equal(204);
      const reply = await world.partner.patch(piece, changeBody(uri, 3, [add(uri, 'upid', 'x')]));
      expect(reply.status, reply.text).to.equal(201);
      const request = world.path(reply.headers.get('location'));
      const decision = await world.accept(request);
      expect(decision.status).to.equal(422);
      expect(decision.text).to.include('elsewhere');
      const report = await seen(world, request);
      expect(report.text).to.not.include('elsewhere');
      expectNothingTold(report, 'REQUEST_FAILED', '422');
      expect((await world.partner.post(piece, verificationBody(uri, 3))).status).to.equal(201);
    },
  },
  {
    section: 'D30; D73',
    statement: 'a status notification names the type of the object only to who may read it',
    holds: async (world) => {
      const receiver = await Receiver.start();
      try {
        const party = await partyFor(world.node.url, receiver.agent);
        const [closed, open] = [await world.piece(), await world.openPiece()];
        for (const piece of [closed, open]) {
          const uri = world.uri(piece);
          const more = { 'api:notifyRequestStatusChange': true };
          expect((await party.patch(piece, changeBody(uri, 1, [add(uri, 'upid', 'x')], more))).status).to.equal(201);
        }
        await settled(world.holder);
        const types = receiver.received.map(({ object, body }) => [
          object,
          member(member(body, 'api:hasLogisticsObjectType'), '@value'),
        ]);
        expect(types).to.deep.equal([
          [world.uri(closed), undefined],
          [world.uri(open), `${cargo}Piece`],
        ]);
        expect(receiver.received[0]?.eventType).to.equal('CHANGE_REQUEST_PENDING');
      } finally {
        await receiver.close();
      }
    },
  },
  {
    section: 'D75',
    statement:
      'what is refused for lack of a right, or for its content where the object may not be read, is shown to the holder',
    holds: async (world) => {
      const { piece, uri } = await secret(world);
      const party = await world.node.party('curious');
      expect((await party.get(piece)).status).to.equal(403);
      expect((await party.patch(piece, changeBody(uri, 3, [add(uri, 'zz', 'x')]))).status).to.equal(422);
      const at = world.node.clock.now().toISOString();
      const known = await world.read(`/internal/agent?uri=${encodeURIComponent(party.agent)}`);
      expect(member(known, 'refused')).to.deep.equal({
        total: 2,
        last: at,
        objects: [{ object: uri, kinds: { read: 1, change: 1 }, last: at }],
        others: 0,
      });
    },
  },
];

conformance('Requests about objects that the requestor may not read', statements, {
  env: { DELIVERY_RETRY_MIN_MS: '10' },
});

import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { delegationBody, partyFor, subscriptionBody } from '../support/exchange.js';
import { type Json, list, member, type Party } from '../support/node.js';
import { accepting, readIn, verificationBody, verify } from '../support/verifications.js';
import { idIn, timeIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** An internal agent that is not the data holder. */
const CLERK = 'http://clerks.example/logistics-objects/one';

interface Entry {
  readonly status: string;
  readonly since: number;
  readonly by: string;
}

interface Shown {
  readonly status: string;
  readonly since: number;
  readonly history: readonly Entry[];
}

const statusIn = (value: Json): string => idIn(member(value, 'api:hasRequestStatus')).replace('api:REQUEST_', '');

/** The status of a request with its history, as 2.3.0 shows them. */
function shown(request: Json): Shown {
  return {
    status: statusIn(request),
    since: timeIn(member(request, 'api:hasRequestStatusSince')),
    history: list(member(request, 'api:hasRequestStatusHistory')).map((entry) => {
      expect(member(entry, '@type')).to.equal('api:RequestStatusEntry');
      return {
        status: statusIn(entry),
        since: timeIn(member(entry, 'api:hasRequestStatusSince')),
        by: idIn(member(entry, 'api:isChangedBy')),
      };
    }),
  };
}

const historyOf = async (world: TestContext, request: string): Promise<Shown> =>
  shown(await readIn(world, '2.3.0', request));

/** Who ended each status, in their order. */
const endings = ({ history }: Shown): string[][] => history.map(({ status, by }) => [status, by]);

async function created(world: TestContext, party: Party, path: string, body: Json): Promise<string> {
  const reply = await party.post(path, body);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

/** A pending request of each kind. */
const kinds: Readonly<Record<string, (world: TestContext) => Promise<string>>> = {
  ChangeRequest: async (world) => {
    const piece = await world.openPiece();
    return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
  },
  AccessDelegationRequest: async (world) => {
    const grant = { objects: [world.uri(await world.openPiece())], delegates: [world.partner.agent] };
    return created(world, world.partner, '/access-delegations', delegationBody(grant));
  },
  SubscriptionRequest: async (world) => {
    const body = subscriptionBody({ subscriber: world.partner.agent, topic: world.uri(await world.openPiece()) });
    return created(world, world.partner, '/subscriptions', body);
  },
  VerificationRequest: async (world) => verify(world, await world.openPiece()),
};

const approval = (kind: string): string =>
  kind === 'VerificationRequest' ? 'REQUEST_ACKNOWLEDGED' : 'REQUEST_ACCEPTED';

const revocable = ['AccessDelegationRequest', 'SubscriptionRequest'];

const statements: Statement[] = [
  ...each(kinds, (make) => ({
    section: 'V46, V47',
    statement: 'a pending request has a time and no history',
    holds: async (world) => {
      const request = await make(world);
      world.node.clock.advance(5);
      const read = await readIn(world, '2.3.0', request);
      const { status, since, history } = shown(read);
      expect([status, since, history]).to.deep.equal(['PENDING', timeIn(member(read, 'api:isRequestedAt')), []]);
    },
  })),
  ...each(kinds, (make, kind) => ({
    section: 'V47, V48',
    statement: 'a status that was left is in the history, with who ended it and since when it was',
    holds: async (world) => {
      const clerk = await partyFor(world.node.url, CLERK);
      const request = await make(world);
      const { since: requestedAt } = await historyOf(world, request);
      world.node.clock.advance(5);
      expect((await clerk.patch(`${request}?status=${approval(kind)}`)).status).to.equal(204);
      expect(await historyOf(world, request)).to.deep.equal({
        status: approval(kind).replace('REQUEST_', ''),
        since: requestedAt + 5000,
        history: [{ status: 'PENDING', since: requestedAt, by: clerk.agent }],
      });
    },
  })),
  ...each(kinds, (make) => ({
    section: 'V46',
    statement: 'the time of a revoked request is that of its revocation',
    holds: async (world) => {
      const request = await make(world);
      world.node.clock.advance(5);
      expect((await world.partner.delete(request)).status).to.equal(204);
      const read = await readIn(world, '2.3.0', request);
      expect(shown(read).since).to.equal(timeIn(member(read, 'api:isRevokedAt')));
      expect(endings(shown(read))).to.deep.equal([['PENDING', world.partner.agent]]);
    },
  })),
  ...each(Object.fromEntries(revocable.map((kind) => [kind, kinds[kind] ?? expect.fail(kind)])), (make) => ({
    section: 'V48, V50',
    statement: 'entries are in the order of their times and never change',
    holds: async (world) => {
      for (const seconds of [0, 5]) {
        const request = await make(world);
        world.node.clock.advance(seconds);
        expect((await world.accept(request)).status).to.equal(204);
        const before = member(await readIn(world, '2.3.0', request), 'api:hasRequestStatusHistory');
        world.node.clock.advance(seconds);
        expect((await world.partner.delete(request)).status).to.equal(204);
        const read = await readIn(world, '2.3.0', request);
        expect(endings(shown(read))).to.deep.equal([
          ['PENDING', world.holder.agent],
          ['ACCEPTED', world.partner.agent],
        ]);
        expect(list(member(read, 'api:hasRequestStatusHistory'))[0]).to.deep.equal(before);
      }
    },
  })),
  {
    section: 'V49, L33',
    statement: 'a rejection or failure at once is the data holder’s doing',
    holds: async (world) => {
      const piece = await world.openPiece();
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      const outdated = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'y')], { revision: 1 });
      const failed = await created(world, world.partner, piece, verificationBody(world.uri(piece), 1));
      for (const [request, status] of [
        [outdated, 'REJECTED'],
        [failed, 'FAILED'],
      ] as const) {
        const found = await historyOf(world, request);
        expect(found.status).to.equal(status);
        expect(endings(found)).to.deep.equal([['PENDING', world.holder.agent]]);
      }
    },
  },
  {
    section: 'V49',
    statement: 'what an acceptance rejects or fails is the doing of who accepted',
    holds: async (world) => {
      const clerk = await partyFor(world.node.url, CLERK);
      const piece = await world.openPiece();
      const [winner, rival] = [
        await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]),
        await world.submit(world.otherPartner, piece, [add(world.uri(piece), 'upid', 'y')]),
      ];
      expect((await clerk.patch(`${winner}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
      const hopeless = await world.submit(world.partner, piece, [remove(world.uri(piece), 'upid', 'not there')]);
      expect((await clerk.patch(`${hopeless}?status=REQUEST_ACCEPTED`)).status).to.equal(422);
      for (const [request, status] of [
        [rival, 'REJECTED'],
        [hopeless, 'FAILED'],
      ] as const) {
        const found = await historyOf(world, request);
        expect([found.status, ...endings(found)]).to.deep.equal([status, ['PENDING', clerk.agent]]);
      }
    },
  },
  {
    section: 'V49',
    statement: 'a delegation that falls with its parent is the doing of who revoked that',
    holds: async (world) => {
      const object = world.uri(await world.piece());
      const first = await created(
        world,
        world.partner,
        '/access-delegations',
        delegationBody({ objects: [object], delegates: [world.partner.agent] }),
      );
      expect((await world.accept(first)).status).to.equal(204);
      const second = await created(
        world,
        world.partner,
        '/access-delegations',
        delegationBody({ objects: [object], delegates: [world.otherPartner.agent] }),
      );
      expect((await world.accept(second)).status).to.equal(204);
      const clerk = await partyFor(world.node.url, CLERK);
      expect((await clerk.delete(first)).status).to.equal(204);
      expect(endings(await historyOf(world, second))).to.deep.equal([
        ['PENDING', world.holder.agent],
        ['ACCEPTED', clerk.agent],
      ]);
    },
  },
  ...each({ '2.0.0': '2.0.0', '2.1.0': '2.1.0', '2.2.0': '2.2.0' }, (version) => ({
    section: 'V50',
    statement: 'neither time nor history is in an older version',
    holds: async (world) => {
      const request = await (kinds['AccessDelegationRequest'] ?? expect.fail())(world);
      expect((await world.accept(request)).status).to.equal(204);
      for (const type of ['application/ld+json', 'text/turtle', 'application/n-triples']) {
        const { text } = await world.holder.get(request, { headers: accepting(version, type) });
        expect(text).to.not.match(/hasRequestStatusSince|hasRequestStatusHistory|RequestStatusEntry|isChangedBy/);
      }
    },
  })),
];

conformance('Status history', statements, { env: { INTERNAL_AGENTS: CLERK } });

conformance(
  'Status history with AUTO_ACCEPT=all',
  each(kinds, (make, kind) => ({
    section: 'V49, L33',
    statement: 'what the node accepts by itself is the data holder’s doing',
    holds: async (world) => {
      const found = await historyOf(world, await make(world));
      expect(found.status).to.equal(approval(kind).replace('REQUEST_', ''));
      expect(endings(found)).to.deep.equal([['PENDING', world.holder.agent]]);
    },
  })),
  { env: { AUTO_ACCEPT: 'all' } },
);

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, delegationBody } from '../support/exchange.js';
import { type Json, list, member, messages, type Reply } from '../support/node.js';
import { idOf, type JsonObject, type TestContext } from '../support/world.js';
import {
  act,
  allOf,
  effects,
  linkedPiece,
  makeShipment,
  preview,
  readableBy,
  type ShipmentPaths,
  textOf,
} from './acts-support.js';
import { conformance, each, type Statement } from './statement.js';

const SHIPMENT = 'https://onerecord.iata.org/ns/cargo#Shipment';

const giving = (
  world: TestContext,
  { shipment }: Pick<ShipmentPaths, 'shipment'>,
  more: JsonObject = {},
): JsonObject => ({
  act: 'give-access',
  object: world.uri(shipment),
  agents: [world.partner.agent],
  permissions: ['GET_LOGISTICS_OBJECT'],
  ...more,
});
const withdrawing = (world: TestContext, { shipment }: ShipmentPaths): JsonObject => ({
  act: 'withdraw-access',
  object: world.uri(shipment),
  agents: [world.partner.agent],
});
const subscribing = (world: TestContext, { shipment }: ShipmentPaths, more: JsonObject = {}): JsonObject => ({
  act: 'subscribe',
  object: world.uri(shipment),
  agents: [world.partner.agent],
  ...more,
});

const upid = (world: TestContext, path: string, value: string) => add(world.uri(path), 'upid', value);

async function subscriptions(world: TestContext, topic?: string): Promise<Json[]> {
  const reply = await world.partner.get('/internal/agent/subscriptions');
  expect(reply.status, reply.text).to.equal(200);
  const items = list(member(reply.json, 'items'));
  return topic === undefined ? items : items.filter((one) => textOf(one, 'topic') === world.uri(topic));
}

/** A Change that links a new piece to a shipment that is there. */
const linking = (world: TestContext, shipment: string, piece: string): Promise<string> =>
  world.change(shipment, [
    add(world.uri(shipment), 'pieces', world.uri(piece), 'https://onerecord.iata.org/ns/cargo#Piece'),
  ]);

/** Acts that are refused: their bodies with the status. */
const refused: Readonly<
  Record<string, { readonly status: number; readonly body: (world: TestContext, whole: ShipmentPaths) => Json }>
> = {
  'an agent that is no http(s) IRI': {
    status: 400,
    body: (world, whole) => giving(world, whole, { agents: ['mailto:a@b.example'] }),
  },
  'an agent that is no IRI': { status: 400, body: (world, whole) => giving(world, whole, { agents: ['x y'] }) },
  'no agents': { status: 400, body: (world, whole) => giving(world, whole, { agents: [] }) },
  'an unknown act': { status: 400, body: (world, whole) => giving(world, whole, { act: 'give' }) },
  'a member of another act': { status: 400, body: (world, whole) => giving(world, whole, { decision: 'accept' }) },
  'an unknown member': { status: 400, body: (world, whole) => giving(world, whole, { Later: true }) },
  'an unknown scope': { status: 400, body: (world, whole) => giving(world, whole, { scope: ['all'] }) },
  'an unknown permission': { status: 400, body: (world, whole) => giving(world, whole, { permissions: ['READ'] }) },
  'an array': { status: 400, body: () => [] },
  'an object that is not here': {
    status: 404,
    body: (world, whole) => giving(world, whole, { object: world.uri('/logistics-objects/none') }),
  },
  'an object of another server': {
    status: 404,
    body: (world, whole) => giving(world, whole, { object: 'https://partner.example/logistics-objects/1' }),
  },
  'a type that is no class of objects': {
    status: 400,
    body: (world) => ({ act: 'subscribe', type: 'https://x.example/T', agents: [world.partner.agent] }),
  },
  'a decision without its outcome': {
    status: 400,
    body: (world, { shipment }) => ({ act: 'decide', object: world.uri(shipment), agents: [world.partner.agent] }),
  },
};

const statements: Statement[] = [
  {
    section: 'Operator contract, K44, K45',
    statement: 'a preview lists the whole of a shipment with what changes, and stores nothing',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const before = (await world.holder.get(`${whole.shipment}/acl`)).text;
      const reply = await preview(world, giving(world, whole));
      expect(reply.status, reply.text).to.equal(200);
      expect(effects(world, reply.json)).to.deep.equal(
        Object.fromEntries(allOf(whole).map((path) => [path, 'changes'])),
      );
      expect(member(reply.json, 'counts')).to.deep.equal({ changes: 4, same: 0, refused: 0 });
      expect(member(reply.json, 'possible')).to.equal(true);
      expect((await world.holder.get(`${whole.shipment}/acl`)).text).to.equal(before);
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal([]);
    },
  },
  {
    section: 'Operator contract, K44',
    statement: 'the whole is found from any of its objects, and scope narrows it',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const [piece = ''] = whole.pieces;
      const reply = await preview(world, giving(world, { shipment: piece }, { scope: ['shipment', 'waybills'] }));
      expect(Object.keys(effects(world, reply.json))).to.have.members([whole.shipment, whole.waybill]);
    },
  },
  {
    section: 'Operator contract, K46, K51',
    statement: 'give-access gives what the agent lacks, in one act; each list keeps who, when and its previous one',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const [piece = ''] = whole.pieces;
      const before = { 'acl:agent': { '@id': world.otherPartner.agent } };
      await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), before, ['acl:Read']));
      const answer = await act(world, giving(world, whole));
      expect(member(answer, 'done')).to.equal(4);
      expect(list(member(answer, 'results')).map((one) => textOf(one, 'status'))).to.deep.equal(
        Array(4).fill('changes'),
      );
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal(allOf(whole));
      expect(await readableBy(world.otherPartner, allOf(whole))).to.deep.equal([piece]);
      const access = await world.read(`/internal/objects/${idOf(piece)}/access`);
      const own = list(member(access, 'written')).find((one) =>
        list(member(one, 'agents')).includes(world.partner.agent),
      );
      expect(textOf(own ?? null, 'by')).to.equal(world.holder.agent);
      expect(list(member(access, 'replaced'))).to.have.length(1);
      const again = await preview(world, giving(world, whole));
      expect(member(again.json, 'counts')).to.deep.equal({ changes: 0, same: 4, refused: 0 });
      expect(member(again.json, 'possible')).to.equal(false);
    },
  },
  {
    section: 'Operator contract, K45',
    statement: 'what has changed since the preview is not done: 412, and nothing has happened',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const shown = await preview(world, giving(world, whole));
      const [piece = ''] = whole.pieces;
      await act(world, { ...giving(world, { shipment: piece }), scope: ['waybills'] });
      const reply = await world.holder.post('/internal/acts', giving(world, whole), {
        'If-Match': `"${textOf(shown.json, 'digest')}"`,
      });
      expect(reply.status, reply.text).to.equal(412);
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal([whole.waybill]);
    },
  },
  {
    section: 'Operator contract, K45',
    statement: 'the digest is that of the act: another act with it is 412',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const shown = await preview(world, giving(world, whole));
      const other = giving(world, whole, { agents: [world.otherPartner.agent] });
      const reply = await world.holder.post('/internal/acts', other, {
        'If-Match': `"${textOf(shown.json, 'digest')}"`,
      });
      expect(reply.status, reply.text).to.equal(412);
    },
  },
  {
    section: 'Operator contract, K46, D23',
    statement: 'withdraw-access takes what was written and delegated, with what hangs on it; what was for others stays',
    holds: async (world) => {
      const whole = await makeShipment(world);
      await act(world, giving(world, whole, { agents: [world.partner.agent, world.otherPartner.agent] }));
      const [piece = ''] = whole.pieces;
      const delegated = await world.partner.post(
        '/access-delegations',
        delegationBody({ objects: [world.uri(piece)], delegates: [world.partner.agent] }),
      );
      const request = world.path(delegated.headers.get('location'));
      await world.accept(request);
      const shown = await preview(world, withdrawing(world, whole));
      const falls = list(member(shown.json, 'falls')).map((one) => textOf(one, 'request'));
      expect(falls).to.deep.equal([world.uri(request)]);
      await act(world, withdrawing(world, whole));
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal([]);
      expect(await readableBy(world.otherPartner, allOf(whole))).to.deep.equal(allOf(whole));
      expect(await world.status(request)).to.equal('REQUEST_REVOKED');
    },
  },
  {
    section: 'Operator contract, K46, D23',
    statement: 'a delegation that names other objects, too, stays for these',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const [piece = ''] = whole.pieces;
      const other = await world.piece();
      const delegated = await world.partner.post(
        '/access-delegations',
        delegationBody({ objects: [piece, other].map((path) => world.uri(path)), delegates: [world.partner.agent] }),
      );
      const request = world.path(delegated.headers.get('location'));
      await world.accept(request);
      await act(world, withdrawing(world, whole));
      expect(await readableBy(world.partner, [piece, other])).to.deep.equal([other]);
      expect(await world.status(request)).to.equal('REQUEST_ACCEPTED');
    },
  },
  {
    section: 'Operator contract, K47',
    statement:
      'later: a piece that is created with a link to the shipment gets the entry in that commit, marked as derived',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const early = await linkedPiece(world, whole.shipment);
      await act(world, giving(world, whole, { later: true, scope: ['shipment', 'waybills'] }));
      const piece = await linkedPiece(world, whole.shipment);
      expect(await readableBy(world.partner, [early, piece])).to.deep.equal([piece]);
      const access = await world.read(`/internal/objects/${idOf(piece)}/access`);
      const [entry = null] = list(member(access, 'written'));
      expect(textOf(entry, 'inheritedFrom')).to.match(new RegExp(`^${world.uri(whole.shipment)}/acl#`));
      expect(textOf(entry, 'by')).to.equal(world.holder.agent);
    },
  },
  {
    section: 'Operator contract, K47',
    statement: 'later: a piece and a waybill that a Change links get the entry; those that were linked before do not',
    holds: async (world) => {
      const whole = await makeShipment(world);
      await act(world, giving(world, whole, { later: true, scope: ['shipment'] }));
      const piece = await world.piece();
      await linking(world, whole.shipment, piece);
      expect(await readableBy(world.partner, [...whole.pieces, piece])).to.deep.equal([piece]);
    },
  },
  {
    section: 'Operator contract, K47',
    statement: 'later: its withdrawal takes the derived ones along, also by a list that is written without it',
    holds: async (world) => {
      const withdraw: readonly ((whole: ShipmentPaths) => Promise<unknown>)[] = [
        (whole) => act(world, withdrawing(world, whole)),
        async ({ shipment }) => {
          const reply = await world.holder.put(`${shipment}/acl?clear=true`, { '@graph': [] });
          expect(reply.status, reply.text).to.equal(204);
        },
      ];
      for (const end of withdraw) {
        const whole = await makeShipment(world);
        await act(world, giving(world, whole, { later: true, scope: ['shipment'] }));
        const piece = await linkedPiece(world, whole.shipment);
        expect(await readableBy(world.partner, [piece])).to.deep.equal([piece]);
        await end(whole);
        expect(await readableBy(world.partner, [whole.shipment, piece])).to.deep.equal([]);
        expect(await readableBy(world.partner, [await linkedPiece(world, whole.shipment)])).to.deep.equal([]);
      }
    },
  },
  {
    section: 'Operator contract, K47, B3',
    statement: 'acl:default is read, kept and written back in a list, for this object only',
    holds: async (world) => {
      const whole = await makeShipment(world);
      await act(world, giving(world, whole, { later: true }));
      const read = await world.holder.get(`${whole.shipment}/acl`);
      expect(read.text).to.contain('default');
      const written = await world.holder.put(`${whole.shipment}/acl`, read.json);
      expect(written.status, written.text).to.equal(204);
      const piece = await linkedPiece(world, whole.shipment);
      expect(await readableBy(world.partner, [piece])).to.deep.equal([piece]);
      const other = {
        ...{ 'acl:agent': { '@id': world.partner.agent }, 'acl:default': { '@id': world.uri(piece) } },
      };
      const reply = await world.holder.put(
        `${whole.shipment}/acl`,
        aclBody(world.uri(whole.shipment), other, ['acl:Read']),
      );
      expect(reply.status, reply.text).to.equal(400);
    },
  },
  {
    section: 'Operator contract, K47',
    statement: 'later needs a shipment: 422 for an object that belongs to none',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await preview(world, giving(world, { shipment: piece }, { later: true }));
      expect(reply.status, reply.text).to.equal(422);
    },
  },
  {
    section: 'Operator contract, K48',
    statement: 'subscribe makes one accepted subscription for each object; the agent gets no access by it',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const shown = await preview(world, subscribing(world, whole));
      expect(list(member(shown.json, 'objects')).map((one) => textOf(one, 'why'))).to.deep.equal(
        Array(4).fill('may-not-read'),
      );
      await act(world, subscribing(world, whole));
      for (const path of allOf(whole)) {
        const [one = null, ...others] = await subscriptions(world, path);
        expect(others).to.deep.equal([]);
        expect(textOf(one, 'since')).not.to.equal('');
        expect(await world.status(world.path(textOf(one, 'request')))).to.equal('REQUEST_ACCEPTED');
      }
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal([]);
      const again = await preview(world, subscribing(world, whole));
      expect(member(again.json, 'counts')).to.deep.equal({ changes: 0, same: 4, refused: 0 });
    },
  },
  {
    section: 'Operator contract, K48',
    statement: 'subscribe with permissions gives access in the same act',
    holds: async (world) => {
      const whole = await makeShipment(world);
      await act(world, subscribing(world, whole, { permissions: ['GET_LOGISTICS_OBJECT'] }));
      expect(await readableBy(world.partner, allOf(whole))).to.deep.equal(allOf(whole));
      expect(await subscriptions(world, whole.waybill)).to.have.length(1);
    },
  },
  {
    section: 'Operator contract, K48',
    statement: 'unsubscribe ends them; what came later ends with the subscription to the shipment',
    holds: async (world) => {
      const whole = await makeShipment(world);
      await act(world, subscribing(world, whole, { later: true }));
      const piece = await linkedPiece(world, whole.shipment);
      const [derived = null] = await subscriptions(world, piece);
      expect(textOf(derived, 'derivedFrom')).not.to.equal('');
      const [ofShipment = null] = await subscriptions(world, whole.shipment);
      const revoked = await world.partner.delete(world.path(textOf(ofShipment, 'request')));
      expect(revoked.status, revoked.text).to.equal(204);
      expect(await subscriptions(world, piece)).to.deep.equal([]);
      await act(world, { ...subscribing(world, whole), act: 'unsubscribe' });
      for (const path of allOf(whole)) expect(await subscriptions(world, path), path).to.deep.equal([]);
    },
  },
  {
    section: 'Operator contract, K49',
    statement: 'by type: a subscription to a class, which the partner sees among its own',
    holds: async (world) => {
      const asked = { act: 'subscribe', type: SHIPMENT, agents: [world.partner.agent] };
      await act(world, asked);
      const found = (await subscriptions(world)).find((one) => textOf(one, 'topic') === SHIPMENT);
      expect(member(found ?? null, 'toType')).to.equal(true);
      const again = await preview(world, asked);
      expect(member(again.json, 'counts')).to.deep.equal({ changes: 0, same: 1, refused: 0 });
      const others = await world.otherPartner.get(
        `/internal/agent/subscriptions?uri=${encodeURIComponent(world.partner.agent)}`,
      );
      expect(others.status).to.equal(403);
    },
  },
  {
    section: 'Operator contract, K50',
    statement:
      'decide accepts every pending request of a partner, each by itself: one that fails does not stop the rest',
    holds: async (world) => {
      const whole = await makeShipment(world);
      for (const path of allOf(whole)) await world.open(path);
      const [first = '', second = ''] = whole.pieces;
      const requests = [
        await world.submit(world.partner, first, [upid(world, first, 'a')]),
        await world.submit(world.partner, first, [upid(world, first, 'b')]),
        await world.submit(world.partner, second, [upid(world, second, 'c')]),
      ];
      await world.submit(world.otherPartner, second, [upid(world, second, 'd')]);
      const asked = {
        act: 'decide',
        object: world.uri(whole.shipment),
        agents: [world.partner.agent],
        decision: 'accept',
      };
      const shown = await preview(world, asked);
      const planned = list(member(shown.json, 'requests'));
      expect(planned.map((one) => world.path(textOf(one, 'request')))).to.have.members(requests);
      expect(planned.map((one) => textOf(one, 'effect'))).to.have.members(['changes', 'refused', 'changes']);
      expect(list(member(shown.json, 'rejects'))).to.have.length(1);
      const answer = await act(world, asked);
      expect([member(answer, 'done'), member(answer, 'failed')]).to.deep.equal([2, 1]);
      const results = list(member(answer, 'results'));
      expect(results.map((one) => textOf(one, 'status'))).to.have.members([
        'REQUEST_ACCEPTED',
        'REQUEST_REJECTED',
        'REQUEST_ACCEPTED',
      ]);
    },
  },
  {
    section: 'Operator contract, K50',
    statement: 'decide rejects with a reason, only the requests that are named',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const [piece = ''] = whole.pieces;
      await world.open(piece);
      const one = await world.submit(world.partner, piece, [upid(world, piece, 'a')]);
      const other = await world.submit(world.partner, piece, [upid(world, piece, 'b')]);
      const asked = {
        ...{ act: 'decide', object: world.uri(whole.shipment), agents: [world.partner.agent] },
        ...{ requests: [world.uri(one)], decision: 'reject', reason: 'Wrong piece' },
      };
      await act(world, asked);
      expect(await world.status(one)).to.equal('REQUEST_REJECTED');
      expect(await world.status(other)).to.equal('REQUEST_PENDING');
      expect(JSON.stringify(await world.read(one))).to.contain('Wrong piece');
      const strange = await world.openPiece();
      const elsewhere = await world.submit(world.partner, strange, [upid(world, strange, 'c')]);
      expect((await preview(world, { ...asked, requests: [world.uri(elsewhere)] })).status).to.equal(422);
    },
  },
  {
    section: 'Operator contract, K22, K23, B10',
    statement: 'an act with a key happens once, and its repetition has the first answer',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const [piece = ''] = whole.pieces;
      await world.open(piece);
      await world.submit(world.partner, piece, [upid(world, piece, 'a')]);
      const deciding = {
        act: 'decide',
        object: world.uri(whole.shipment),
        agents: [world.partner.agent],
        decision: 'accept',
      };
      for (const asked of [giving(world, whole), deciding]) {
        const key = { 'Idempotency-Key': `"${randomUUID()}"` };
        const send = (): Promise<Reply> => world.holder.post('/internal/acts', asked, key);
        const [first, second] = [await send(), await send()];
        expect(first.status, first.text).to.equal(200);
        expect(second.status, second.text).to.equal(200);
        expect(second.headers.get('idempotent-replayed')).to.equal('true');
        expect(member(second.json, 'done')).to.equal(member(first.json, 'done'));
        expect(list(member(second.json, 'results'))).to.have.length(list(member(first.json, 'results')).length);
      }
    },
  },
  ...each(refused, ({ status, body }) => ({
    section: 'Operator contract, K51',
    statement: `${status}`,
    holds: async (world) => {
      const whole = await makeShipment(world);
      const asked = body(world, whole);
      for (const path of ['/internal/acts/preview', '/internal/acts']) {
        const reply = await world.holder.post(path, asked);
        expect(reply.status, reply.text).to.equal(status);
      }
    },
  })),
  {
    section: 'Operator contract, K51',
    statement: 'unknown agents are taken: a URI is enough for the exchange',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const answer = await act(world, giving(world, whole, { agents: ['https://gha.example/logistics-objects/gha'] }));
      expect(member(answer, 'done')).to.equal(4);
    },
  },
  {
    section: 'Operator contract, K51',
    statement: 'partners get 403, whatever they ask about',
    holds: async (world) => {
      const whole = await makeShipment(world);
      const answers = new Set<string>();
      for (const object of [whole.shipment, '/logistics-objects/none']) {
        const asked = giving(world, { shipment: object });
        for (const path of ['/internal/acts/preview', '/internal/acts']) {
          const reply = await world.partner.post(path, asked);
          expect(reply.status, reply.text).to.equal(403);
          answers.add(messages(reply).join());
        }
      }
      expect(answers.size).to.equal(1);
    },
  },
  {
    section: 'Operator contract, K97',
    statement: 'acts are counted by what became of them',
    holds: async (world) => {
      const { text } = await world.anonymous.get('/metrics');
      expect(text).to.match(/cargograph_acts_total\{act="give-access",result="done"\} [1-9]/);
      expect(text).to.match(/cargograph_acts_total\{act="give-access",result="changed"\} [1-9]/);
    },
  },
];

conformance('acts on a whole shipment', statements);

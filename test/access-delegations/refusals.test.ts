/** What a requestor and the holder are told about an access delegation that cannot be created or accepted. */
import { expect } from 'chai';
import {
  anyUri,
  dateTime,
  delegate,
  delegationBody,
  type DelegationOptions,
  requestDelegation,
} from '../support/exchange.js';
import { api, list, member, type Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('the errors of an access delegation', () => {
  let world: TestContext;
  let object: string;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());
  beforeEach(async () => {
    object = world.uri(await world.piece());
  });

  const ask = (more: Partial<DelegationOptions>): Promise<Reply> => {
    const grant = { objects: [object], delegates: [world.partner.agent], ...more };
    return world.partner.post('/access-delegations', delegationBody(grant));
  };
  const details = (reply: Reply): unknown[][] =>
    list(member(reply.json, 'api:hasErrorDetail')).map((detail) => {
      const [property, resource] = ['api:hasProperty', 'api:hasResource'].map((name) => member(detail, name));
      return [member(detail, 'api:hasMessage'), member(property, '@value'), member(resource, '@value')];
    });
  const inSeconds = (seconds: number): string =>
    new Date(world.node.clock.now().getTime() + seconds * 1000).toISOString();

  it('name the expiry that is past, and nothing of one in the next moment', async () => {
    const reply = await ask({ more: { 'api:expiresAt': dateTime(inSeconds(0)) } });
    expect(reply.status).to.equal(400);
    expect(details(reply)).to.deep.equal([
      [`expiresAt is ${inSeconds(0)}, which is in the past`, `${api}expiresAt`, undefined],
    ]);
    expect((await ask({ more: { 'api:expiresAt': dateTime(inSeconds(0.001)) } })).status).to.equal(201);
  });

  it('name each delegate with a prefix, also with VALIDATION=lenient', async () => {
    const lenient = await TestContext.start({ env: { VALIDATION: 'lenient' } });
    try {
      const delegates = [lenient.partner.agent, 'vcard:one', 'prov:two'].map(anyUri);
      const objects = [lenient.uri(await lenient.piece())];
      const body = delegationBody({ objects, delegates: [], more: { 'api:isRequestedFor': delegates } });
      const reply = await lenient.partner.post('/access-delegations', body);
      expect(reply.status).to.equal(400);
      expect(details(reply)).to.deep.equal(
        ['prov:two', 'vcard:one'].map((name) => [
          `isRequestedFor must be absolute URIs: "${name}" begins with an undeclared prefix (D52)`,
          `${api}isRequestedFor`,
          undefined,
        ]),
      );
    } finally {
      await lenient.stop();
    }
  });

  it('name each object that is not on this node', async () => {
    const objects = await ask({ objects: [object, `${object}x`, 'https://x.example/logistics-objects/p'] });
    expect(objects.status).to.equal(400);
    expect(details(objects)).to.deep.equal(
      [`${object}x`, 'https://x.example/logistics-objects/p'].map((resource) => [
        'access can be delegated only to Logistics Objects of this node; it has none with this URI',
        `${api}hasLogisticsObject`,
        resource,
      ]),
    );
  });

  it('say that a delegation has expired before it was decided', async () => {
    const options = { objects: [object], delegates: [world.partner.agent] };
    const more = { 'api:expiresAt': dateTime(inSeconds(5)) };
    const request = world.path(await requestDelegation(world.partner, { ...options, more }));
    world.node.clock.advance(5);
    const decision = await world.accept(request);
    expect(decision.status).to.equal(422);
    expect(details(decision)).to.deep.equal([
      ['this delegation, or every delegation that it is derived from, has expired', `${api}expiresAt`, undefined],
    ]);
    expect(await world.status(request)).to.equal('REQUEST_FAILED');
  });
});

describe('a derived delegation whose source is withdrawn', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const at = (seconds: number): string => new Date(world.node.clock.now().getTime() + seconds * 1000).toISOString();

  /** The ends in the access control list of an object. */
  async function endsIn(piece: string): Promise<string[]> {
    const { text } = await world.holder.get(`${piece}/acl`, { headers: { Accept: 'application/n-triples' } });
    return Array.from(text.matchAll(/expiresAt> "([^"]+)"/g), ([, end = '']) => new Date(end).toISOString()).sort();
  }

  it('ends with the sources that are left on each of its objects, and those derived from it as well', async () => {
    const pieces = [await world.piece(), await world.piece()];
    const objects = pieces.map((piece) => world.uri(piece));
    const third = await world.node.party('third');
    const forPartner = { objects, delegates: [world.partner.agent] };
    const unlimited = await delegate(world.holder, world.partner, forPartner);
    await delegate(world.holder, world.partner, { ...forPartner, more: { 'api:expiresAt': dateTime(at(20)) } });
    await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
    await delegate(world.holder, world.otherPartner, { objects, delegates: [third.agent] });
    for (const piece of pieces) expect(await endsIn(piece)).to.deep.equal([at(20)]);
    expect((await world.holder.delete(unlimited)).status).to.equal(204);
    for (const piece of pieces) expect(await endsIn(piece)).to.deep.equal([at(20), at(20), at(20)]);
    for (const party of [world.partner, world.otherPartner, third])
      expect((await party.get(objects[0] ?? '')).status).to.equal(200);
  });

  it('ends with the last source that is left, and no longer with a later one', async () => {
    const piece = await world.piece();
    const objects = [world.uri(piece)];
    const until = (seconds: number): Promise<string> =>
      delegate(world.holder, world.partner, {
        objects,
        delegates: [world.partner.agent],
        more: { 'api:expiresAt': dateTime(at(seconds)) },
      });
    const [later] = [await until(20), await until(10)];
    await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
    expect(await endsIn(piece)).to.deep.equal([at(10), at(20), at(20)]);
    expect((await world.holder.delete(later)).status).to.equal(204);
    expect(await endsIn(piece)).to.deep.equal([at(10), at(10)]);
  });

  it('keeps its own end where that is earlier, and an access list without it stays as it is', async () => {
    const piece = await world.piece();
    const objects = [world.uri(piece)];
    const forPartner = { objects, delegates: [world.partner.agent] };
    const first = await delegate(world.holder, world.partner, forPartner);
    await delegate(world.holder, world.partner, {
      ...forPartner,
      more: { 'api:expiresAt': dateTime(at(20)) },
    });
    const forOther = { objects, delegates: [world.otherPartner.agent] };
    await delegate(world.holder, world.partner, { ...forOther, more: { 'api:expiresAt': dateTime(at(10)) } });
    // Pending: it has no authorization that could end.
    const pending = await requestDelegation(world.partner, forOther);
    expect((await world.holder.delete(first)).status).to.equal(204);
    expect(await endsIn(piece)).to.deep.equal([at(10), at(20)]);
    expect(await world.status(world.path(pending))).to.equal('REQUEST_PENDING');
  });
});

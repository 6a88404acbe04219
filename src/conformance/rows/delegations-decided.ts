/** Rows about what delegations of access open, and until when. */
import { expectStatus } from '../expect.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import { must, standard, withPartner, withStranger } from './table.js';
import { askAccess, dateTime, delegationBody, eventBody, expectRequestStatus } from './steps.js';

const cites = standard.delegations('Request Access Delegation');
const chains = standard.delegations('Trust Chains');
const rules = standard.delegations();
const deciding = { needs: withPartner };

export const rows: readonly Row[] = [
  must(
    'delegations.accepted',
    rules,
    'An accepted delegation of GET_LOGISTICS_OBJECT lets the delegate read the object.',
    async (world) => {
      const piece = await world.piece();
      const request = await askAccess(world, delegationBody(piece, world.partner.agent));
      expectStatus(await world.partner.get(piece), 403, 'before it is accepted');
      await world.accept(request);
      await expectRequestStatus(world, request, 'REQUEST_ACCEPTED');
      expectStatus(await world.partner.get(piece), 200, 'after it was accepted');
    },
    deciding,
  ),
  must(
    'delegations.reading-events',
    cites,
    'An accepted delegation of GET_LOGISTICS_EVENT lets the delegate read the events.',
    async (world) => {
      const piece = await world.piece();
      const event = await world.event(piece);
      expectStatus(await world.partner.get(event), 403, 'before');
      await world.grant(piece, ['GET_LOGISTICS_EVENT']);
      expectStatus(await world.partner.get(event), 200, 'afterwards');
    },
    deciding,
  ),
  must(
    'delegations.posting-events',
    cites,
    'An accepted delegation of POST_LOGISTICS_EVENT lets the delegate add events, and read nothing by itself.',
    async (world) => {
      const piece = await world.piece();
      await world.grant(piece, ['POST_LOGISTICS_EVENT']);
      expectStatus(await world.partner.post(`${piece}/logistics-events`, eventBody()), 201);
      expectStatus(await world.partner.get(piece), 403, 'for the object');
    },
    deciding,
  ),
  must(
    'delegations.one-object',
    cites,
    'A delegation opens its own objects, and no others.',
    async (world) => {
      const [open, closed] = [await world.piece(), await world.piece()];
      await world.grant(open);
      expectStatus(await world.partner.get(open), 200, 'for the object delegated');
      expectStatus(await world.partner.get(closed), 403, 'for another');
    },
    deciding,
  ),
  must(
    'delegations.one-delegate',
    cites,
    'A delegation opens an object to its delegate, and to nobody else.',
    async (world) => {
      const piece = await world.piece();
      await world.grant(piece);
      expectStatus(await world.partner.get(piece), 200, 'for the delegate');
      expectStatus(await world.stranger.get(piece), 403, 'for another');
    },
    { needs: withStranger },
  ),
  must(
    'delegations.third-party',
    cites,
    'A delegation can be asked for somebody else, who reads the object once it is accepted.',
    async (world) => {
      const piece = await world.piece();
      const request = await askAccess(world, delegationBody(piece, world.stranger.agent));
      expectStatus(await world.stranger.get(piece), 403, 'before it is accepted');
      await world.accept(request);
      expectStatus(await world.stranger.get(piece), 200, 'after it was accepted');
      expectStatus(await world.holder.delete(request), 204, 'for revoking it');
    },
    { needs: withStranger },
  ),
  must(
    'delegations.rejected',
    rules,
    'A rejected delegation opens nothing.',
    async (world) => {
      const piece = await world.piece();
      const request = await askAccess(world, delegationBody(piece, world.partner.agent));
      await world.decide(request, 'REQUEST_REJECTED');
      await expectRequestStatus(world, request, 'REQUEST_REJECTED');
      expectStatus(await world.partner.get(piece), 403);
    },
    { needs: ['holder', 'partner', 'decision', 'rejection', 'writes'] },
  ),
  must(
    'delegations.revoked',
    chains,
    'When the holder withdraws a delegation, the delegate reads the object no more.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.grant(piece);
      expectStatus(await world.partner.get(piece), 200, 'before');
      expectStatus(await world.holder.delete(request), 204, 'for revoking it');
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
      expectStatus(await world.partner.get(piece), 403, 'afterwards');
    },
    { needs: withPartner, versions: ['2.0.0', '2.2.0', '2.3.0'] },
  ),
  must(
    'delegations.trust-chain',
    chains,
    'When a delegation is withdrawn, what its delegate had passed on to a third party is withdrawn, too.',
    async (world) => {
      const piece = await world.piece();
      const first = await world.grant(piece);
      const second = await askAccess(world, delegationBody(piece, world.stranger.agent));
      await world.accept(second);
      expectStatus(await world.stranger.get(piece), 200, 'before');
      expectStatus(await world.holder.delete(first), 204, 'for revoking the first');
      expectStatus(await world.partner.get(piece), 403, 'for the second party');
      expectStatus(await world.stranger.get(piece), 403, 'for the third party');
    },
    { needs: withStranger, versions: ['2.0.0', '2.2.0', '2.3.0'] },
  ),
  must(
    'delegations.expiry',
    rules,
    'A delegation opens nothing from its expiresAt on.',
    async (world) => {
      const piece = await world.piece();
      const expiresAt = dateTime(new Date(world.now().getTime() + 3000));
      const request = await askAccess(
        world,
        delegationBody(piece, world.partner.agent, undefined, { 'api:expiresAt': expiresAt }),
      );
      await world.accept(request);
      expectStatus(await world.partner.get(piece), 200, 'before');
      await world.later(4);
      expectStatus(await world.partner.get(piece), 403, 'afterwards');
    },
    { needs: withPartner, versions: since('2.3.0') },
  ),
];

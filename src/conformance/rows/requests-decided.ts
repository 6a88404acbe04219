/** Rows about deciding and revoking action requests. */
import { expectHeader, expectLocation, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api } from '../names.js';
import { Untested } from '../outcome.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { asking, isSince, must, standard } from './table.js';
import { expectRequestStatus, expectValue, missingRequest, newPending, read } from './steps.js';

const updating = standard.requests('Update an Action Request');
const revoking = standard.requests('Revoke Action Request');
const given = { needs: asking };
const strangers = { needs: ['holder', 'partner', 'stranger', 'writes'] } as const;
const deciding = { needs: ['holder', 'partner', 'decision', 'rejection', 'writes'] } as const;

/** Accepting a request by PATCH, as it was answered; once for all rows. */
const accepted = fixture(async (world): Promise<{ request: string; reply: Reply }> => {
  const { request } = await newPending(world);
  const reply = await world.decide(request, 'REQUEST_ACCEPTED');
  if (reply === undefined) throw new Untested('the server decides by itself');
  return { request, reply };
});

/** A request that was revoked by who asked, once for all rows. */
const revoked = fixture(async (world): Promise<{ request: string; reply: Reply }> => {
  const { request } = await newPending(world);
  return { request, reply: await world.partner.delete(request) };
});

/** A decision as the row writes it. */
const decide = (world: World, request: string, status: string): Promise<Reply> =>
  world.holder.patch(`${request}?status=${status}`);

export const rows: readonly Row[] = [
  must(
    'requests.decide.status',
    updating,
    'Accepting a request is answered by 204.',
    async (world) => {
      expectStatus((await accepted(world)).reply, 204);
    },
    deciding,
  ),
  must(
    'requests.decide.location',
    updating,
    'The answer to a decision has the address of the request in Location.',
    async (world) => {
      const { request, reply } = await accepted(world);
      const location = expectLocation(reply);
      expectThat(location === request, request, location, reply);
    },
    deciding,
  ),
  must(
    'requests.decide.type',
    updating,
    'The answer to a decision has the type of the request in Type.',
    async (world) => {
      expectHeader((await accepted(world)).reply, 'Type', `${api}ChangeRequest`);
    },
    deciding,
  ),
  must(
    'requests.decide.reject',
    updating,
    'The holder rejects a request by the status REQUEST_REJECTED.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await decide(world, request, 'REQUEST_REJECTED'), 204);
      await expectRequestStatus(world, request, 'REQUEST_REJECTED');
    },
    deciding,
  ),
  must(
    'requests.decide.full-iri',
    updating,
    'The status of a decision may be the full IRI.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await decide(world, request, encodeURIComponent(`${api}REQUEST_REJECTED`)), 204);
      await expectRequestStatus(world, request, 'REQUEST_REJECTED');
    },
    deciding,
  ),
  must(
    'requests.decide.unknown',
    updating,
    'A status that there is not is 400, and the request stays pending.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await decide(world, request, 'REQUEST_FORGOTTEN'), 400);
      await expectRequestStatus(world, request, 'REQUEST_PENDING');
      expectStatus(await decide(world, request, 'REQUEST_REJECTED'), 204, 'for a status that there is');
    },
    deciding,
  ),
  must(
    'requests.decide.missing',
    updating,
    'Deciding about a request that does not exist is 404.',
    async (world) => {
      expectStatus((await accepted(world)).reply, 204, 'for one that exists');
      expectStatus(await decide(world, missingRequest(world), 'REQUEST_ACCEPTED'), 404);
    },
    deciding,
  ),
  must(
    'requests.decide.requestor',
    updating,
    'Only the holder accepts: who asked gets 403, and the request stays pending.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await world.partner.patch(`${request}?status=REQUEST_ACCEPTED`), 403, 'for who asked');
      await expectRequestStatus(world, request, 'REQUEST_PENDING');
      expectStatus(await decide(world, request, 'REQUEST_ACCEPTED'), 204, 'for the holder');
    },
    deciding,
  ),
  must(
    'requests.revoke.status',
    revoking,
    'Who asked revokes the request by DELETE: 204.',
    async (world) => {
      expectStatus((await revoked(world)).reply, 204);
    },
    given,
  ),
  must(
    'requests.revoke.revoked',
    revoking,
    'A request that was revoked is REQUEST_REVOKED.',
    async (world) => {
      const { request } = await revoked(world);
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
    },
    given,
  ),
  must(
    'requests.revoke.recorded',
    standard.requests(),
    'A request that was revoked says by whom and when.',
    async (world) => {
      const { request } = await revoked(world);
      const answer = await read(world, world.holder, request);
      expectValue(answer, request, `${api}isRevokedBy`, world.partner.agent);
      const names = isSince(world, '2.1.0') ? ['isRevokedAt'] : ['revokedAt', 'isRevokedAt'];
      const isThere = names.some((name) => answer.graph.has(request, api + name));
      expectThat(isThere, names.join(' or '), 'none', answer.reply);
    },
    given,
  ),
  must(
    'requests.revoke.holder',
    revoking,
    'The holder may revoke a request, too.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await world.holder.delete(request), 204);
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
    },
    given,
  ),
  must(
    'requests.revoke.stranger',
    revoking,
    'Nobody else revokes a request: 403, and it stays pending.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await world.stranger.delete(request), 403, 'for a stranger');
      await expectRequestStatus(world, request, 'REQUEST_PENDING');
      expectStatus(await world.partner.delete(request), 204, 'for who asked');
    },
    strangers,
  ),
  must(
    'requests.revoke.missing',
    revoking,
    'Revoking a request that does not exist is 404.',
    async (world) => {
      expectStatus((await revoked(world)).reply, 204, 'for one that exists');
      expectStatus(await world.partner.delete(missingRequest(world)), 404);
    },
    given,
  ),
  must(
    'requests.revoke.accepted',
    revoking,
    'A ChangeRequest that was accepted is not revoked any more.',
    async (world) => {
      const { request } = await accepted(world);
      const reply = await world.partner.delete(request);
      expectThat(reply.status >= 400 && reply.status < 500, 'a status of 400 to 499', String(reply.status), reply);
      await expectRequestStatus(world, request, 'REQUEST_ACCEPTED');
    },
    deciding,
  ),
  must(
    'requests.revoke.unprocessable',
    revoking,
    'Revoking a request whose state does not allow it is 422.',
    async (world) => {
      const { request, reply } = await revoked(world);
      expectStatus(reply, 204, 'the first time');
      expectStatus(await world.partner.delete(request), 422, 'the second time');
    },
    { needs: asking, versions: since('2.3.0') },
  ),
];

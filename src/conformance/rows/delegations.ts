/** Rows about delegations of access. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api } from '../names.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { Json, World } from '../world.js';
import { asking, must, standard } from './table.js';
import {
  askAccess,
  dateTime,
  delegationBody,
  expectOne,
  expectPending,
  expectRequestAddress,
  expectValue,
  locationOf,
  plainPiece,
  read,
} from './steps.js';

const cites = standard.delegations('Request Access Delegation');
const rules = standard.delegations();
const given = { needs: asking };

interface Made {
  readonly piece: string;
  readonly reply: Reply;
}

/** A request for access as it was answered, made once for all rows and not decided. */
const made = fixture(async (world): Promise<Made> => {
  const piece = await world.piece();
  const body = delegationBody(piece, world.partner.agent, ['GET_LOGISTICS_OBJECT'], { 'api:hasDescription': 'kit' });
  return { piece, reply: await world.partner.post('/access-delegations', body) };
});

/** A body that must be refused. */
async function refused(world: World, status: number, body: Json, headers?: Record<string, string>): Promise<void> {
  expectStatus((await made(world)).reply, 201, 'for one that is right');
  expectStatus(await world.partner.post('/access-delegations', body, headers), status);
}

export const rows: readonly Row[] = [
  must(
    'delegations.status',
    cites,
    'A request for access is answered by 201.',
    async (world) => {
      expectStatus((await made(world)).reply, 201);
    },
    given,
  ),
  must(
    'delegations.location',
    cites,
    'The address of the AccessDelegationRequest is in the Location header.',
    async (world) => {
      expectRequestAddress(world, (await made(world)).reply);
    },
    given,
  ),
  must(
    'delegations.type',
    cites,
    'The Type header says that it is an AccessDelegationRequest.',
    async (world) => {
      expectHeader((await made(world)).reply, 'Type', `${api}AccessDelegationRequest`);
    },
    given,
  ),
  must(
    'delegations.pending',
    rules,
    'A request for access is pending, and who asked reads it.',
    async (world) => {
      await expectPending(world, (await made(world)).reply, 'AccessDelegationRequest');
    },
    given,
  ),
  must(
    'delegations.content',
    cites,
    'An AccessDelegationRequest has the AccessDelegation: objects, delegate and permissions.',
    async (world) => {
      const { piece, reply } = await made(world);
      const request = locationOf(reply);
      const answer = await read(world, world.partner, request);
      const delegation = expectOne(answer, request, `${api}hasAccessDelegation`);
      expectValue(answer, delegation, `${api}hasLogisticsObject`, piece);
      expectValue(answer, delegation, `${api}isRequestedFor`, world.partner.agent);
      expectValue(answer, delegation, `${api}hasPermission`, `${api}GET_LOGISTICS_OBJECT`);
      expectValue(answer, delegation, `${api}hasDescription`, 'kit');
    },
    given,
  ),
  must(
    'delegations.asked',
    rules,
    'Asking opens nothing: until the holder accepts, who asked gets 403.',
    async (world) => {
      const { piece, reply } = await made(world);
      expectStatus(reply, 201);
      expectStatus(await world.partner.get(piece), 403, 'before it is accepted');
    },
    given,
  ),
  must(
    'delegations.no-permission',
    cites,
    'An AccessDelegation without a permission is 400.',
    async (world) => refused(world, 400, delegationBody(await plainPiece(world), world.partner.agent, [])),
    given,
  ),
  must(
    'delegations.permission',
    cites,
    'An AccessDelegation with a permission that there is not is 400.',
    async (world) =>
      refused(world, 400, delegationBody(await plainPiece(world), world.partner.agent, ['DELETE_LOGISTICS_OBJECT'])),
    given,
  ),
  must(
    'delegations.no-object',
    cites,
    'An AccessDelegation without an object is 400.',
    (world) =>
      refused(world, 400, delegationBody('', world.partner.agent, undefined, { 'api:hasLogisticsObject': [] })),
    given,
  ),
  must(
    'delegations.no-delegate',
    cites,
    'An AccessDelegation without a delegate is 400.',
    async (world) =>
      refused(world, 400, delegationBody(await plainPiece(world), '', undefined, { 'api:isRequestedFor': [] })),
    given,
  ),
  must(
    'delegations.other-class',
    cites,
    'A body that is no AccessDelegation is 400.',
    async (world) =>
      refused(
        world,
        400,
        delegationBody(await plainPiece(world), world.partner.agent, undefined, { '@type': 'api:Subscription' }),
      ),
    given,
  ),
  must(
    'delegations.media-type',
    cites,
    'An AccessDelegation of another media type is 415.',
    (world) => refused(world, 415, 'access', { 'Content-Type': 'text/plain' }),
    given,
  ),
  must(
    'delegations.expiry-shown',
    rules,
    'An AccessDelegationRequest shows the expiresAt of its delegation.',
    async (world) => {
      const expiresAt = new Date(world.now().getTime() + 86_400_000);
      const body = delegationBody(await plainPiece(world), world.partner.agent, undefined, {
        'api:expiresAt': dateTime(expiresAt),
      });
      const request = await askAccess(world, body);
      const answer = await read(world, world.partner, request);
      const { value } = expectOne(answer, expectOne(answer, request, `${api}hasAccessDelegation`), `${api}expiresAt`);
      expectThat(Date.parse(value) === expiresAt.getTime(), expiresAt.toISOString(), value, answer.reply);
    },
    { needs: asking, versions: since('2.3.0') },
  ),
  must(
    'delegations.several-delegates',
    cites,
    'An AccessDelegation is for one delegate: several are 400.',
    async (world) => {
      const delegates = [world.partner.agent, world.stranger.agent].map((agent) => ({ '@id': agent }));
      await refused(
        world,
        400,
        delegationBody(await plainPiece(world), '', undefined, { 'api:isRequestedFor': delegates }),
      );
    },
    { needs: ['holder', 'partner', 'stranger', 'writes'], versions: since('2.3.0') },
  ),
];

/** Rows about tokens: who calls is known by a signed token, and by nothing else. */
import { generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { expectStatus, expectThat } from '../expect.js';
import { api } from '../names.js';
import { CantTell } from '../outcome.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import type { World } from '../world.js';
import { asking, type Given, must, standard } from './table.js';
import {
  delegationBody,
  eventBody,
  expectRequestStatus,
  expectValue,
  newPending,
  pendingChange,
  plainPiece,
  read,
  subscriptionBody,
  describing,
} from './steps.js';

const tokens = standard.authentication('JSON Web Token');
const claims = standard.authentication('JSON Web Token Claims');
const validation = standard.authentication('Validate JSON Web Tokens');
const needs: Given['needs'] = ['holder', 'writes'];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of a token. @throws CantTell for a token that is no JWT. */
function partsOf(token: string): { header: unknown; payload: unknown; parts: readonly [string, string, string] } {
  const [header, payload, signature, ...others] = token.split('.');
  if (header === undefined || payload === undefined || signature === undefined || others.length > 0)
    throw new CantTell('the token is no JWT, so none can be made that is almost the same');
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return { header: decode(header), payload: decode(payload), parts: [header, payload, signature] };
}

/** The same claims, signed with a key of the kit. */
async function forged(token: string): Promise<string> {
  const { header, payload } = partsOf(token);
  const { privateKey } = (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })) as {
    privateKey: KeyObject;
  };
  const signed = `${encode({ ...(header as object), alg: 'RS256' })}.${encode(payload)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** The token of the holder with other claims, and the signature as it was. */
function altered(token: string, change: Readonly<Record<string, unknown>>): string {
  const { payload, parts } = partsOf(token);
  return `${parts[0]}.${encode({ ...(payload as object), ...change })}.${parts[2]}`;
}

/** A token that must be refused where the holder's own is taken (T19). */
async function refused(world: World, make: (token: string) => string | Promise<string>): Promise<void> {
  const piece = await plainPiece(world);
  expectStatus(await world.holder.get(piece), 200, 'with the token as it is');
  const caller = world.withToken(await make(await world.holder.token()));
  expectStatus(await caller.get(piece), 401, 'with the broken token');
}

/** A call that must be 401 without a token, and is not with one. */
async function closed(world: World, call: (caller: World['anonymous']) => Promise<Reply>): Promise<void> {
  const allowed = await call(world.holder);
  expectThat(![401, 403].includes(allowed.status), 'another status with a token', String(allowed.status), allowed);
  expectStatus(await call(world.anonymous), 401, 'without a token');
}

const nothing = { '@type': 'api:Notification' };

export const rows: readonly Row[] = [
  must('tokens.object', tokens, 'A Logistics Object is not read without a token: 401.', async (world) => {
    const piece = await plainPiece(world);
    await closed(world, (caller) => caller.get(piece));
  }),
  must(
    'tokens.creation',
    tokens,
    'A Logistics Object is not created without a token: 401, and there is none.',
    async (world) => {
      const made = await world.post({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'with a token' });
      expectStatus(made, 201, 'with a token');
      const address = `${world.server}/logistics-objects/${world.id()}`;
      const body = {
        '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
        '@id': address,
        '@type': 'cargo:Piece',
      };
      expectStatus(await world.anonymous.post('/logistics-objects', body), 401, 'without a token');
      expectStatus(await world.holder.get(address), 404, 'afterwards');
    },
  ),
  must('tokens.change', tokens, 'A Change is not submitted without a token: 401.', async (world) => {
    const piece = await plainPiece(world);
    await closed(world, (caller) => world.sendChange(caller, piece, describing(piece, 'no token'), { revision: 1 }));
  }),
  must('tokens.audit-trail', tokens, 'An audit trail is not read without a token: 401.', async (world) => {
    const piece = await plainPiece(world);
    await closed(world, (caller) => caller.get(`${piece}/audit-trail`));
  }),
  must('tokens.events', tokens, 'Events are neither read nor posted without a token: 401.', async (world) => {
    const piece = await world.piece();
    await closed(world, (caller) => caller.get(`${piece}/logistics-events`));
    await closed(world, (caller) => caller.post(`${piece}/logistics-events`, eventBody()));
  }),
  must('tokens.delegations', tokens, 'Access is not asked for without a token: 401.', async (world) => {
    const body = delegationBody(await plainPiece(world), world.holder.agent);
    await closed(world, (caller) => caller.post('/access-delegations', body));
  }),
  must('tokens.subscriptions', tokens, 'A Subscription is not taken without a token: 401.', async (world) => {
    const body = subscriptionBody(world.holder.agent, await plainPiece(world));
    await closed(world, (caller) => caller.post('/subscriptions', body));
  }),
  must('tokens.notifications', tokens, 'A Notification is not taken without a token: 401.', async (world) => {
    await closed(world, (caller) => caller.post('/notifications', nothing));
  }),
  must(
    'tokens.requests',
    tokens,
    'An action request is not read without a token: 401.',
    async (world) => {
      const { request } = await pendingChange(world);
      await closed(world, (caller) => caller.get(request));
    },
    { needs: asking },
  ),
  must(
    'tokens.revocation',
    tokens,
    'An action request is not revoked without a token: 401, and stays as it is.',
    async (world) => {
      const { request } = await newPending(world);
      expectStatus(await world.anonymous.delete(request), 401, 'without a token');
      await expectRequestStatus(world, request, 'REQUEST_PENDING');
      expectStatus(await world.partner.delete(request), 204, 'by who asked');
    },
    { needs: asking },
  ),
  must(
    'tokens.garbage',
    tokens,
    'A text that is no JSON Web Token is no token: 401.',
    (world) => refused(world, () => 'kit'),
    { needs },
  ),
  must(
    'tokens.signature',
    validation,
    'A token whose signature is not the one of its provider is refused: 401.',
    (world) => refused(world, forged),
    { needs },
  ),
  must(
    'tokens.claims',
    validation,
    'A token whose claims were changed after it was signed is refused: 401.',
    (world) => refused(world, (token) => altered(token, { exp: 4_102_444_800, kit: 'altered' })),
    { needs },
  ),
  must(
    'tokens.unsigned',
    validation,
    'A token without a signature is refused, whatever algorithm it names: 401.',
    (world) =>
      refused(world, (token) => {
        const { header, parts } = partsOf(token);
        return `${encode({ ...(header as object), alg: 'none' })}.${parts[1]}.`;
      }),
    { needs },
  ),
  must(
    'tokens.scheme',
    tokens,
    'Who calls is known by a bearer token; a name and password are not taken: 401.',
    async (world) => {
      const piece = await plainPiece(world);
      expectStatus(await world.holder.get(piece), 200, 'with the token');
      const authorization = `Basic ${Buffer.from('kit:kit').toString('base64')}`;
      expectStatus(await world.anonymous.get(piece, { Authorization: authorization }), 401, 'with a password');
    },
    { needs },
  ),
  must(
    'tokens.requested-by',
    claims,
    'isRequestedBy of an action request is the agent that the token names.',
    async (world) => {
      const { request } = await pendingChange(world);
      const answer = await read(world, world.partner, request);
      expectValue(answer, request, `${api}isRequestedBy`, world.partner.agent);
    },
    { needs: asking },
  ),
];

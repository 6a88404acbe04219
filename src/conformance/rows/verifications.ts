/** Rows about Verifications (from 2.1.0). */
import { expectHeader, expectStatus } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo } from '../names.js';
import type { Reply } from '../reply.js';
import type { Need, Row } from '../row.js';
import { since } from '../versions.js';
import type { Json, World } from '../world.js';
import { asking, type Given, must, standard } from './table.js';
import {
  expectOne,
  expectPending,
  expectRequestAddress,
  expectValue,
  locationOf,
  missing,
  named,
  plainPiece,
  read,
  verificationBody,
} from './steps.js';

const cites = standard.verifications('Request a Verification');
const given = (needs: readonly Need[] = asking): Given => ({
  needs,
  versions: since('2.1.0'),
  feature: 'verifications',
});

interface Made {
  readonly piece: string;
  readonly revision: number;
  readonly reply: Reply;
}

/** A Verification as it was answered, made once for all rows and not decided. */
const made = fixture(async (world): Promise<Made> => {
  const piece = await world.piece();
  const revision = await world.revision(piece);
  return { piece, revision, reply: await world.partner.post(piece, verificationBody(piece, revision)) };
});

/** A pending VerificationRequest of its own. */
async function ask(world: World, more = {}): Promise<{ piece: string; request: string }> {
  const piece = await world.piece();
  const body = verificationBody(piece, await world.revision(piece), more);
  return { piece, request: locationOf(await world.partner.post(piece, body)) };
}

/** A body that must be refused. */
async function refused(
  world: World,
  status: number,
  make: (piece: string) => Json,
  headers?: Record<string, string>,
): Promise<void> {
  expectStatus((await made(world)).reply, 201, 'for one that is right');
  const piece = await plainPiece(world);
  expectStatus(await world.partner.post(piece, make(piece), headers), status);
}

export const rows: readonly Row[] = [
  must(
    'verifications.status',
    cites,
    'A Verification is answered by 201.',
    async (world) => {
      expectStatus((await made(world)).reply, 201);
    },
    given(),
  ),
  must(
    'verifications.location',
    cites,
    'The address of the VerificationRequest is in the Location header.',
    async (world) => {
      expectRequestAddress(world, (await made(world)).reply);
    },
    given(),
  ),
  must(
    'verifications.type',
    cites,
    'The Type header says that it is a VerificationRequest.',
    async (world) => {
      expectHeader((await made(world)).reply, 'Type', `${api}VerificationRequest`);
    },
    given(),
  ),
  must(
    'verifications.pending',
    cites,
    'A VerificationRequest is pending, and who asked reads it.',
    async (world) => {
      const { answer, request } = await expectPending(world, (await made(world)).reply, 'VerificationRequest');
      expectValue(answer, request, `${api}isRequestedBy`, world.partner.agent);
    },
    given(),
  ),
  must(
    'verifications.content',
    cites,
    'A VerificationRequest has the Verification: its object, its revision and its Errors.',
    async (world) => {
      const { piece, revision, reply } = await made(world);
      const request = locationOf(reply);
      const answer = await read(world, world.partner, request);
      const verification = expectOne(answer, request, `${api}hasVerification`);
      expectValue(answer, verification, `${api}hasLogisticsObject`, piece);
      expectValue(answer, verification, `${api}hasRevision`, String(revision));
      const error = expectOne(answer, verification, `${api}hasError`);
      expectValue(answer, error, `${api}hasTitle`, 'weight looks wrong');
      const detail = expectOne(answer, error, `${api}hasErrorDetail`);
      expectValue(answer, detail, `${api}hasCode`, 'W1');
      expectValue(answer, detail, `${api}hasProperty`, `${cargo}grossWeight`);
    },
    given(),
  ),
  must(
    'verifications.unchanged',
    cites,
    'A Verification changes nothing of its object.',
    async (world) => {
      const { piece, revision, reply } = await made(world);
      expectStatus(reply, 201);
      expectHeader((await read(world, world.holder, piece)).reply, 'Latest-Revision', String(revision));
    },
    given(),
  ),
  must(
    'verifications.audit-trail',
    standard.verifications('VerificationRequest in Audit Trail'),
    'The audit trail of the object has the VerificationRequest.',
    async (world) => {
      const { piece, reply } = await made(world);
      const trail = `${piece}/audit-trail`;
      const answer = await read(world, world.holder, trail);
      expectValue(answer, trail, `${api}hasActionRequest`, locationOf(reply));
    },
    given(),
  ),
  must(
    'verifications.no-error',
    cites,
    'A Verification without an Error is 400.',
    (world) => refused(world, 400, (piece) => verificationBody(piece, 1, { 'api:hasError': [] })),
    given(),
  ),
  must(
    'verifications.no-revision',
    cites,
    'A Verification without a revision is 400.',
    (world) => refused(world, 400, (piece) => verificationBody(piece, 1, { 'api:hasRevision': [] })),
    given(),
  ),
  must(
    'verifications.other-object',
    cites,
    'A Verification of another object than that of the address is 400.',
    async (world) => {
      const other = await world.piece();
      await refused(world, 400, () => verificationBody(other, 1));
    },
    given(),
  ),
  must(
    'verifications.other-class',
    cites,
    'A body that is no Verification is 400.',
    (world) => refused(world, 400, (piece) => verificationBody(piece, 1, { '@type': 'api:Subscription' })),
    given(),
  ),
  must(
    'verifications.media-type',
    cites,
    'A Verification of another media type is 415.',
    (world) => refused(world, 415, () => 'wrong', { 'Content-Type': 'text/plain' }),
    given(),
  ),
  must(
    'verifications.missing',
    cites,
    'A Verification of an object that does not exist is 404.',
    async (world) => {
      expectStatus((await made(world)).reply, 201, 'for one that exists');
      const object = missing(world);
      expectStatus(await world.partner.post(object, verificationBody(object, 1)), 404);
    },
    given(),
  ),
  must(
    'verifications.anonymous',
    cites,
    'A Verification is not taken without a token: 401.',
    async (world) => {
      expectStatus((await made(world)).reply, 201, 'with a token');
      const piece = await plainPiece(world);
      expectStatus(await world.anonymous.post(piece, verificationBody(piece, 1)), 401);
    },
    given(),
  ),
  must(
    'verifications.stranger',
    standard.requests('Get Action Request Details'),
    'Who has nothing to do with a VerificationRequest gets 403.',
    async (world) => {
      const request = locationOf((await made(world)).reply);
      expectStatus(await world.partner.get(request), 200, 'for who asked');
      expectStatus(await world.stranger.get(request), 403, 'for a stranger');
    },
    given(['holder', 'partner', 'stranger', 'writes']),
  ),
  must(
    'verifications.severity',
    cites,
    'The severity that an Error of a Verification has is kept.',
    async (world) => {
      const error = {
        '@type': 'api:Error',
        'api:hasTitle': 'a warning',
        'api:hasSeverity': named('WARNING'),
        'api:hasErrorDetail': { '@type': 'api:ErrorDetail', 'api:hasCode': 'W2' },
      };
      const { request } = await ask(world, { 'api:hasError': error });
      const answer = await read(world, world.partner, request);
      const verification = expectOne(answer, request, `${api}hasVerification`);
      expectValue(answer, expectOne(answer, verification, `${api}hasError`), `${api}hasSeverity`, `${api}WARNING`);
    },
    { ...given(), versions: since('2.3.0') },
  ),
];

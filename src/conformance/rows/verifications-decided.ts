/** Rows about what becomes of Verifications (from 2.1.0). */
import { expectStatus, expectThat } from '../expect.js';
import { api, cargo } from '../names.js';
import type { Need, Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { asking, type Given, must, receiving, standard, withPartner } from './table.js';
import {
  changeBody,
  expectOne,
  expectRequestStatus,
  expectValue,
  locationOf,
  operationBody,
  read,
  texts,
  verificationBody,
} from './steps.js';

const cites = standard.verifications('Request a Verification');
const deciding = standard.requests('Update an Action Request');
const given = (needs: readonly Need[] = asking): Given => ({
  needs,
  versions: since('2.1.0'),
  feature: 'verifications',
});
const rejecting: readonly Need[] = ['holder', 'partner', 'decision', 'rejection', 'writes'];

/** A pending VerificationRequest of its own. */
async function ask(world: World, more = {}): Promise<{ piece: string; request: string }> {
  const piece = await world.piece();
  const body = verificationBody(piece, await world.revision(piece), more);
  return { piece, request: locationOf(await world.partner.post(piece, body)) };
}

export const rows: readonly Row[] = [
  must(
    'verifications.acknowledged',
    deciding,
    'The holder acknowledges a VerificationRequest: REQUEST_ACKNOWLEDGED.',
    async (world) => {
      const { request } = await ask(world);
      const reply = await world.decide(request, 'REQUEST_ACKNOWLEDGED');
      if (reply !== undefined) expectStatus(reply, 204);
      await expectRequestStatus(world, request, 'REQUEST_ACKNOWLEDGED');
    },
    given(withPartner),
  ),
  must(
    'verifications.rejected',
    deciding,
    'The holder rejects a VerificationRequest: REQUEST_REJECTED.',
    async (world) => {
      const { request } = await ask(world);
      await world.decide(request, 'REQUEST_REJECTED');
      await expectRequestStatus(world, request, 'REQUEST_REJECTED');
    },
    given(rejecting),
  ),
  must(
    'verifications.holder-decides',
    standard.requests(),
    'Only the holder acknowledges: who asked gets 403, and the request stays pending.',
    async (world) => {
      const { request } = await ask(world);
      expectStatus(await world.partner.patch(`${request}?status=REQUEST_ACKNOWLEDGED`), 403, 'for who asked');
      await expectRequestStatus(world, request, 'REQUEST_PENDING');
      expectStatus(await world.holder.patch(`${request}?status=REQUEST_ACKNOWLEDGED`), 204, 'for the holder');
    },
    given(rejecting),
  ),
  must(
    'verifications.revoked',
    standard.requests('Revoke Action Request'),
    'Who asked revokes a VerificationRequest that is pending.',
    async (world) => {
      const { request } = await ask(world);
      expectStatus(await world.partner.delete(request), 204);
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
    },
    given(),
  ),
  must(
    'verifications.linked',
    standard.verifications('Link a VerificationRequest within a Change'),
    'A Change can name the VerificationRequest that it answers.',
    async (world) => {
      const { piece, request } = await ask(world);
      const operation = operationBody(piece, `${cargo}upid`, 'verified');
      const body = changeBody(piece, await world.revision(piece), operation, {
        'api:hasVerificationRequest': { '@id': request },
      });
      const change = locationOf(await world.holder.patch(piece, body));
      const answer = await read(world, world.holder, change);
      expectValue(answer, expectOne(answer, change, `${api}hasChange`), `${api}hasVerificationRequest`, request);
    },
    given(),
  ),
  must(
    'verifications.notified',
    cites,
    'Who asked to be told is told when its VerificationRequest is acknowledged.',
    async (world) => {
      const { piece, request } = await ask(world, { 'api:notifyRequestStatusChange': true });
      await world.decide(request, 'REQUEST_ACKNOWLEDGED');
      const [told] = await world.receiver.notifications({
        object: piece,
        eventType: 'VERIFICATION_REQUEST_ACKNOWLEDGED',
      });
      const triggers = told === undefined ? [] : texts(told.graph, told.node, `${api}isTriggeredBy`);
      expectThat(triggers.includes(request), `isTriggeredBy ${request}`, triggers.join(', ') || 'none');
    },
    given(receiving),
  ),
];

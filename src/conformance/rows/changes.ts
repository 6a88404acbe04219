/** Rows about submitting Changes. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo, xsd } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { Reply } from '../reply.js';
import type { Json, World } from '../world.js';
import { asking, before, must, standard } from './table.js';
import {
  changeBody,
  describing,
  expectNoValue,
  expectOne,
  expectRequestAddress,
  expectType,
  expectValue,
  locationOf,
  missing,
  operationBody,
  pendingChange,
  plainPiece,
  read,
} from './steps.js';

const cites = standard.objects('Update a Logistics Object');
const given = { needs: asking };

/** A Change of the partner as it was answered, sent once for all rows. */
const submitted = fixture(async (world): Promise<Reply> => {
  const piece = await world.piece();
  return world.sendChange(world.partner, piece, describing(piece, 'submitted'));
});

/** A Change without a fault. */
const right = fixture(async (world) => {
  const piece = await plainPiece(world);
  return world.partner.patch(piece, changeBody(piece, 1, [operationBody(piece, `${cargo}upid`, 'right')]));
});

/** A Change that must be refused at once; the same Change without the fault is taken. */
async function refused(
  world: World,
  status: number | readonly number[],
  make: (piece: string) => Json,
  headers: Record<string, string> = {},
): Promise<void> {
  const piece = await plainPiece(world);
  expectStatus(await right(world), 201, 'for a Change that is right');
  expectStatus(await world.partner.patch(piece, make(piece), headers), status);
  expectHeader((await read(world, world.holder, piece)).reply, 'Latest-Revision', /^[01]$/);
}

export const rows: readonly Row[] = [
  must(
    'changes.submit.status',
    cites,
    'A Change that is submitted is answered by 201.',
    async (world) => {
      expectStatus(await submitted(world), 201);
    },
    given,
  ),
  must(
    'changes.submit.location',
    cites,
    'The address of the ChangeRequest is in the Location header.',
    async (world) => {
      expectRequestAddress(world, await submitted(world));
    },
    given,
  ),
  must(
    'changes.submit.type',
    cites,
    'The Type header says that it is a ChangeRequest.',
    async (world) => {
      expectHeader(await submitted(world), 'Type', `${api}ChangeRequest`);
    },
    given,
  ),
  must(
    'changes.submit.pending',
    cites,
    'A Change becomes a ChangeRequest that is pending, which who asked reads.',
    async (world) => {
      const { request } = await pendingChange(world);
      const answer = await read(world, world.partner, request);
      expectType(answer, request, `${api}ChangeRequest`);
      expectValue(answer, request, `${api}hasRequestStatus`, `${api}REQUEST_PENDING`);
    },
    given,
  ),
  must(
    'changes.submit.anybody',
    cites,
    'Every authenticated caller may submit a Change, access to the object or not.',
    async (world) => {
      const piece = await plainPiece(world);
      const reply = await world.sendChange(world.stranger, piece, describing(piece, 'a stranger'), { revision: 1 });
      locationOf(reply);
    },
    { needs: ['holder', 'stranger', 'writes'] },
  ),
  must(
    'changes.submit.unchanged',
    cites,
    'A Change is not applied before the holder accepts it.',
    async (world) => {
      const { piece } = await pendingChange(world);
      const answer = await read(world, world.holder, piece);
      expectNoValue(answer, piece, `${cargo}upid`);
    },
    given,
  ),
  must(
    'changes.submit.content',
    cites,
    'A ChangeRequest has the Change: its object, its revision and each of its operations.',
    async (world) => {
      const { piece, request } = await pendingChange(world);
      const answer = await read(world, world.holder, request);
      const change = expectOne(answer, request, `${api}hasChange`);
      expectType(answer, change, `${api}Change`);
      expectValue(answer, change, `${api}hasLogisticsObject`, piece);
      expectValue(answer, change, `${api}hasRevision`, /^[0-9]+$/);
      const operation = expectOne(answer, change, `${api}hasOperation`);
      expectValue(answer, operation, `${api}op`, `${api}ADD`);
      expectValue(answer, operation, `${api}s`, piece);
      expectValue(answer, operation, `${api}p`, `${cargo}upid`);
      expectValue(answer, expectOne(answer, operation, `${api}o`), `${api}hasValue`, 'pending');
    },
    given,
  ),
  must(
    'changes.submit.description',
    cites,
    'A ChangeRequest has the description of its Change.',
    async (world) => {
      const piece = await plainPiece(world);
      const description = `why ${world.id()}`;
      const request = await world.submit(world.partner, piece, describing(piece, 'described'), {
        revision: 1,
        description,
      });
      const answer = await read(world, world.holder, request);
      expectValue(answer, expectOne(answer, request, `${api}hasChange`), `${api}hasDescription`, description);
    },
    given,
  ),
  must(
    'changes.submit.missing',
    cites,
    'A Change of an object that does not exist is 404.',
    async (world) => {
      expectStatus(await submitted(world), 201, 'for an object that exists');
      const object = missing(world);
      expectStatus(await world.sendChange(world.partner, object, describing(object, 'x'), { revision: 1 }), 404);
    },
    given,
  ),
  must(
    'changes.submit.other-object',
    cites,
    'A Change whose hasLogisticsObject is not the object of the address is 400.',
    async (world) => {
      const other = await world.piece();
      await refused(world, 400, () => changeBody(other, 1, [operationBody(other, `${cargo}upid`, 'x')]));
    },
    given,
  ),
  must(
    'changes.submit.no-object',
    cites,
    'A Change without hasLogisticsObject is 400.',
    (world) =>
      refused(world, 400, (piece) => ({
        ...changeBody(piece, 1, [operationBody(piece, `${cargo}upid`, 'x')]),
        'api:hasLogisticsObject': [],
      })),
    given,
  ),
  must(
    'changes.submit.no-revision',
    cites,
    'A Change without the revision that it was built on is 400.',
    (world) =>
      refused(world, 400, (piece) => ({
        ...changeBody(piece, 1, [operationBody(piece, `${cargo}upid`, 'x')]),
        'api:hasRevision': [],
      })),
    given,
  ),
  must(
    'changes.submit.no-operation',
    cites,
    'A Change without an operation is 400.',
    (world) => refused(world, 400, (piece) => changeBody(piece, 1, [])),
    given,
  ),
  must(
    'changes.submit.other-class',
    cites,
    'A body that is no Change is 400.',
    (world) =>
      refused(world, 400, (piece) => ({
        ...changeBody(piece, 1, [operationBody(piece, `${cargo}upid`, 'x')]),
        '@type': 'api:Notification',
      })),
    given,
  ),
  must(
    'changes.submit.operation',
    cites,
    'An operation that is neither ADD nor DELETE is refused.',
    (world) =>
      refused(world, [400, 422], (piece) =>
        changeBody(piece, 1, [{ ...operationBody(piece, `${cargo}upid`, 'x'), 'api:op': { '@id': 'api:REPLACE' } }]),
      ),
    given,
  ),
  must(
    'changes.submit.events',
    cites,
    'A Change that touches the events of an object is 400.',
    (world) =>
      refused(world, 400, (piece) =>
        changeBody(piece, 1, [
          operationBody(piece, `${cargo}hasLogisticsEvent`, `${piece}/logistics-events/kit`, `${cargo}LogisticsEvent`),
        ]),
      ),
    { needs: asking, versions: before('2.3.0') },
  ),
  must(
    'changes.submit.events-property',
    cites,
    'A Change that touches the property events of an object is 400.',
    (world) =>
      refused(world, 400, (piece) =>
        changeBody(piece, 1, [
          operationBody(piece, `${cargo}events`, `${piece}/logistics-events/kit`, `${cargo}LogisticsEvent`),
        ]),
      ),
    { needs: asking, versions: since('2.3.0') },
  ),
  must(
    'changes.submit.subject',
    cites,
    'The subject of each operation is the object or one of its embedded objects: another is refused.',
    async (world) => {
      const other = await world.piece();
      await refused(world, [400, 422], (piece) => changeBody(piece, 1, [operationBody(other, `${cargo}upid`, 'x')]));
    },
    { needs: asking, versions: since('2.1.0') },
  ),
  must(
    'changes.submit.media-type',
    cites,
    'A Change of another media type is 415.',
    (world) => refused(world, 415, () => 'change', { 'Content-Type': 'text/plain' }),
    given,
  ),
  must(
    'changes.submit.datatype',
    cites,
    'A Change with a value outside its datatype is refused, or fails as a whole.',
    async (world) => {
      const piece = await plainPiece(world);
      const body = changeBody(piece, 1, [
        operationBody(piece, `${cargo}upid`, 'beside'),
        operationBody(piece, `${cargo}coload`, 'perhaps', `${xsd}boolean`),
      ]);
      const reply = await world.partner.patch(piece, body);
      expectStatus(reply, [201, 400, 422]);
      const answer = await read(world, world.holder, piece);
      expectNoValue(answer, piece, `${cargo}coload`, 'perhaps');
      if (reply.status === 201) {
        const request = locationOf(reply);
        await world.decide(request, 'REQUEST_ACCEPTED');
        const status = await world.status(request);
        expectThat(status !== 'REQUEST_ACCEPTED', 'REQUEST_FAILED or REQUEST_REJECTED', status);
      }
    },
    given,
  ),
];

/** Rows about what becomes of a Change when the holder decides. */
import { expectLocation, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo, xsd } from '../names.js';
import type { Row } from '../row.js';
import type { Operation, World } from '../world.js';
import { must, standard, withPartner } from './table.js';
import {
  add,
  type Answer,
  errorCodes,
  expectNoValue,
  expectOne,
  expectRequestStatus,
  expectType,
  expectValue,
  missing,
  read,
  remove,
  texts,
  unit,
  weight,
} from './steps.js';

const cites = standard.objects('Update a Logistics Object');
const embedding = standard.guidelines('Serialization and Data Formats');
const given = { needs: withPartner };
const rejecting = { needs: ['holder', 'partner', 'decision', 'rejection', 'writes'] } as const;

/** Changes an object, and reads it. */
async function changed(world: World, object: string, operations: readonly Operation[]): Promise<Answer> {
  await world.change(object, operations);
  return read(world, world.holder, object);
}

/** Operations that add a weight. */
const adding = (piece: string): readonly Operation[] => [
  add(piece, 'grossWeight', '_:b0', `${cargo}Value`),
  add('_:b0', 'numericalValue', '20.0', `${xsd}double`),
  add('_:b0', 'unit', unit, 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode'),
];

/** A weight that a Change added, for the rows that look at it. */
const added = fixture(async (world): Promise<{ piece: string; answer: Answer }> => {
  const piece = await world.piece();
  return { piece, answer: await changed(world, piece, adding(piece)) };
});

/** A Change on a revision that is not the newest any more, decided. */
const outdated = fixture(async (world): Promise<{ piece: string; request: string }> => {
  const piece = await world.piece();
  const revision = await world.revision(piece);
  await world.change(piece, [add(piece, 'upid', 'newest')]);
  const request = await world.submit(world.partner, piece, [add(piece, 'coload', 'true', `${xsd}boolean`)], {
    revision,
  });
  if ((await world.status(request)) === 'REQUEST_PENDING') await world.decide(request, 'REQUEST_ACCEPTED');
  return { piece, request };
});

export const rows: readonly Row[] = [
  must(
    'changes.accept.status',
    cites,
    'A ChangeRequest that the holder accepts is REQUEST_ACCEPTED.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(piece, 'upid', 'yes')]);
      await world.accept(request);
      await expectRequestStatus(world, request, 'REQUEST_ACCEPTED');
    },
    given,
  ),
  must(
    'changes.accept.add',
    cites,
    'ADD adds a value.',
    async (world) => {
      const piece = await world.piece();
      expectValue(await changed(world, piece, [add(piece, 'upid', 'added')]), piece, `${cargo}upid`, 'added');
    },
    given,
  ),
  must(
    'changes.accept.delete',
    cites,
    'DELETE takes a value away, and nothing else.',
    async (world) => {
      const piece = await world.piece({ 'cargo:upid': 'gone', 'cargo:coload': true });
      const answer = await changed(world, piece, [remove(piece, 'upid', 'gone')]);
      expectNoValue(answer, piece, `${cargo}upid`);
      expectValue(answer, piece, `${cargo}coload`, /^(true|1)$/);
    },
    given,
  ),
  must(
    'changes.accept.order',
    cites,
    'All DELETE operations come before all ADD operations, in whatever order they are listed.',
    async (world) => {
      const piece = await world.piece({ 'cargo:upid': 'same' });
      const answer = await changed(world, piece, [add(piece, 'upid', 'same'), remove(piece, 'upid', 'same')]);
      expectValue(answer, piece, `${cargo}upid`, 'same');
    },
    given,
  ),
  must(
    'changes.accept.datatype',
    cites,
    'A value is added with the datatype that its operation names.',
    async (world) => {
      const piece = await world.piece({ 'cargo:coload': false });
      const operations = [
        remove(piece, 'coload', 'false', `${xsd}boolean`),
        add(piece, 'coload', 'true', `${xsd}boolean`),
      ];
      const value = expectOne(await changed(world, piece, operations), piece, `${cargo}coload`);
      const datatype = value.termType === 'Literal' ? value.datatype.value : value.termType;
      expectThat(
        datatype === `${xsd}boolean` && /^(true|1)$/.test(value.value),
        'true, an xsd:boolean',
        `${value.value}, ${datatype}`,
      );
    },
    given,
  ),
  must(
    'changes.embedded.added',
    cites,
    'A Change adds an embedded object by a blank node, with the values that it gives it.',
    async (world) => {
      const { piece, answer } = await added(world);
      const value = expectOne(answer, piece, `${cargo}grossWeight`);
      expectType(answer, value, `${cargo}Value`);
      expectValue(answer, value, `${cargo}unit`, unit);
      const number = Number(expectOne(answer, value, `${cargo}numericalValue`).value);
      expectThat(number === 20, 'numericalValue 20', String(number), answer.reply);
    },
    given,
  ),
  must(
    'changes.embedded.id',
    embedding,
    'The server gives an embedded object that a Change adds an identifier of its own.',
    async (world) => {
      const { piece, answer } = await added(world);
      const value = expectOne(answer, piece, `${cargo}grossWeight`);
      expectThat(value.termType === 'NamedNode', 'an identifier', 'a blank node', answer.reply);
    },
    given,
  ),
  must(
    'changes.embedded.changed',
    cites,
    'A Change changes an embedded object by the identifier that the server gave it.',
    async (world) => {
      const piece = await world.piece({ 'cargo:grossWeight': weight('20') });
      const { graph, ...before } = await read(world, world.holder, piece);
      const { value: id } = expectOne({ graph, ...before }, piece, `${cargo}grossWeight`);
      const [lexical = ''] = texts(graph, id, `${cargo}numericalValue`);
      const answer = await changed(world, piece, [
        remove(id, 'numericalValue', lexical, `${xsd}double`),
        add(id, 'numericalValue', '25.5', `${xsd}double`),
      ]);
      const number = Number(expectOne(answer, id, `${cargo}numericalValue`).value);
      expectThat(number === 25.5, '25.5', String(number), answer.reply);
      expectValue(answer, piece, `${cargo}grossWeight`, id);
    },
    given,
  ),
  must(
    'changes.embedded.removed',
    cites,
    'A Change takes an embedded object away by deleting the link to it.',
    async (world) => {
      const piece = await world.piece({ 'cargo:grossWeight': weight('20') });
      const before = await read(world, world.holder, piece);
      const { value: id } = expectOne(before, piece, `${cargo}grossWeight`);
      const answer = await changed(world, piece, [remove(piece, 'grossWeight', id, `${cargo}Value`)]);
      expectNoValue(answer, piece, `${cargo}grossWeight`);
    },
    given,
  ),
  must(
    'changes.link.added',
    cites,
    'A Change links an object that exists, by its URI.',
    async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      const answer = await changed(world, piece, [add(piece, 'containedPieces', other, `${cargo}Piece`)]);
      expectValue(answer, piece, `${cargo}containedPieces`, other);
    },
    given,
  ),
  must(
    'changes.link.missing',
    cites,
    'A Change creates no Logistics Object: with a link to one that does not exist it fails as a whole.',
    async (world) => {
      const piece = await world.piece();
      const other = missing(world);
      const operations = [add(piece, 'upid', 'beside'), add(piece, 'containedPieces', other, `${cargo}Piece`)];
      const reply = await world.sendChange(world.partner, piece, operations);
      if (reply.status === 201) {
        const request = expectLocation(reply);
        await world.decide(request, 'REQUEST_ACCEPTED');
        await expectRequestStatus(world, request, 'REQUEST_FAILED', 'REQUEST_REJECTED');
      }
      const answer = await read(world, world.holder, piece);
      expectNoValue(answer, piece, `${cargo}upid`);
      expectNoValue(answer, piece, `${cargo}containedPieces`);
      const created = await world.holder.get(other);
      expectThat(created.status === 404, '404', String(created.status), created);
    },
    given,
  ),
  must(
    'changes.outdated.refused',
    cites,
    'A Change on a revision that is not the newest is rejected (or fails), and changes nothing.',
    async (world) => {
      const { piece, request } = await outdated(world);
      await expectRequestStatus(world, request, 'REQUEST_REJECTED', 'REQUEST_FAILED');
      expectNoValue(await read(world, world.holder, piece), piece, `${cargo}coload`);
    },
    given,
  ),
  must(
    'changes.outdated.error',
    standard.guidelines('Asynchronous Error Handling'),
    'The request of an outdated Change has an Error of code 409.',
    async (world) => {
      const { request } = await outdated(world);
      const codes = await errorCodes(world, request);
      expectThat(codes.includes('409'), 'an Error of code 409', codes.join(', ') || 'none');
    },
    given,
  ),
  must(
    'changes.rivals',
    cites,
    'After a ChangeRequest was accepted, others that are pending on the same revision are rejected.',
    async (world) => {
      const piece = await world.piece();
      await world.grant(piece);
      const rival = await world.submit(world.partner, piece, [add(piece, 'coload', 'true', `${xsd}boolean`)]);
      const winner = await world.submit(world.partner, piece, [add(piece, 'upid', 'winner')]);
      await world.accept(winner);
      await expectRequestStatus(world, rival, 'REQUEST_REJECTED');
      expectNoValue(await read(world, world.holder, piece), piece, `${cargo}coload`);
    },
    rejecting,
  ),
  must(
    'changes.reject.status',
    cites,
    'A ChangeRequest that the holder rejects is REQUEST_REJECTED, and nothing of it is applied.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(piece, 'upid', 'no')]);
      await world.decide(request, 'REQUEST_REJECTED');
      await expectRequestStatus(world, request, 'REQUEST_REJECTED');
      expectNoValue(await read(world, world.holder, piece), piece, `${cargo}upid`);
      const trail = await read(world, world.holder, `${piece}/audit-trail`);
      expectValue(trail, request, `${api}hasRequestStatus`, `${api}REQUEST_REJECTED`);
    },
    rejecting,
  ),
];

/** Which things of a node later messages mean: places and carriers by code, parties and lines by what they say. */
import { expect } from 'chai';
import type { MessageReport } from '../../src/messages/schemas.js';
import { add, remove } from '../support/changes.js';
import { iriOf } from '../support/exchange.js';
import { type Json, list, member } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { send, waybillValues } from './node.js';
import { required, type Values } from './support.js';

const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const at = (day: number): Values => ({ [ISSUED]: `2021-03-${String(day).padStart(2, '0')}T10:00:00Z` });
const path = (id: string): string => `/logistics-objects/${id}`;

let numbers = 0;
/** A number that no other test has, and the id of its waybill. */
function number(): { readonly id: string; readonly awb: string } {
  numbers += 1;
  const serial = String(50_000_000 + numbers * 11);
  return { id: `awb-125-${serial}`, awb: `125-${serial}` };
}

const unmapped = (report: MessageReport): unknown[] =>
  report.unmapped.map(({ reason, value, expected }) => [reason, value, expected]);
const created = (world: TestContext, report: MessageReport): string[] =>
  report.created.map(({ object }) => world.path(object).slice('/logistics-objects/'.length));
const ids = (world: TestContext, value: Json): string[] =>
  list(value).map((one) => world.path(iriOf(one)).slice('/logistics-objects/'.length));

describe('A place or a carrier that a message names by its code', () => {
  let world: TestContext;
  beforeEach(async () => {
    world = await TestContext.start();
  });
  afterEach(() => world.stop());

  const location = (id: string, code: string, name: string): Promise<string> =>
    world.create({
      '@id': world.uri(path(id)),
      '@type': 'cargo:Location',
      'cargo:locationName': name,
      'cargo:locationCodes': {
        '@type': 'cargo:CodeListElement',
        'cargo:code': code,
        'cargo:codeListName': 'IATA airports',
      },
    });
  const waybill = (awb: string, values: Values = {}): Promise<MessageReport> =>
    send(world.holder, 'XFWB', { ...waybillValues, 'BusinessHeaderDocument/ID': awb, ...values });

  it('is the one of this node that has the code, the lowest id of several', async () => {
    await location('m-2', 'FRA', 'Frankfurt');
    const first = await location('m-1', 'FRA', 'Frankfurt Airport');
    // The same canonical form is not the same code.
    await location('a-1', 'fra', 'Another');
    const { id, awb } = number();
    const report = await waybill(awb, { 'MasterConsignment/OriginLocation/Name': 'Francfort' });
    expect(created(world, report)).to.include('location-JFK').and.not.to.include('location-FRA');
    expect(unmapped(report)).to.deep.equal([['shared', 'Francfort', 'Frankfurt Airport']]);
    expect(member(await world.read(path(id)), 'cargo:departureLocation')).to.include({ '@id': world.uri(first) });
    expect(await world.revision(first)).to.equal(1);
  });

  it('stays the one that the waybill has when another gets the code later, for other waybills the one of the code', async () => {
    const mine = await location('m-1', 'FRA', 'Frankfurt');
    const { id, awb } = number();
    await waybill(awb);
    await location('a-1', 'FRA', 'Frankfurt');
    expect((await waybill(awb, at(12))).outcome).to.equal('unchanged');
    expect(member(await world.read(path(id)), 'cargo:departureLocation')).to.include({ '@id': world.uri(mine) });
    const other = number();
    await waybill(other.awb);
    expect(ids(world, member(await world.read(path(other.id)), 'cargo:departureLocation'))).to.deep.equal(['a-1']);
  });

  it('is the one that a message has made, whoever has the code later', async () => {
    await waybill(number().awb);
    await location('a-1', 'FRA', 'Frankfurt');
    const { id, awb } = number();
    await waybill(awb);
    expect(ids(world, member(await world.read(path(id)), 'cargo:departureLocation'))).to.deep.equal(['location-FRA']);
  });

  it('is found when it has got its code by a Change, and no longer when it has lost it', async () => {
    const mine = await location('m-1', 'XXX', 'Frankfurt');
    const object = world.uri(mine);
    await world.open(mine);
    const code = async (from: string, to: string): Promise<void> => {
      const embedded = iriOf(member(await world.read(mine), 'cargo:locationCodes'));
      await world.change(mine, [remove(embedded, 'code', from), add(embedded, 'code', to)]);
    };
    await code('XXX', 'FRA');
    const { id, awb } = number();
    await waybill(awb);
    expect(member(await world.read(path(id)), 'cargo:departureLocation')).to.include({ '@id': object });
    await code('FRA', 'HHN');
    expect(created(world, await waybill(number().awb))).to.include('location-FRA');
  });

  it('of a status is the same, whether the node had it before or not', async () => {
    await world.create({ '@id': world.uri(path('lh')), '@type': 'cargo:Carrier', 'cargo:airlineCode': 'LH' });
    const { id, awb } = number();
    const movement = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment/SpecifiedLogisticsTransportMovement';
    const status: Values = {
      ...required.XFSU,
      'MasterConsignment/TransportContractDocument/ID': awb,
      'MasterConsignment/ReportedStatus/ReasonCode': 'DEP',
      [`${movement}/ID`]: 'LH400',
      [`${movement}/CarrierParty/PrimaryID`]: 'LH',
      [`${movement}/SpecifiedLocation/ID`]: 'FRA',
      [`${movement}/SpecifiedLocation/FlightStatusTypeCode`]: 'Departure',
      [`${movement}/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00Z',
    };
    await location('m-1', 'FRA', 'Frankfurt');
    await waybill(awb, {
      'MasterConsignment/SpecifiedLogisticsTransportMovement/DepartureEvent/OccurrenceDepartureLocation/ID': 'FRA',
    });
    const first = await send(world.holder, 'XFSU', status);
    expect(first.events).to.have.length(1);
    // The flight of the plan, whose place is another object than the code makes.
    expect(created(world, first)).to.deep.equal([]);
    const event = await world.read(world.path(first.events[0] ?? ''));
    expect(ids(world, member(event, 'cargo:eventLocation'))).to.deep.equal(['m-1']);
    expect(ids(world, member(event, 'cargo:transportMovementReference'))).to.deep.equal([`${id}-movement-1`]);
    expect(JSON.stringify(member(event, 'cargo:involvedParties'))).to.include(world.uri(path('lh')));
    await location('a-1', 'FRA', 'Frankfurt');
    expect((await send(world.holder, 'XFSU', { ...status, ...at(12) })).outcome).to.equal('unchanged');
  });
});

describe('Things of a waybill that messages name again', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const waybill = (awb: string, values: Values = {}): Promise<MessageReport> =>
    send(world.holder, 'XFWB', { ...waybillValues, 'BusinessHeaderDocument/ID': awb, ...values });
  const PARTY = 'MasterConsignment/AssociatedParty';
  const parties = (...names: string[]): Values =>
    Object.fromEntries(
      names.flatMap((name, index) => [
        [`${PARTY}[${index + 1}]/Name`, name],
        [`${PARTY}[${index + 1}]/RoleCode`, 'BRK'],
      ]),
    );
  const NOTE = 'MasterConsignment/IncludedCustomsNote';
  const lines = (...texts: readonly (readonly [subject: string, text: string])[]): Values =>
    Object.fromEntries(
      texts.flatMap(([subject, text], index) => [
        [`${NOTE}[${index + 1}]/CountryID`, 'DE'],
        [`${NOTE}[${index + 1}]/SubjectCode`, subject],
        [`${NOTE}[${index + 1}]/ContentCode`, 'T'],
        [`${NOTE}[${index + 1}]/Content`, text],
      ]),
    );
  const nameOf = async (id: string): Promise<Json> => member(await world.read(path(id)), 'cargo:name');

  it('are parties by their role, and several of a role by what identifies them', async () => {
    const { id, awb } = number();
    const alone = await waybill(awb, parties('Broker A'));
    expect(created(world, alone)).to.include(`${id}-brk`);
    const both = await waybill(awb, { ...parties('Broker B', 'Broker A'), ...at(12) });
    // The first one keeps its id, whichever place it has.
    expect(created(world, both)).to.deep.equal([`${id}-brk-Broker_20B`]);
    expect([await nameOf(`${id}-brk`), await nameOf(`${id}-brk-Broker_20B`)]).to.deep.equal(['Broker A', 'Broker B']);
    const swapped = await waybill(awb, { ...parties('Broker A', 'Broker B'), ...at(13) });
    expect(swapped.outcome).to.equal('unchanged');
    const one = await waybill(awb, { ...parties('Broker B'), ...at(14) });
    expect(one.created).to.deep.equal([]);
    expect(one.changed.map(({ object }) => world.path(object))).to.deep.equal([path(`${id}-shipment`)]);
    expect([await nameOf(`${id}-brk`), await nameOf(`${id}-brk-Broker_20B`)]).to.deep.equal(['Broker A', 'Broker B']);
  });

  it('are parties of one role by their identifier, whatever their names become', async () => {
    const { id, awb } = number();
    const identified = (...names: string[]): Values => ({
      ...parties(...names),
      [`${PARTY}[1]/PrimaryID`]: 'ID-1',
      [`${PARTY}[2]/PrimaryID`]: 'ID-2',
    });
    expect(created(world, await waybill(awb, identified('Same', 'Same')))).to.include.members([
      `${id}-brk-ID-1`,
      `${id}-brk-ID-2`,
    ]);
    const renamed = await waybill(awb, { ...identified('Same', 'Other'), ...at(12) });
    expect(renamed.changed.map(({ object }) => world.path(object))).to.deep.equal([path(`${id}-brk-ID-2`)]);
  });

  it('are consignees of statuses by their names: what an event names is never altered', async () => {
    const { id, awb } = number();
    const CONSIGNMENT = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';
    const delivered = (name: string, time: string): Promise<MessageReport> =>
      send(world.holder, 'XFSU', {
        ...required.XFSU,
        'MasterConsignment/TransportContractDocument/ID': awb,
        'MasterConsignment/ReportedStatus/ReasonCode': 'DLV',
        [`${CONSIGNMENT}/DeliveryParty/Name`]: name,
        [`${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: time,
      });
    expect(created(world, await delivered('One Ltd', '2021-03-10T09:00:00Z'))).to.include(`${id}-dcl-One_20Ltd`);
    expect(created(world, await delivered('Two Ltd', '2021-03-10T10:00:00Z'))).to.deep.equal([`${id}-dcl-Two_20Ltd`]);
    expect(await nameOf(`${id}-dcl-One_20Ltd`)).to.equal('One Ltd');
  });

  it('are lines of customs information by country, subject, content and rank', async () => {
    const { id, awb } = number();
    await waybill(awb, lines(['CNE', 'one'], ['EXP', 'two'], ['CNE', 'three']));
    const texts = async (): Promise<unknown[]> =>
      Promise.all(
        ids(world, member(await world.read(path(`${id}-shipment`)), 'cargo:customsInformation'))
          .toSorted()
          .map(async (line) => {
            const object = await world.read(path(line));
            const place = member(object, 'cargo:ociLineNumber');
            return [line, member(object, 'cargo:otherCustomsInformation'), Number(member(place, '@value') ?? place)];
          }),
      );
    expect(await texts()).to.deep.equal([
      [`${id}-customs-1`, 'one', 1],
      [`${id}-customs-2`, 'two', 2],
      [`${id}-customs-3`, 'three', 3],
    ]);
    // A line before the others: they only get other places.
    const inserted = await waybill(awb, {
      ...lines(['SHP', 'new'], ['CNE', 'one'], ['EXP', 'two'], ['CNE', '3']),
      ...at(12),
    });
    expect(created(world, inserted)).to.deep.equal([`${id}-customs-4`]);
    expect(await texts()).to.deep.equal([
      [`${id}-customs-1`, 'one', 2],
      [`${id}-customs-2`, 'two', 3],
      [`${id}-customs-3`, '3', 4],
      [`${id}-customs-4`, 'new', 1],
    ]);
    // A status names a line of its own: those of the waybill stay.
    const CUSTOMS = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment/IncludedCustomsNote';
    const status = await send(world.holder, 'XFSU', {
      ...required.XFSU,
      'MasterConsignment/TransportContractDocument/ID': awb,
      'MasterConsignment/ReportedStatus/ReasonCode': 'OCI',
      [`${CUSTOMS}/SubjectCode`]: 'AGT',
      [`${CUSTOMS}/Content`]: 'cleared',
    });
    expect(created(world, status)).to.deep.equal([`${id}-customs-5`]);
    expect((await texts()).slice(0, 4)).to.deep.include([`${id}-customs-1`, 'one', 2]);
  });

  it('are statuses: one that differs is another event, and the report names the older one', async () => {
    const { awb } = number();
    const CONSIGNMENT = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';
    const status = (pieces: string, values: Values = {}): Promise<MessageReport> =>
      send(world.holder, 'XFSU', {
        ...required.XFSU,
        'MasterConsignment/TransportContractDocument/ID': awb,
        [`${CONSIGNMENT}/PieceQuantity`]: pieces,
        [`${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]:
          '2021-03-10T09:00:00Z',
        ...values,
      });
    const preceding = ({ notes }: MessageReport): unknown[] =>
      notes.filter(({ reason }) => reason === 'precedes').map(({ value }) => value);
    const first = await status('2');
    expect(preceding(first)).to.deep.equal([]);
    const corrected = await status('3');
    expect(corrected.events).to.have.length(1);
    expect(preceding(corrected)).to.deep.equal(first.events);
    const other = await status('3', { 'MasterConsignment/ReportedStatus/ReasonCode': 'FOH' });
    expect(preceding(other)).to.deep.equal([]);
    expect(preceding(await status('3', at(12)))).to.deep.equal([]);
  });
});

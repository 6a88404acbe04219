/** What messages do to the objects of a node (X44 to X56). */
import { expect } from 'chai';
import type { MessageReport } from '../../src/messages/schemas.js';
import { add, remove } from '../support/changes.js';
import { type Json, list, member } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { postXml, reportIn, send, waybillValues, xml } from './node.js';
import { required, type Values } from './support.js';

const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const PURPOSE = 'MessageHeaderDocument/PurposeCode';

let world: TestContext;
before(async () => {
  world = await TestContext.start();
});
after(() => world.stop());

let numbers = 0;
/** The values of a waybill that no other test has. */
function another(values: Values = waybillValues): { readonly id: string; readonly values: Values } {
  numbers += 1;
  const number = String(30_000_000 + numbers * 11);
  return { id: `awb-125-${number}`, values: { ...values, 'BusinessHeaderDocument/ID': `125-${number}` } };
}

const at = (day: number): Values => ({ [ISSUED]: `2021-03-${String(day).padStart(2, '0')}T10:00:00Z` });
const path = (id: string): string => `/logistics-objects/${id}`;
const xfwb = (values: Values): Promise<MessageReport> => send(world.holder, 'XFWB', values);

async function weightOf(id: string): Promise<Json> {
  const weight = member(await world.read(path(`${id}-shipment`)), 'cargo:totalGrossWeight');
  const value = member(weight, 'cargo:numericalValue');
  return Number(member(value, '@value') ?? value);
}

/** How many revisions the objects of a report have together. */
async function revisionsOf({ created }: MessageReport): Promise<number> {
  const numbers = await Promise.all(created.map(({ object }) => world.revision(world.path(object))));
  return numbers.reduce((sum, one) => sum + one, 0);
}

describe('A message sent to a node', () => {
  it('makes the objects of its waybill, each with its message as the source', async () => {
    const { id, values } = another();
    const report = await xfwb(values);
    expect(report.outcome).to.equal('applied');
    expect(report.unmapped).to.deep.equal([]);
    expect(report.waybill).to.equal(world.uri(path(id)));
    const shipment = await world.read(path(`${id}-shipment`));
    expect(list(member(shipment, 'cargo:pieces'))).to.have.length(3);
    const provenance = await world.read(`${path(id)}/revisions/1/provenance`);
    expect(JSON.stringify(provenance)).to.include(String(report.message));
  });

  it('changes nothing when it comes again, and nothing when another one says the same', async () => {
    const { values } = another();
    const first = await xfwb(values);
    const revisions = await revisionsOf(first);
    const again = await postXml(world.holder, await xml('XFWB', values));
    expect(again.status).to.equal(200);
    expect(again.headers.get('location')).to.equal(first.message);
    expect(reportIn(again.json)).to.deep.equal({ ...first, outcome: 'duplicate' });
    const same = await xfwb({ ...values, ...at(12), [PURPOSE]: 'Update' });
    expect(same.outcome).to.equal('unchanged');
    const reasons = same.notes.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason !== 'missing' && reason !== 'check-digit')).to.deep.equal([]);
    expect(await revisionsOf(first)).to.equal(revisions);
  });

  it('makes one Change with one difference of one altered value', async () => {
    const { id, values } = another();
    await xfwb(values);
    const report = await xfwb({ ...values, ...at(12), [PURPOSE]: 'Update', [GROSS]: '91.5' });
    expect(report.created).to.deep.equal([]);
    expect(report.changed.map(({ object, revision }) => [object, revision])).to.deep.equal([
      [world.uri(path(`${id}-shipment`)), 2],
    ]);
    expect(await weightOf(id)).to.equal(91.5);
    const [changed] = report.changed;
    const request = await world.read(world.path(changed?.request ?? ''));
    const change = member(request, 'api:hasChange');
    expect(member(request, 'api:isRequestedBy')).to.deep.equal({ '@id': world.holder.agent });
    expect(member(change, 'api:hasDescription')).to.equal('XFWB 125-30000001_x');
    const operations = list(member(change, 'api:hasOperation'));
    expect(operations.map((one) => JSON.stringify(member(member(one, 'api:op'), '@id')))).to.have.members([
      '"api:DELETE"',
      '"api:ADD"',
    ]);
  });

  it('adds a unit to what is there as a code, not as a text', async () => {
    const { id, values } = another();
    const { [`${GROSS}/@unitCode`]: _unit, [GROSS]: _weight, ...rest } = values;
    await xfwb(rest);
    await xfwb({ ...rest, [GROSS]: '12', [`${GROSS}/@unitCode`]: 'KGM', ...at(12) });
    const weight = member(await world.read(path(`${id}-shipment`)), 'cargo:totalGrossWeight');
    const code = 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM';
    expect(member(weight, 'cargo:unit')).to.deep.equal({ '@id': code });
  });

  it("leaves a partner's accepted Change alone while it repeats an old value, and replaces it with a new one", async () => {
    const { id, values } = another();
    await xfwb({ ...values, 'MasterConsignment/ConsignorParty/Name': 'ACME' });
    const company = path(`${id}-shp`);
    await world.open(company);
    const object = world.uri(company);
    await world.change(company, [remove(object, 'name', 'ACME'), add(object, 'name', 'ACME Ltd')]);
    const repeated = await xfwb({ ...values, 'MasterConsignment/ConsignorParty/Name': 'ACME', ...at(12) });
    expect(repeated.outcome).to.equal('unchanged');
    expect(member(await world.read(company), 'cargo:name')).to.equal('ACME Ltd');
    const renamed = await xfwb({ ...values, 'MasterConsignment/ConsignorParty/Name': 'Newco', ...at(13) });
    expect(renamed.changed).to.have.length(1);
    expect(renamed.notes.map(({ reason, value }) => [reason, value])).to.deep.include(['overwritten', 'ACME Ltd']);
    expect(member(await world.read(company), 'cargo:name')).to.equal('Newco');
  });

  it('takes away what the message no longer says', async () => {
    const { id, values } = another();
    await xfwb(values);
    const { [GROSS]: _weight, [`${GROSS}/@unitCode`]: _unit, ...rest } = values;
    const report = await xfwb({ ...rest, ...at(12) });
    expect(report.changed).to.have.length(1);
    expect(member(await world.read(path(`${id}-shipment`)), 'cargo:totalGrossWeight')).to.equal(undefined);
  });

  it('unlinks surplus pieces, which stay', async () => {
    const { id, values } = another();
    await xfwb(values);
    const report = await xfwb({ ...values, ...at(12), 'MasterConsignment/TotalPieceQuantity': '2' });
    expect(report.changed).to.have.length(1);
    expect(list(member(await world.read(path(`${id}-shipment`)), 'cargo:pieces'))).to.have.length(2);
    expect(await world.revision(path(`${id}-piece-3`))).to.equal(1);
  });

  it('is kept without effect when a newer one has been applied', async () => {
    const { id, values } = another();
    await xfwb({ ...values, ...at(12) });
    const report = await xfwb({ ...values, ...at(11), [GROSS]: '7' });
    expect(report.outcome).to.equal('stale');
    expect(report.changed).to.deep.equal([]);
    expect(await weightOf(id)).to.equal(90.5);
    const kept = await world.holder.get(world.path(report.message));
    expect(reportIn(kept.json)).to.deep.equal(report);
  });

  it('is about another waybill when the number is used again after a long time', async () => {
    const { id, values } = another();
    const first = await xfwb({ ...values, ...at(12) });
    const report = await xfwb({ ...values, [ISSUED]: '2022-03-12T10:00:00Z', [GROSS]: '7' });
    expect(report.waybill).to.equal(`${first.waybill}.2`);
    expect(await weightOf(id)).to.equal(90.5);
    const later = await xfwb({ ...values, [ISSUED]: '2022-03-13T10:00:00Z', [PURPOSE]: 'Update', [GROSS]: '8' });
    expect(later.waybill).to.equal(report.waybill);
    expect(await weightOf(`${id}.2`)).to.equal(8);
  });

  it('that deletes sets a mark, which a later one removes', async () => {
    const { id, values } = another();
    await xfwb(values);
    const deletion = await xfwb({ ...values, ...at(12), [PURPOSE]: 'Deletion' });
    expect(deletion.changed.map(({ object }) => object)).to.deep.equal([world.uri(path(id))]);
    expect(deletion.notes.map(({ reason }) => reason)).to.include('deleted');
    expect(JSON.stringify(await world.read(path(id)))).to.include('"Deleted"');
    const update = await xfwb({ ...values, ...at(13), [PURPOSE]: 'Update' });
    expect(update.changed).to.have.length(1);
    expect(JSON.stringify(await world.read(path(id)))).not.to.include('"Deleted"');
  });

  it('notes a Creation of what exists, and an Update of what does not', async () => {
    const { values } = another();
    const update = await xfwb({ ...values, [PURPOSE]: 'Update' });
    expect(update.notes.map(({ reason }) => reason)).to.include('purpose');
    const creation = await xfwb({ ...values, ...at(12) });
    expect(creation.notes.map(({ reason }) => reason)).to.include('purpose');
  });

  it('uses a waybill that was made through the API, with its shipment and pieces', async () => {
    const { values } = another();
    const number = String(values['BusinessHeaderDocument/ID']).slice(4);
    const piece = await world.piece();
    const shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:pieces': { '@id': world.uri(piece), '@type': 'cargo:Piece' },
    });
    const waybill = await world.create({
      '@type': 'cargo:Waybill',
      'cargo:waybillPrefix': '125',
      'cargo:waybillNumber': number,
      'cargo:shipment': { '@id': world.uri(shipment), '@type': 'cargo:Shipment' },
    });
    const report = await xfwb(values);
    expect(report.waybill).to.equal(world.uri(waybill));
    expect(list(member(await world.read(shipment), 'cargo:pieces'))).to.have.length(3);
    expect(list(member(await world.read(shipment), 'cargo:pieces')).map((one) => member(one, '@id'))).to.include(
      world.uri(piece),
    );
    const again = await xfwb({ ...values, ...at(12) });
    expect(again.outcome).to.equal('unchanged');
  });

  it('is refused when several waybills have its number, or another class has one of its ids', async () => {
    const { values } = another();
    const number = String(values['BusinessHeaderDocument/ID']).slice(4);
    const waybill = { '@type': 'cargo:Waybill', 'cargo:waybillPrefix': '125', 'cargo:waybillNumber': number };
    const [one, two] = [await world.create(waybill), await world.create(waybill)];
    const refused = await postXml(world.holder, await xml('XFWB', values));
    expect(refused.status, refused.text).to.equal(409);
    expect(refused.text).to.include(world.uri(one)).and.to.include(world.uri(two));
    const { id, values: others } = another();
    await world.create({ '@id': world.uri(path(`${id}-shipment`)), '@type': 'cargo:Piece' });
    const taken = await postXml(world.holder, await xml('XFWB', others));
    expect(taken.status, taken.text).to.equal(409);
    expect((await world.holder.get(path(id))).status).to.equal(404);
  });
});

describe('A status sent to a node', () => {
  const ABOUT = 'MasterConsignment/TransportContractDocument/ID';
  const STATUS = 'MasterConsignment/ReportedStatus';
  const CONSIGNMENT = `${STATUS}/AssociatedStatusConsignment`;
  const status = (values: Values): Values => ({
    ...required.XFSU,
    [ABOUT]: String(values['BusinessHeaderDocument/ID']),
    [`${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00Z',
  });
  const xfsu = (values: Values): Promise<MessageReport> => send(world.holder, 'XFSU', values);

  it('makes an event, and the same one of the same status in another message', async () => {
    const { id, values } = another();
    await xfwb(values);
    const report = await xfsu(status(values));
    expect(report.events).to.have.length(1);
    expect(report.events[0]).to.include(`${id}-shipment/logistics-events/`);
    const event = await world.read(world.path(report.events[0] ?? ''));
    expect(JSON.stringify(member(event, 'cargo:eventCode'))).to.include('RCS');
    expect(JSON.stringify(member(event, 'cargo:recordingOrganization'))).to.include(world.holder.agent);
    const again = await xfsu({ ...status(values), ...at(12) });
    expect(again.outcome).to.equal('unchanged');
    const other = await xfsu({ ...status(values), [`${CONSIGNMENT}/PieceQuantity`]: '1' });
    expect(other.events).to.have.length(1);
    expect(other.events[0]).not.to.equal(report.events[0]);
  });

  it('makes the waybill that is not here yet, with a mark that its own message removes', async () => {
    const { id, values } = another();
    const report = await xfsu({ ...status(values), 'MasterConsignment/TotalPieceQuantity': '3' });
    expect(report.outcome).to.equal('applied');
    expect(JSON.stringify(await world.read(path(id)))).to.include('skeletonIndicator');
    expect(list(member(await world.read(path(`${id}-shipment`)), 'cargo:pieces'))).to.have.length(3);
    const filled = await xfwb(values);
    expect(filled.changed.map(({ object }) => object)).to.include(world.uri(path(id)));
    expect(JSON.stringify(await world.read(path(id)))).not.to.include('skeletonIndicator');
    expect(JSON.stringify(await world.read(path(`${id}-shipment`)))).not.to.include('skeletonIndicator');
    expect(await weightOf(id)).to.equal(90.5);
  });

  it('does not correct a waybill: what differs is reported', async () => {
    const { id, values } = another();
    await xfwb(values);
    const report = await xfsu({
      ...status(values),
      'MasterConsignment/TotalPieceQuantity': '9',
      'MasterConsignment/TotalGrossWeightMeasure': '7',
      'MasterConsignment/TotalGrossWeightMeasure/@unitCode': 'KGM',
    });
    expect(report.changed).to.deep.equal([]);
    expect(report.created).to.deep.equal([]);
    expect(report.unmapped.map(({ reason, value, expected }) => [reason, value, expected])).to.deep.include([
      'differs',
      '7',
      '90.5',
    ]);
    expect(await weightOf(id)).to.equal(90.5);
  });
});

describe('House waybills sent to a node', () => {
  const HOUSE = 'MasterConsignment/IncludedHouseConsignment';
  const list_ = (number: string, houses: readonly string[]): Values => ({
    ...required.XFHL,
    [`${HOUSE}/TransportContractDocument/ID`]: [],
    'MasterConsignment/TransportContractDocument/ID': number,
    ...Object.fromEntries(
      houses.map((house, index) => [`${HOUSE}[${index + 1}]/TransportContractDocument/ID`, house] as const),
    ),
  });

  it('are linked with their master, and unlinked by a list without them', async () => {
    const { id, values } = another();
    const number = String(values['BusinessHeaderDocument/ID']);
    const report = await send(world.holder, 'XFHL', list_(number, ['H-1', 'H-2']));
    expect(report.waybill).to.equal(world.uri(path(id)));
    const houses = async (): Promise<Json[]> => list(member(await world.read(path(id)), 'cargo:houseWaybills'));
    expect(await houses()).to.have.length(2);
    const fewer = await send(world.holder, 'XFHL', { ...list_(number, ['H-2']), ...at(12) });
    expect(fewer.changed).to.have.length(2);
    expect(await houses()).to.have.length(1);
    const house = path(`h${id}-H-1`);
    expect(member(await world.read(house), 'cargo:masterWaybill')).to.equal(undefined);
    const none = await send(world.holder, 'XFHL', { ...list_(number, ['H-2']), ...at(13), [PURPOSE]: 'Deletion' });
    expect(none.changed).to.have.length(2);
    expect(await houses()).to.have.length(0);
  });

  it('that come by themselves leave the values of a master that is there', async () => {
    const { id, values } = another();
    await xfwb(values);
    const report = await send(world.holder, 'XFZB', {
      ...required.XFZB,
      'MasterConsignment/TransportContractDocument/ID': String(values['BusinessHeaderDocument/ID']),
      'MasterConsignment/IncludedTareGrossWeightMeasure': '7',
      'MasterConsignment/IncludedTareGrossWeightMeasure/@unitCode': 'KGM',
    });
    expect(report.changed.map(({ object }) => object)).to.deep.equal([world.uri(path(id))]);
    expect(await weightOf(id)).to.equal(90.5);
  });
});

describe('A dry run of a message', () => {
  it('says what would happen, and stores nothing', async () => {
    const { id, values } = another();
    const dry = await send(world.holder, 'XFWB', values, '?dry-run=true');
    expect([dry.outcome, dry.message]).to.deep.equal(['dry-run', null]);
    expect((await world.holder.get(path(id))).status).to.equal(404);
    const real = await xfwb(values);
    expect(real.outcome).to.equal('applied');
    expect(real.created).to.deep.equal(dry.created);
    expect(real.values).to.deep.equal(dry.values);
  });
});

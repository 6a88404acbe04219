/** What a clerk finds by what is on paper (K29 to K35): words, flights and days, units, with shipments and details. */
import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { cargo, type Json, list, member, type Party } from '../support/node.js';
import { TestContext, text } from '../support/world.js';

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const time = (value: string): Json => ({ '@type': `${xsd}dateTime`, '@value': value });
const code = (name: string): Json => ({ '@id': `https://onerecord.iata.org/ns/code-lists/${name}` });
const weight = (kilograms: string): Json => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@type': `${xsd}double`, '@value': kilograms },
  'cargo:unit': code('MeasurementUnitCode#KGM'),
});

describe('finding what is on paper', () => {
  let world: TestContext;
  let shipment: string;
  let piece: string;
  let partner: string;

  const items = async (q: string, party: Party = world.holder, more = ''): Promise<Json[]> => {
    const reply = await party.get(`/internal/lookup?q=${encodeURIComponent(q)}${more}`);
    expect(reply.status, reply.text).to.equal(200);
    return list(member(reply.json, 'items'));
  };
  const found = async (q: string, party?: Party): Promise<string[]> =>
    (await items(q, party)).flatMap((item) =>
      member(item, 'group') === 'term' ? [] : [world.path(text(member(item, 'uri')))],
    );
  const groups = async (q: string): Promise<Json[]> => (await items(q)).map((item) => member(item, 'group'));

  before(async () => {
    world = await TestContext.start();
    piece = await world.piece({
      'cargo:goodsDescription': 'Exhibition materials, M\u00fcnchner Stra\u00dfe',
      'cargo:upid': 'UPID-0042-X',
      'cargo:grossWeight': weight('20.5'),
    });
    shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Exhibition materials',
      'cargo:pieces': [{ '@id': world.uri(piece) }],
      'cargo:totalGrossWeight': weight('62'),
    });
    await world.create({
      '@type': 'cargo:Waybill',
      'cargo:waybillPrefix': '020',
      'cargo:waybillNumber': '12345675',
      'cargo:shipment': { '@id': world.uri(shipment) },
      'cargo:departureLocation': { '@type': 'cargo:Location', 'cargo:locationName': 'Munich' },
      'cargo:arrivalLocation': { '@type': 'cargo:Location', 'cargo:locationName': 'Doha' },
    });
    partner = await world.create({ '@type': 'cargo:Company', 'cargo:name': 'Sp\u00e9dition G\u00e9n\u00e9rale SA' });
    const posted = await world.holder.post(
      `${shipment}/logistics-events`,
      eventBody({ 'cargo:eventCode': code('StatusCode#ARR') }),
    );
    expect(posted.status, posted.text).to.equal(201);
  });
  after(() => world.stop());

  it('K29: finds goods, titles and names by words and their beginnings, in any case and with or without accents', async () => {
    for (const q of ['exhib mat', 'EXHIBITION', 'materials exhibition'])
      expect(await found(q), q).to.deep.equal([shipment, piece]);
    for (const q of ['Munchner', 'm\u00fcnchner', 'STRASSE', 'stra\u00dfe exhib', 'mu\u0308nchner'])
      expect(await found(q), q).to.deep.equal([piece]);
    for (const q of ['spedition generale', 'g\u00e9n\u00e9rale', 'Sped'])
      expect(await found(q), q).to.deep.equal([partner]);
    for (const q of ['exhibition zzz', 'hibition', 'x']) expect(await found(q), q).to.deep.equal([]);
    const [item] = await items('exhib mat');
    expect(member(item ?? null, 'matched')).to.deep.equal({
      ...{ by: 'words', text: 'Exhibition materials', property: `${cargo}goodsDescription` },
    });
  });

  it('K29: finds a UPID by its end, a unit as it is written, a house waybill, and a URI', async () => {
    expect(await found('042-X')).to.deep.equal([piece]);
    const unit = await world.create({
      '@type': 'cargo:ULD',
      'cargo:uldSerialNumber': '12345',
      'cargo:uldTypeCode': code('UldTypeCode#AKE'),
      'cargo:ownerCode': { '@type': 'cargo:CodeListElement', 'cargo:code': 'LH' },
    });
    for (const q of ['AKE 12345 LH', 'ake12345lh', 'AKE-12345-LH']) expect(await found(q), q).to.deep.equal([unit]);
    const house = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillNumber': 'HAM/2026-77' });
    for (const q of ['HAM 2026 77', 'HAWB HAM/2026-77', 'ham2026']) expect(await found(q), q).to.deep.equal([house]);
    expect(await found(world.uri(piece))).to.deep.equal([piece]);
  });

  it('K29: finds a flight by its number, and with a day on this day only: in UTC or at its departure', async () => {
    const flight = (at: string): Promise<string> =>
      world.create({
        '@type': 'cargo:TransportMovement',
        'cargo:transportIdentifier': 'LH8400',
        'cargo:movementTimes': [
          {
            '@type': 'cargo:MovementTime',
            'cargo:movementMilestone': code('MovementIndicator#SD'),
            'cargo:movementTimestamp': time(at),
          },
          {
            '@type': 'cargo:MovementTime',
            'cargo:movementMilestone': code('MovementIndicator#SA'),
            'cargo:movementTimestamp': time('2026-03-05T08:00:00Z'),
          },
        ],
      });
    const [early, late] = [await flight('2026-03-02T10:00:00Z'), await flight('2026-03-03T23:30:00-05:00')];
    for (const q of ['LH8400', 'LH 8400', 'lh-8400']) expect(await found(q), q).to.have.members([early, late]);
    for (const q of ['LH8400/02MAR', 'LH8400 02MAR26', 'LH8400 2026-03-02', 'LH 8400 2 MAR 2026', 'LH8400 02.03.'])
      expect(await found(q), q).to.deep.equal([early]);
    for (const q of ['LH8400/03MAR', 'LH8400/04MAR']) expect(await found(q), q).to.deep.equal([late]);
    for (const q of ['LH8400/01MAR', 'LH8400/05MAR', 'LH8400/02MAR25', 'LH8401/02MAR'])
      expect(await found(q), q).to.deep.equal([]);
    const { json } = await world.holder.get('/internal/lookup?q=LH8400/02MAR');
    expect(member(json, 'understood')).to.deep.equal({ as: 'flight', text: 'LH8400/2026-03-02' });
    const padded = await world.create({ '@type': 'cargo:TransportMovement', 'cargo:transportIdentifier': 'LH0400' });
    for (const q of ['LH400', 'LH 0400']) expect(await found(q), q).to.deep.equal([padded]);
  });

  it('K30: names the shipment that a thing belongs to, and its facts in one line', async () => {
    const label = 'Exhibition materials';
    const [ofWaybill] = await items('020-12345675');
    expect(member(ofWaybill ?? null, 'shipment')).to.deep.equal({ uri: world.uri(shipment), label });
    expect(member(ofWaybill ?? null, 'detail')).to.equal('Munich \u2192 Doha \u00b7 1 pcs \u00b7 62 kg \u00b7 ARR');
    const [ofShipment, ofPiece] = await items('exhib');
    expect(member(ofShipment ?? null, 'shipment')).to.equal(null);
    expect(member(ofShipment ?? null, 'detail')).to.equal('Munich \u2192 Doha \u00b7 1 pcs \u00b7 62 kg \u00b7 ARR');
    expect(member(ofPiece ?? null, 'shipment')).to.deep.equal({ uri: world.uri(shipment), label });
    expect(member(ofPiece ?? null, 'detail')).to.match(/ \u00b7 20\.5 kg \u00b7 ARR$/);
  });

  it('K31: puts names before goods, newer before older, and terms of the data model last', async () => {
    const pieces = [await world.piece({ 'cargo:goodsDescription': 'waybill forms' })];
    world.node.clock.advance(60);
    pieces.unshift(await world.piece({ 'cargo:goodsDescription': 'forms, waybill' }));
    const company = await world.create({ '@type': 'cargo:Company', 'cargo:name': 'Waybill Printers' });
    expect(await found('waybill')).to.deep.equal([company, ...pieces]);
    expect((await groups('waybill')).slice(0, 4)).to.deep.equal(['partner', 'piece', 'piece', 'term']);
    expect(await groups('grossWei'))
      .to.include('term')
      .and.not.include('piece');
  });

  it('K34: finds nothing that the caller may not read, by whatever word, and ends with the access', async () => {
    for (const q of ['exhib', 'UPID-0042-X', '042-X', 'generale', 'LH8400/02MAR', world.uri(piece)])
      expect(await found(q, world.partner), q).to.deep.equal([]);
    const open = await world.openPiece({ 'cargo:goodsDescription': 'Exhibition stand' });
    expect(await found('exhib', world.partner)).to.deep.equal([open]);
    const [item] = await items('exhib', world.partner);
    expect(member(item ?? null, 'shipment')).to.equal(null);
    const ended = await world.holder.put(`${open}/acl?clear=true`, { '@graph': [] });
    expect(ended.status, ended.text).to.equal(204);
    expect(await found('exhib', world.partner)).to.deep.equal([]);
  });

  it('K35: follows the latest revision, takes 32 words of an object, and examines at most 200 entries of a word', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `wordnumber${index}`).join(' ');
    const changing = await world.piece({ 'cargo:goodsDescription': many });
    expect(await found('wordnumber31')).to.deep.equal([changing]);
    expect(await found('wordnumber32')).to.deep.equal([]);
    const uri = world.uri(changing);
    await world.change(changing, [
      remove(uri, 'goodsDescription', many),
      add(uri, 'goodsDescription', 'something else'),
    ]);
    expect(await found('wordnumber31')).to.deep.equal([]);
    expect(await found('someth els')).to.deep.equal([changing]);
    const rare = await world.piece({ 'cargo:goodsDescription': 'common ordinary scarce' });
    world.node.clock.advance(60);
    for (let at = 0; at < 21; at += 1)
      await Promise.all(Array.from({ length: 10 }, () => world.piece({ 'cargo:goodsDescription': 'common ordinary' })));
    // Of the common words, others are newer; the rare one leads to it.
    expect(await found('common ordinary scarce')).to.deep.equal([rare]);
    const { json } = await world.holder.get('/internal/lookup?q=common%20ordinary');
    expect(member(json, 'more')).to.equal(true);
    expect(list(member(json, 'items'))).to.have.length(20);
    expect(await found('commo')).to.have.length(20);
  });
});

/**
 * What partners' clients write in practice (D40): names that no model has, `@vocab`, addresses of this node for whatever is
 * nested, blanks in an `@id`. Made after the shape of public collections of requests, which may not be copied in.
 */
import { expect } from 'chai';
import { pino } from 'pino';
import { add, remove } from '../support/changes.js';
import { dateTime } from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, messages } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';

const id = (value: Json): string => {
  const found = member(value, '@id');
  return typeof found === 'string' ? found : '';
};

/** A record of a shipment, with keys by `@vocab`. */
function shipmentRecord(base: string, name: string): JsonObject {
  const at = (part: string): string => `${base}/logistics-objects/${name}-${part}`;
  return {
    '@context': { '@vocab': cargo, api },
    '@type': 'ShipmentRecord',
    '@id': at('record'),
    recordNumber: 'SR-1',
    shipper: { '@id': at('shipper'), '@type': 'Consignor', companyName: 'Acme', contact: { '@id': at('contact') } },
    consignee: {
      '@id': at('consignee'),
      '@type': 'Organization',
      name: 'Receiver',
    },
    contact: { '@id': at('contact'), '@type': 'ContactDetail', textualValue: 'ops@example.com' },
    parties: [
      {
        '@id': at('party'),
        '@type': 'Party',
        partyDetails: { '@id': at('shipper') },
      },
      { '@id': at('party') },
    ],
    grossWeight: {
      '@id': at('weight'),
      '@type': 'Value',
      numericalValue: { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20' },
      unit: { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
    },
    pieces: [
      {
        '@id': ` ${at('piece')}`,
        '@type': 'Piece',
        goodsDescription: 'Oranges',
        marks: { '@type': 'Mark', text: 'x' },
      },
    ],
  };
}

describe('Lenient validation (D40)', () => {
  let world: TestContext;
  const lines: string[] = [];
  before(async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    world = await TestContext.start({ env: { VALIDATION: 'lenient' }, log });
  });
  after(() => world.stop());

  const object = (name: string): string => `/logistics-objects/${name}`;
  const create = async (content: JsonObject): Promise<string> => {
    const reply = await world.holder.post('/logistics-objects', content);
    expect(reply.status, reply.text).to.equal(201);
    return world.path(reply.headers.get('location'));
  };

  it('escapes a class that is not a URI in the header Type', async () => {
    for (const [name, type, header] of [
      ['type-cjk', 'https://example.com/中', 'https://example.com/%E4%B8%AD'],
      ['type-latin', 'https://example.com/ü', 'https://example.com/%C3%BC'],
    ] as const) {
      const reply = await world.holder.post('/logistics-objects', { '@id': world.uri(object(name)), '@type': type });
      expect([reply.status, reply.headers.get('type')]).to.deep.equal([201, header]);
      const read = await world.holder.get(object(name));
      expect([read.status, read.headers.get('type')]).to.deep.equal([200, header]);
      expect(member(await world.read(object(name)), '@type')).to.equal(type);
    }
  });

  it('creates a record with invented names and addresses of this node for all that is nested', async () => {
    lines.length = 0;
    const record = await create(shipmentRecord(world.node.url, 'a'));
    expect(record).to.equal(object('a-record'));

    const read = await world.read(record);
    expect(member(read, '@type')).to.equal('cargo:ShipmentRecord');
    expect(member(read, 'cargo:recordNumber')).to.equal('SR-1');
    // A class that nobody knows: an object of its own, as one that is a Logistics Object.
    for (const [property, part, type] of [
      ['shipper', 'shipper', 'cargo:Consignor'],
      ['consignee', 'consignee', 'cargo:Organization'],
      ['pieces', 'piece', 'cargo:Piece'],
    ] as const) {
      expect(member(read, `cargo:${property}`)).to.deep.equal({
        '@id': world.uri(object(`a-${part}`)),
        '@type': type,
      });
      expect(member(await world.read(object(`a-${part}`)), '@type')).to.equal(type);
    }
    expect(member(await world.read(object('a-shipper')), 'cargo:companyName')).to.equal('Acme');

    // A known class that is none: an embedded object under another name, and what links to it follows.
    const weight = member(read, 'cargo:grossWeight');
    expect(id(weight)).to.match(/^internal:/);
    expect(member(member(weight, 'cargo:numericalValue'), '@value')).to.equal('20.0');
    const parties = list(member(read, 'cargo:parties'));
    expect(parties).to.have.length(1);
    expect(id(parties[0])).to.match(/^internal:/);
    expect(member(parties[0], 'cargo:partyDetails')).to.deep.equal({
      '@id': world.uri(object('a-shipper')),
      '@type': 'cargo:Consignor',
    });
    expect((await world.holder.get(object('a-weight'))).status).to.equal(404);
    // Each object that links it has its own.
    const own = member(await world.read(object('a-shipper')), 'cargo:contact');
    expect(member(own, 'cargo:textualValue')).to.equal('ops@example.com');
    expect(id(own))
      .to.match(/^internal:/)
      .and.not.to.equal(id(member(read, 'cargo:contact')));

    const told = lines.join('');
    for (const part of ['shipper', 'weight', 'party', 'contact', 'piece']) expect(told).to.include(`a-${part}`);
    expect(told).not.to.include('a-consignee');
  });

  it('reads such a record in every way: embedded, at a time, in other syntaxes', async () => {
    const record = await create(shipmentRecord(world.node.url, 'b'));
    const whole = await world.read(`${record}?embedded=true`);
    expect(member(member(whole, 'cargo:shipper'), 'cargo:companyName')).to.equal('Acme');
    expect(member(member(whole, 'cargo:pieces'), 'cargo:goodsDescription')).to.equal('Oranges');
    const at = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
    const past = await world.read(`${record}?at=${at}`);
    const compact = at.replaceAll(/[-:]/g, '');
    expect(id(member(past, 'cargo:shipper'))).to.equal(`${world.uri(object('b-shipper'))}?at=${compact}`);
    for (const type of ['text/turtle', 'application/n-triples'])
      expect((await world.holder.get(record, { headers: { Accept: type } })).status).to.equal(200);
  });

  it('changes such a record: own, invented and embedded properties', async () => {
    const record = await create(shipmentRecord(world.node.url, 'c'));
    const weight = id(member(await world.read(record), 'cargo:grossWeight'));
    await world.change(record, [
      remove(world.uri(record), 'recordNumber', 'SR-1'),
      add(world.uri(record), 'recordNumber', 'SR-2'),
      add(world.uri(record), 'inventedFlag', 'true', 'xsd:boolean'),
      remove(weight, 'numericalValue', '20', 'xsd:double'),
      add(weight, 'numericalValue', '21.5', 'xsd:double'),
    ]);
    const read = await world.read(record);
    expect(member(read, 'cargo:recordNumber')).to.equal('SR-2');
    expect(member(read, 'cargo:inventedFlag')).to.equal(true);
    expect(member(member(member(read, 'cargo:grossWeight'), 'cargo:numericalValue'), '@value')).to.equal('21.5');

    const shipper = object('c-shipper');
    await world.change(shipper, [add(world.uri(shipper), 'companyName', 'Acme Ltd')]);
    expect(list(member(await world.read(shipper), 'cargo:companyName'))).to.deep.equal(['Acme', 'Acme Ltd']);
  });

  it('accepts full IRIs as keys, and flattened bodies', async () => {
    const at = world.uri(object('d-1'));
    const record = await create({
      '@context': {},
      '@graph': [
        {
          '@id': at,
          '@type': `${cargo}Piece`,
          [`${cargo}grossWeight`]: [{ '@id': world.uri('/logistics-objects/d-weight') }],
        },
        {
          '@id': world.uri('/logistics-objects/d-weight'),
          '@type': `${cargo}Value`,
          [`${cargo}numericalValue`]: [{ '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '7' }],
        },
      ],
    });
    const weight = member(await world.read(record), 'cargo:grossWeight');
    expect(id(weight)).to.match(/^internal:/);
    expect(member(member(weight, 'cargo:numericalValue'), '@value')).to.equal('7.0');
  });

  it('keeps a link without statements about its target a link', async () => {
    const there = world.uri(object('e-there'));
    const record = await create({
      '@context': { '@vocab': cargo },
      '@type': 'Piece',
      grossWeight: { '@id': there, '@type': 'Value' },
      owner: { '@id': there, '@type': 'Stranger' },
    });
    const read = await world.read(record);
    expect([id(member(read, 'cargo:grossWeight')), id(member(read, 'cargo:owner'))]).to.deep.equal([there, there]);
  });

  it('still rejects violations of the rules of the exchange', async () => {
    const piece = await world.piece();
    const nested = (content: JsonObject): JsonObject => ({
      '@context': { '@vocab': cargo },
      '@id': world.uri(object('f')),
      '@type': 'Piece',
      other: content,
    });
    for (const [content, status, reason] of [
      // D6: a description without a class may be meant for an object that is here.
      [{ '@id': world.uri(object('f-1')), name: 'x' }, 400, 'can be linked, not described'],
      // D7: another shape, a URI that is taken.
      [{ '@id': world.uri('/companies/1'), '@type': 'Stranger', name: 'x' }, 400, 'must be of the form'],
      [{ '@id': world.uri(piece), '@type': 'Stranger', name: 'x' }, 409, 'already exists'],
      [{ '@id': world.uri(object('f-2')), '@type': 'LogisticsEvent', name: 'x' }, 400, 'Logistics Event'],
      [{ '@id': world.uri(object('f 3')), '@type': 'Value', name: 'x' }, 400, 'not an absolute IRI'],
    ] as const) {
      const reply = await world.holder.post('/logistics-objects', nested(content));
      expect(reply.status, reply.text).to.equal(status);
      expect(messages(reply).join(' ')).to.include(reason);
      expect((await world.holder.get(object('f'))).status).to.equal(404);
    }
  });

  it('logs a warning about an eventDate without a time zone, and reads it as UTC (D56)', async () => {
    const piece = await world.piece();
    lines.length = 0;
    const reply = await world.holder.post(`${piece}/logistics-events`, {
      '@context': context,
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventDate': dateTime('2026-02-28T12:00:00'),
    });
    expect(reply.status).to.equal(201);
    const event = await world.read(world.path(reply.headers.get('location')));
    expect(member(member(event, 'cargo:eventDate'), '@value')).to.equal('2026-02-28T12:00:00Z');
    expect(lines.join('')).to.include('eventDate').and.to.include('time zone').and.to.include('"level":40');
  });
});

describe('Strict validation', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  it('rejects unknown names, URIs of this node for embedded objects, and blanks in an @id', async () => {
    const record = shipmentRecord(world.node.url, 'a');
    const reply = await world.holder.post('/logistics-objects', record);
    expect(reply.status).to.equal(400);
    expect(messages(reply).join(' ')).to.include('there are blanks around it');
    expect((await world.holder.post('/logistics-objects', { ...record, pieces: [] })).status).to.equal(400);
    const weight = await world.post({ '@type': 'cargo:Piece', 'cargo:grossWeight': record['grossWeight'] });
    expect(weight.status).to.equal(400);
    const described = {
      '@id': world.uri('/logistics-objects/w'),
      '@type': 'cargo:Value',
      'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20' },
    };
    const own = await world.post({ '@type': 'cargo:Piece', 'cargo:grossWeight': described });
    expect(own.status).to.equal(400);
    expect(messages(own).join(' ')).to.include('can be linked, not described');
  });
});

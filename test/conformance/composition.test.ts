import { expect } from 'chai';
import { cargo, type Json, list, member } from '../support/node.js';
import { add, cargoName } from '../support/changes.js';
import { idIn, idOf } from '../support/world.js';
import { conformance, type Statement } from './statement.js';

const id = idIn;

const statements: Statement[] = [
  {
    section: 'D6',
    statement: 'a nested Logistics Object becomes one of its own, linked from its parent',
    holds: async (world) => {
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': [{ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Apples' }],
      });
      const link = member(await world.read(shipment), 'cargo:shipmentOfPieces');
      expect(link).to.have.keys('@id', '@type');
      const piece = await world.read(world.path(id(link)));
      expect(member(piece, 'cargo:goodsDescription')).to.equal('Apples');
      expect(member(piece, '@type')).to.equal('cargo:Piece');
    },
  },
  {
    section: 'D6',
    statement: 'a nested Logistics Object keeps an @id under this base',
    holds: async (world) => {
      const piece = world.uri('/logistics-objects/nested-with-id');
      const nested = { '@id': piece, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Apples' };
      await world.create({ '@type': 'cargo:Shipment', 'cargo:shipmentOfPieces': nested });
      expect(member(await world.read(world.path(piece)), 'cargo:goodsDescription')).to.equal('Apples');
    },
  },
  {
    section: 'D6',
    statement: 'a nested node with nothing but @id and @type is a link, on this node (D43) or another',
    holds: async (world) => {
      const links = [world.uri('/logistics-objects/not-there-yet'), 'https://elsewhere.example/logistics-objects/p'];
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': links.map((link) => ({ '@id': link, '@type': 'cargo:Piece' })),
      });
      expect(list(member(await world.read(shipment), 'cargo:shipmentOfPieces')).map(id)).to.have.members(links);
      expect((await world.holder.get('/logistics-objects/not-there-yet')).status).to.equal(404);
    },
  },
  {
    section: 'Logistics Object; D6',
    statement: 'embedded objects get internal: ids of the server, whatever the client called them',
    holds: async (world) => {
      const weight = { '@type': 'cargo:Value', 'cargo:unit': 'KGM', 'cargo:value': 20 };
      const ids = new Set<string>();
      for (const name of [{}, { '@id': '_:w' }, { '@id': 'internal:mine' }]) {
        const piece = await world.piece({ 'cargo:grossWeight': { ...name, ...weight } });
        const embedded = id(member(await world.read(piece), 'cargo:grossWeight'));
        expect(embedded).to.match(/^internal:[0-9a-f-]{36}$/);
        ids.add(embedded);
      }
      expect(ids.size).to.equal(3);
    },
  },
  {
    section: 'Logistics Object; D64',
    statement: 'a Value is read as it was written, as the specification and as the data model write it',
    holds: async (world) => {
      const number = (text: string): Json => ({ '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': text });
      const code = { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' };
      for (const written of [
        { 'cargo:unit': 'KGM', 'cargo:value': number('20.0') },
        { 'cargo:numericalValue': number('20.0'), 'cargo:unit': code },
      ]) {
        const piece = await world.piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', ...written } });
        expect(member(await world.read(piece), 'cargo:grossWeight')).to.deep.include(written);
      }
    },
  },
  {
    section: 'D6',
    statement: 'all objects of a body are created in one transaction: one that does not fit, and there is none',
    holds: async (world) => {
      const bad = { '@type': 'cargo:Piece', 'cargo:colour': 'red' };
      const good = {
        '@id': world.uri('/logistics-objects/good-sibling'),
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'x',
      };
      const reply = await world.post({
        '@id': world.uri('/logistics-objects/parent-of-bad'),
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': [good, bad],
      });
      expect(reply.status).to.equal(400);
      for (const name of ['good-sibling', 'parent-of-bad'])
        expect((await world.holder.get(`/logistics-objects/${name}`)).status).to.equal(404);
    },
  },
  {
    section: 'D6',
    statement: 'Logistics Objects may nest each other in a circle',
    holds: async (world) => {
      const [a, b] = ['circle-a', 'circle-b'].map((name) => world.uri(`/logistics-objects/${name}`));
      await world.create({
        '@id': a,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'a',
        'cargo:containedPieces': {
          '@id': b,
          '@type': 'cargo:Piece',
          'cargo:goodsDescription': 'b',
          'cargo:containedPieces': { '@id': a },
        },
      });
      expect(id(member(await world.read('/logistics-objects/circle-b'), 'cargo:containedPieces'))).to.equal(a);
    },
  },
  {
    section: 'D6',
    statement: 'code-list IRIs stay as they are, also those of the oldest model',
    holds: async (world) => {
      for (const code of [
        'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#VAL',
        'https://onerecord.iata.org/ns/coreCodeLists#SpecialHandlingCode_VAL',
      ]) {
        const piece = await world.piece({ 'cargo:specialHandlingCodes': { '@id': code } });
        expect(id(member(await world.read(piece), 'cargo:specialHandlingCodes'))).to.equal(code);
      }
    },
  },
  {
    section: 'D5',
    statement: 'an integer where the model asks for xsd:double becomes one',
    holds: async (world) => {
      const forms: Json[] = [20, 20.5, { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '2.0E1' }];
      const read = [];
      for (const value of forms) {
        const piece = await world.piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': value } });
        read.push(member(member(await world.read(piece), 'cargo:grossWeight'), 'cargo:value'));
      }
      const double = 'http://www.w3.org/2001/XMLSchema#double';
      expect(read).to.deep.equal(['20.0', '20.5', '20.0'].map((text) => ({ '@type': double, '@value': text })));
    },
  },
  {
    section: 'D3',
    statement: 'texts in a language keep it, and pass for xsd:string (D5)',
    holds: async (world) => {
      const piece = await world.piece({ 'cargo:goodsDescription': { '@language': 'de', '@value': 'Äpfel' } });
      expect(member(await world.read(piece), 'cargo:goodsDescription')).to.deep.equal({
        '@language': 'de',
        '@value': 'Äpfel',
      });
    },
  },
  {
    section: 'Revision; D35',
    statement: 'a revision that a copied representation states is the server’s to count, and left out',
    holds: async (world) => {
      const piece = await world.piece({ 'api:hasRevision': 7, 'api:hasLatestRevision': 9 });
      expect(Object.keys((await world.read(piece)) as object)).to.deep.equal([
        '@context',
        '@id',
        '@type',
        'cargo:goodsDescription',
      ]);
      expect(await world.revision(piece)).to.equal(1);
    },
  },
  {
    section: 'D6, D7',
    statement: 'a body cannot describe other resources of this node',
    holds: async (world) => {
      const piece = await world.piece();
      const about = { '@id': world.uri(piece), 'cargo:goodsDescription': 'not what it says itself' };
      await world.expectRejected(piece, 409, () =>
        world.post({ '@type': 'cargo:Shipment', 'cargo:shipmentOfPieces': { ...about, '@type': 'cargo:Piece' } }),
      );
      await world.expectRejected(piece, 400, () =>
        world.post({ '@type': 'cargo:Shipment', 'https://example.org/about': about }),
      );
    },
  },
  {
    section: 'D6, D7',
    statement: 'a body cannot pass for an action request by naming one of its own graphs',
    holds: async (world) => {
      const piece = await world.piece();
      const object = '/logistics-objects/forger';
      await world.expectRejected(piece, 400, () =>
        world.post({
          '@id': world.uri(object),
          '@type': 'cargo:Piece',
          'https://example.org/x': {
            '@id': world.uri(`${object}/revisions/1`),
            '@type': 'api:ChangeRequest',
            'api:hasLogisticsObject': { '@id': world.uri(piece) },
            'api:hasRequestStatus': { '@id': 'api:REQUEST_PENDING' },
            'api:isRequestedAt': {
              '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
              '@value': '2026-03-01T09:00:00Z',
            },
            'api:isRequestedBy': { '@id': world.uri('/logistics-objects/partner') },
            'api:hasChange': {
              '@type': 'api:Change',
              'api:hasLogisticsObject': { '@id': world.uri(piece) },
              'api:hasRevision': 1,
              'api:hasOperation': {
                '@type': 'api:Operation',
                'api:op': { '@id': 'api:ADD' },
                'api:s': world.uri(piece),
                'api:p': `${cargo}coload`,
                'api:o': 'x',
              },
            },
          },
        }),
      );
    },
  },
  {
    section: 'Logistics Object',
    statement: 'a created object can be changed by its embedded objects’ ids at once',
    holds: async (world) => {
      const piece = await world.piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20 } });
      const weight = id(member(await world.read(piece), 'cargo:grossWeight'));
      await world.change(piece, [add(weight, 'unit', 'KGM')]);
      expect(member(member(await world.read(piece), 'cargo:grossWeight'), 'cargo:unit')).to.equal('KGM');
      expect(idOf(piece)).to.not.equal(cargoName(piece));
    },
  },
];

conformance('what a created object is made of', statements);

import { expect } from 'chai';
import { api, cargo, context, list, member } from '../support/node.js';
import { idOf, type JsonObject } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const POST = 'POST /logistics-objects';

const expanded = (id: string): JsonObject[] => [
  {
    '@id': id,
    '@type': [`${cargo}Piece`],
    [`${cargo}goodsDescription`]: [{ '@value': 'Oranges' }],
    [`${cargo}coload`]: [{ '@value': true }],
  },
];

const codes = 'https://onerecord.iata.org/ns/code-lists/';
const unit = (name: string): JsonObject => ({ '@id': `${codes}MeasurementUnitCode#${name}` });
const preference = (content: JsonObject): JsonObject => ({
  'cargo:unitsPreference': { '@type': 'cargo:UnitsPreference', ...content },
});

const statements: Statement[] = [
  ...each<JsonObject>(
    {
      'a security status as special handling': {
        'cargo:specialHandlingCodes': { '@id': `${codes}SecurityStatus#SPX` },
      },
      'dangerous goods as special handling': {
        'cargo:specialHandlingCodes': { '@id': `${codes}DangerousGoodsCode#RFL` },
      },
      'a code of a company': {
        'cargo:specialHandlingCodes': { '@id': 'https://1r.example.org/specialHandlingCodes#CUS' },
      },
      'a currency of UN/CEFACT': {
        'cargo:declaredValueForCustoms': {
          '@type': 'cargo:CurrencyValue',
          'cargo:currencyUnit': { '@id': 'https://vocabulary.uncefact.org/CurrencyCodeList#CHF' },
        },
      },
    },
    (content) => ({
      section: 'D39',
      statement: 'codes of included lists and of other vocabularies are taken for an open list, without a type',
      holds: async (world) => {
        const [[property, value] = ['']] = Object.entries(content);
        const path = await world.create({ '@type': 'cargo:Piece', ...content });
        const written = member(await world.read(path), property);
        expect(JSON.stringify(written)).to.contain(/"@id":"[^"]+"/.exec(JSON.stringify(value))?.[0]);
      },
    }),
  ),
  {
    section: 'D39',
    statement: 'a closed list takes its own codes only',
    holds: async (world) => {
      for (const id of [`${codes}SpecialHandlingCode#VAL`, 'https://1r.example.org/securityStatus#OK']) {
        const reply = await world.post({
          '@type': 'cargo:SecurityDeclaration',
          'cargo:securityStatus': { '@id': id },
        });
        expect(reply.status, reply.text).to.equal(400);
      }
    },
  },
  ...each<JsonObject>(
    {
      'a unit code as a value': { 'cargo:grossWeight': unit('KGM') },
      'a unit code of the oldest model as a value': {
        'cargo:grossWeight': { '@id': 'https://onerecord.iata.org/ns/coreCodeLists#MeasurementUnitCode_KGM' },
      },
      'a unit code with a declared type': { 'cargo:grossWeight': { ...unit('KGM'), '@type': 'cargo:Value' } },
      'an unknown code as a value': { 'cargo:grossWeight': { '@id': `${codes}SomeCode#X` } },
      'an enumeration value as a piece': { 'cargo:containedPieces': { '@id': 'cargo:CANCELLED' } },
      'an enumeration value with a declared type': {
        'cargo:containedPieces': { '@id': 'cargo:CANCELLED', '@type': 'cargo:Piece' },
      },
      'a class as a piece': { 'cargo:containedPieces': { '@id': 'cargo:Piece' } },
      'a class of code lists as a piece': { 'cargo:containedPieces': { '@id': `${codes}MeasurementUnitCode` } },
      'a name of the API as a piece': { 'cargo:containedPieces': { '@id': 'api:ADD' } },
      'a property as a piece': { 'cargo:containedPieces': { '@id': 'cargo:coload' } },
      'a class as a code': { 'cargo:specialHandlingCodes': { '@id': 'cargo:Piece' } },
      'a class of code lists as a code': { 'cargo:specialHandlingCodes': { '@id': `${codes}SpecialHandlingCode` } },
      'a name of the API as a code': { 'cargo:specialHandlingCodes': { '@id': 'api:ADD' } },
      'an enumeration value as a code': {
        'cargo:specialHandlingCodes': { '@id': 'cargo:CANCELLED', '@type': 'cargo:CodeListElement' },
      },
    },
    (content) => ({
      section: 'D38; D39',
      statement: 'a code, an enumeration value or a class is no object of another class: 400',
      holds: async (world) => {
        const reply = await world.post({ '@type': 'cargo:Piece', ...content });
        expect(reply.status, reply.text).to.equal(400);
      },
    }),
  ),
  ...each<JsonObject>(
    {
      'a weight as unit of volume': {
        '@type': 'cargo:BookingOption',
        ...preference({ 'cargo:volumeUnit': unit('KGM') }),
      },
      'a weight that no sub-list names': {
        '@type': 'cargo:BookingOption',
        ...preference({ 'cargo:volumeUnit': unit('GRM') }),
      },
      'a length as unit of weight, in a request': {
        '@type': 'cargo:BookingOptionRequest',
        ...preference({ 'cargo:weightUnit': unit('YRD') }),
      },
      'a volume as unit of temperature': {
        '@type': 'cargo:BookingOption',
        ...preference({ 'cargo:temperatureUnit': unit('LTR') }),
      },
      'a temperature as unit of dimensions': {
        '@type': 'cargo:BookingOption',
        'cargo:unitsPreference': { 'cargo:dimensionsUnit': unit('CEL') },
      },
      'a unit of radioactivity': { '@type': 'cargo:BookingOption', ...preference({ 'cargo:weightUnit': unit('BQL') }) },
      'on an object of its own': { '@type': 'cargo:Piece', 'cargo:volumeUnit': unit('GRM') },
    },
    (content) => ({
      section: 'D54',
      statement: 'a unit code of another kind is rejected: 400',
      holds: async (world) => {
        const reply = await world.post(content);
        expect(reply.status, reply.text).to.equal(400);
        expect(reply.text).to.contain('must be a code of code-lists:');
      },
    }),
  ),
  {
    section: 'D39; D54',
    statement: 'a unit code of the kind, one in the parent list only, and an unknown one are accepted',
    holds: async (world) => {
      for (const content of [
        { 'cargo:volumeUnit': unit('LTR'), 'cargo:weightUnit': unit('KGM') },
        { 'cargo:volumeUnit': unit('MLT'), 'cargo:weightUnit': unit('GRM'), 'cargo:dimensionsUnit': unit('YRD') },
        { 'cargo:volumeUnit': unit('Q99'), 'cargo:temperatureUnit': { '@id': `${codes}TemperatureUnitCode#X1` } },
      ]) {
        const reply = await world.post({ '@type': 'cargo:BookingOption', ...preference(content) });
        expect(reply.status, reply.text).to.equal(201);
      }
    },
  },
  ...each<JsonObject>(
    {
      'http instead of https': { 'http://onerecord.iata.org/ns/cargo#coload': true },
      'a version in the path': { 'https://onerecord.iata.org/ns/cargo/3.3.0#coload': true },
      'a version before the name': { 'https://onerecord.iata.org/ns/v3/cargo#coload': true },
      'another scheme and a version': { 'HTTP://OneRecord.iata.org/ns/api/2.0.0#hasRevision': 1 },
      'a class with http': { '@type': ['cargo:Piece', 'http://onerecord.iata.org/ns/cargo#Piece'] },
      'a class of an embedded object': {
        'cargo:grossWeight': { '@type': 'https://onerecord.iata.org/ns/cargo/3.1#Value', 'cargo:value': 1 },
      },
    },
    (content) => ({
      section: 'D38; D52',
      statement: 'a name of the model with another scheme or a version in the path is unknown: 400',
      holds: async (world) => {
        const reply = await world.post({ '@type': 'cargo:Piece', ...content });
        expect(reply.status, reply.text).to.equal(400);
        expect(reply.text).to.match(/is not a (property|class) of the (data model|API vocabulary)/);
      },
    }),
  ),
  {
    section: 'D52',
    statement: 'names of other namespaces that look much alike are kept',
    holds: async (world) => {
      const names = [
        'https://onerecord.iata.org/ns/cargo2#x',
        'https://iata.example/ns/cargo#coload',
        'urn:cargo:coload',
      ];
      const piece = await world.piece(Object.fromEntries(names.map((name) => [name, true])));
      for (const name of names) expect(member(await world.read(piece), name), name).to.equal(true);
    },
  },
  ...each<JsonObject>(
    {
      'a class that is no Logistics Object': { '@type': 'cargo:Value' },
      'an unknown class': { '@type': 'cargo:Peice' },
      'no class': { 'cargo:goodsDescription': 'Oranges' },
      'a class without its prefix': { '@type': 'Piece' },
      'a violation in an embedded object': {
        '@type': 'cargo:Piece',
        'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': { '@value': 'heavy' } },
      },
      'a literal in an embedded object': {
        '@type': 'cargo:Piece',
        'cargo:grossWeight': {
          '@type': 'cargo:Value',
          'cargo:value': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': 'heavy' },
        },
      },
      'an event in the object': {
        '@type': 'cargo:Piece',
        'cargo:events': { '@type': 'cargo:LogisticsEvent', 'cargo:eventName': 'x' },
      },
    },
    (content, name) => ({
      section: 'D53',
      statement: 'a detail names the object’s address, or the nearest above',
      holds: async (world) => {
        const uri = world.uri(`/logistics-objects/d53-${name.replaceAll(' ', '-')}`);
        const reply = await world.post({ '@id': uri, ...content });
        expect(reply.status, reply.text).to.equal(400);
        for (const detail of list(member(reply.json, 'api:hasErrorDetail')))
          expect(member(member(detail, 'api:hasResource'), '@value'), reply.text).to.equal(uri);
      },
    }),
  ),
  {
    section: POST,
    statement: 'a valid object is 201 without a body, with Location and Type as full IRIs',
    holds: async (world) => {
      const reply = await world.post({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
      expect(reply.status).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('location')).to.match(
        /^http:\/\/localhost:\d+\/logistics-objects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      );
      expect(reply.headers.get('type')).to.equal(`${cargo}Piece`);
    },
  },
  {
    section: 'D7',
    statement: 'an @id under this base is kept, whatever of the allowed characters it has',
    holds: async (world) => {
      for (const id of ['A-z0.9_~', '...', '-', '_', '~', 'a'.repeat(200), 'constructor', '__proto__', 'null']) {
        const piece = await world.piece({ '@id': world.uri(`/logistics-objects/${id}`) });
        expect(idOf(piece)).to.equal(id);
        expect(member(await world.read(piece), '@id')).to.equal(world.uri(piece));
      }
    },
  },
  ...each(
    {
      'another base': 'https://elsewhere.example/logistics-objects/x',
      'the same base under another path': '{base}/objects/x',
      'a longer path': '{base}/logistics-objects/x/y',
      'an empty id': '{base}/logistics-objects/',
      'no id': '{base}/logistics-objects',
      'an id of 201 characters': `{base}/logistics-objects/${'a'.repeat(201)}`,
      'an encoded slash': '{base}/logistics-objects/a%2Fb',
      'a space': '{base}/logistics-objects/a b',
      'a leading space': ' {base}/logistics-objects/ab',
      'a query': '{base}/logistics-objects/a?at=20260101T000000Z',
      'a fragment': '{base}/logistics-objects/a#b',
      'a dot segment': '{base}/logistics-objects/..',
      'letters beyond ASCII': '{base}/logistics-objects/é',
      'a graph of another object': '{base}/logistics-objects/x/revisions/1',
      'the address of an action request': '{base}/action-requests/x',
      'a relative address': 'logistics-objects/x',
      'an id of its own scheme': 'internal:x',
      'an urn': 'urn:uuid:4f0d2c0e-6a6c-4d6e-a0f0-000000000000',
      'a script': 'javascript:alert(1)',
    },
    (id) => ({
      section: 'D7',
      statement: 'an @id of another base or shape is 400',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () =>
          world.post({ '@type': 'cargo:Piece', '@id': id.replace('{base}', world.node.url) }),
        );
      },
    }),
  ),
  {
    section: POST,
    statement: 'an id in use is 409, and the object does not change',
    holds: async (world) => {
      const piece = await world.piece();
      const taken = { '@type': 'cargo:Piece', '@id': world.uri(piece), 'cargo:goodsDescription': 'Apples' };
      await world.expectRejected(piece, 409, () => world.post(taken));
    },
  },
  {
    section: 'D43',
    statement: 'a nested object whose @id is in use is 409, and nothing is created',
    holds: async (world) => {
      const piece = await world.piece();
      const shipment = world.uri('/logistics-objects/of-taken-piece');
      const nested = { '@id': world.uri(piece), '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Apples' };
      await world.expectRejected(piece, 409, () =>
        world.post({ '@type': 'cargo:Shipment', '@id': shipment, 'cargo:shipmentOfPieces': [nested] }),
      );
      expect((await world.holder.get(shipment)).status).to.equal(404);
    },
  },
  {
    section: POST,
    statement: 'a third party is 403',
    holds: async (world) => {
      const piece = await world.piece();
      const body = { '@context': context, '@type': 'cargo:Piece' };
      await world.expectRejected(piece, 403, () => world.partner.post('/logistics-objects', body));
    },
  },
  {
    section: POST,
    statement: 'a caller without a token is 401',
    holds: async (world) => {
      const piece = await world.piece();
      const body = { '@context': context, '@type': 'cargo:Piece' };
      await world.expectRejected(piece, 401, () => world.anonymous.post('/logistics-objects', body));
    },
  },
  ...each(
    {
      JSON: 'application/json',
      Turtle: 'text/turtle',
      'nothing that is a type': 'nonsense',
      form: 'application/x-www-form-urlencoded',
      'a type that begins alike': 'application/ld+jsonx',
    },
    (type) => ({
      section: 'D4',
      statement: 'a body of another type than application/ld+json is 415',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 415, () => world.post({ '@type': 'cargo:Piece' }, { 'Content-Type': type }));
      },
    }),
  ),
  {
    section: 'D4',
    statement: 'any parameters of application/ld+json are accepted',
    holds: async (world) => {
      for (const parameters of [
        ';version=2.0.0',
        '; charset=utf-8',
        ';profile="http://www.w3.org/ns/json-ld#flattened"',
      ]) {
        const type = `Application/LD+JSON${parameters}`;
        expect((await world.post({ '@type': 'cargo:Piece' }, { 'Content-Type': type })).status).to.equal(201);
      }
    },
  },
  ...each(
    {
      Piece: `${cargo}Piece`,
      Shipment: `${cargo}Shipment`,
      Company: `${cargo}Company`,
      Person: `${cargo}Person`,
      CustomsInformation: `${cargo}CustomsInformation`,
      'LogisticsObject itself (D38)': `${cargo}LogisticsObject`,
      'an abstract class (D38)': `${cargo}PhysicalLogisticsObject`,
    },
    (type) => ({
      section: POST,
      statement: 'a class that inherits from LogisticsObject is accepted',
      holds: async (world) => {
        expect((await world.post({ '@type': type })).headers.get('type')).to.equal(type);
      },
    }),
  ),
  ...each<JsonObject>(
    {
      'no type': { 'cargo:goodsDescription': 'x' },
      'an embedded class': { '@type': 'cargo:Value', 'cargo:unit': 'KGM' },
      'a LogisticsEvent': { '@type': 'cargo:LogisticsEvent', 'cargo:eventName': 'x' },
      'a class of the API': { '@type': 'api:Change' },
      'an unknown class of the data model': { '@type': 'cargo:Peace' },
      'a class of elsewhere': { '@type': 'https://example.org/Piece' },
      'a property as type': { '@type': 'cargo:goodsDescription' },
      'rdfs:Class': { '@type': 'http://www.w3.org/2000/01/rdf-schema#Class' },
      'a blank node as type': { '@type': '_:b' },
      nothing: {},
    },
    (body) => ({
      section: POST,
      statement: 'what is no Logistics Object is 400',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () => world.post(body));
      },
    }),
  ),
  {
    section: 'D8',
    statement: 'the first revision is 1, and Type is the most specific type',
    holds: async (world) => {
      const reply = await world.post({ '@type': ['cargo:LogisticsObject', 'cargo:Company', 'cargo:Organization'] });
      expect(reply.headers.get('type')).to.equal(`${cargo}Company`);
      const read = await world.holder.get(world.path(reply.headers.get('location')));
      expect(read.headers.get('revision')).to.equal('1');
      expect(read.headers.get('type')).to.equal(`${cargo}Company`);
      expect(list(member(read.json, '@type'))).to.have.length(3);
    },
  },
  {
    section: 'D2',
    statement: 'compacted, expanded and flattened form make the same object',
    holds: async (world) => {
      const ids = ['form-compacted', 'form-expanded', 'form-flattened'].map((id) =>
        world.uri(`/logistics-objects/${id}`),
      );
      const [compacted = '', inExpanded = '', flattened = ''] = ids;
      const vocab = { '@vocab': cargo, id: '@id', kind: '@type' };
      const bodies = [
        { '@context': vocab, id: compacted, kind: 'Piece', goodsDescription: 'Oranges', coload: true },
        expanded(inExpanded),
        { '@graph': expanded(flattened) },
      ];
      for (const body of bodies) expect((await world.holder.post('/logistics-objects', body)).status).to.equal(201);
      const texts = await Promise.all(ids.map(async (id) => (await world.holder.get(id)).text.replace(id, '')));
      expect(new Set(texts).size).to.equal(1);
    },
  },
  ...each<unknown>(
    {
      'an empty body': '',
      'broken JSON': '{"@type": ',
      'no JSON': 'hello',
      'a number': '7',
      null: 'null',
      'an empty array': [],
      'bytes that are no UTF-8': new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
      'a context that is fetched': { '@context': 'https://example.org/context.jsonld', '@type': 'cargo:Piece' },
      'a context of a file': { '@context': 'file:///etc/passwd', '@type': 'cargo:Piece' },
      'a context of this node': { '@context': 'http://localhost/context', '@type': 'cargo:Piece' },
      'a broken context': { '@context': { cargo: 7 }, '@type': 'cargo:Piece' },
      'several roots': {
        '@context': context,
        '@graph': [
          { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'a' },
          { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'b' },
        ],
      },
      'a name that no context maps': { '@context': context, '@type': 'cargo:Piece', goodsDescription: 'x' },
      'a named graph': { '@context': context, '@id': 'urn:g', '@type': 'cargo:Piece', '@graph': [{ '@id': 'urn:x' }] },
      'nesting without end': '['.repeat(50_000) + ']'.repeat(50_000),
      'a lone surrogate':
        '{"@type":"https://onerecord.iata.org/ns/cargo#Piece","https://onerecord.iata.org/ns/cargo#goodsDescription":"\\ud800"}',
    },
    (body) => ({
      section: 'D2',
      statement: 'a body that cannot be read is 400',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.expectRejected(piece, 400, () => world.holder.post('/logistics-objects', body));
        expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid body request');
      },
    }),
  ),
  ...each<JsonObject>(
    {
      'a word as xsd:double': {
        'cargo:grossWeight': {
          '@type': 'cargo:Value',
          'cargo:value': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': 'heavy' },
        },
      },
      'a comma in an xsd:double': {
        'cargo:grossWeight': {
          '@type': 'cargo:Value',
          'cargo:value': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '12,5' },
        },
      },
      'a word as xsd:boolean': {
        'cargo:coload': { '@type': 'http://www.w3.org/2001/XMLSchema#boolean', '@value': 'yes' },
      },
      'a text as xsd:boolean': { 'cargo:coload': 'true' },
      'a number as text': { 'cargo:goodsDescription': 7 },
      'two values where one is allowed': { 'cargo:goodsDescription': ['a', 'b'] },
      'an unknown property': { 'cargo:colour': 'red' },
      'a link where text is asked for': { 'cargo:goodsDescription': { '@id': 'https://example.org/x' } },
      'text where an object is asked for': { 'cargo:grossWeight': '20 kg' },
      'an embedded object of the wrong class': { 'cargo:grossWeight': { '@type': 'cargo:HandlingInstructions' } },
      'an unknown property deep inside': {
        'cargo:handlingInstructions': { '@type': 'cargo:HandlingInstructions', 'cargo:colour': 'red' },
      },
      'an event with content (D6)': { 'cargo:events': { '@type': 'cargo:LogisticsEvent', 'cargo:eventName': 'x' } },
      'another date than the calendar has': {
        'cargo:goodsDescription': 'x',
        'https://example.org/on': { '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2026-02-31' },
      },
    },
    (content) => ({
      section: 'POST; D5, D38',
      statement: 'an object that does not fit the data model is 400',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () => world.post({ '@type': 'cargo:Piece', ...content }));
      },
    }),
  ),
  {
    section: 'D38',
    statement: 'every violation has a detail of its own, with its property',
    holds: async (world) => {
      const wrong = {
        '@type': 'cargo:Piece',
        'cargo:coload': 'x',
        'cargo:goodsDescription': ['a', 'b'],
        'cargo:colour': 1,
      };
      const details = list(member((await world.post(wrong)).json, 'api:hasErrorDetail'));
      const properties = details.map((detail) => member(member(detail, 'api:hasProperty'), '@value'));
      expect(properties).to.have.members(['coload', 'goodsDescription', 'colour'].map((name) => cargo + name));
    },
  },
  {
    section: 'Authentication, table',
    statement: 'creating is for internal agents, whatever the body and the type of it',
    holds: async (world) => {
      for (const headers of [{ 'Content-Type': 'text/plain' }, {}]) {
        expect((await world.partner.post('/logistics-objects', '{', headers)).status).to.equal(403);
      }
    },
  },
  {
    section: 'Operator contract, BODY_LIMIT',
    statement: 'a body larger than the limit is 413',
    holds: async (world) => {
      const piece = await world.piece();
      const large = { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x'.repeat(1_100_000) };
      await world.expectRejected(piece, 413, () => world.post(large));
    },
  },
  {
    section: 'D4, D47',
    statement: 'the namespaces may be named as contexts, since they are bundled',
    holds: async (world) => {
      for (const url of [cargo, cargo.slice(0, -1)]) {
        const body = { '@context': url, '@type': 'Piece', goodsDescription: 'x' };
        expect((await world.holder.post('/logistics-objects', body)).status).to.equal(201);
      }
      expect(api).to.be.a('string');
    },
  },
];

conformance('POST /logistics-objects', statements);

import { expect } from 'chai';
import { add, changeBody, operationBody, type OperationLike, remove, xsd } from '../support/changes.js';
import { api, cargo, context, type Json, list, member, type Reply } from '../support/node.js';
import { idIn, type JsonObject, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const PATCH = 'PATCH';
const id = idIn;
const coload = (s: string): OperationLike => add(s, 'coload', 'true', 'xsd:boolean');
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Sends a body of any kind, with the right address and revision where `{object}` stands. */
const bad = (
  section: string,
  status: number,
  statement: string,
  bodies: Readonly<Record<string, (object: string) => Json>>,
): Statement[] =>
  each(bodies, (body) => ({
    section,
    statement,
    holds: async (world: TestContext) => {
      const piece = await world.openPiece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20 } });
      await world.expectRejected(piece, status, () => world.partner.patch(piece, body(world.uri(piece))));
    },
  }));

const one =
  (operation: Partial<OperationLike>, more: JsonObject = {}) =>
  (object: string): Json =>
    changeBody(object, 1, [{ ...coload(object), ...operation }], more);

const without =
  (name: string) =>
  (object: string): Json =>
    Object.fromEntries(Object.entries(changeBody(object, 1, [coload(object)])).filter(([key]) => key !== name));

const rejection = {
  '@context': context,
  '@type': 'api:Error',
  'api:hasTitle': 'Not wanted',
  'api:hasErrorDetail': { '@type': 'api:ErrorDetails', 'api:hasMessage': 'not wanted', 'api:hasCode': '422' },
};

const statements: Statement[] = [
  {
    section: PATCH,
    statement: 'a valid Change is 201 with Location and Type: a ChangeRequest in REQUEST_PENDING',
    holds: async (world) => {
      const piece = await world.openPiece();
      const reply = await world.send(world.partner, piece, [coload(world.uri(piece))]);
      expect(reply.status).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('type')).to.equal(`${api}ChangeRequest`);
      const request = world.path(reply.headers.get('location'));
      expect(request).to.match(/^\/action-requests\/[0-9a-f-]{36}$/);
      expect(await world.status(request)).to.equal('REQUEST_PENDING');
    },
  },
  {
    section: PATCH,
    statement: 'submitting changes nothing of the object, and needs authentication only',
    holds: async (world) => {
      const piece = await world.openPiece();
      const before = await world.holder.get(piece);
      await world.submit(world.otherPartner, piece, [coload(world.uri(piece))]);
      expect((await world.holder.get(piece)).text).to.equal(before.text);
      const change = changeBody(world.uri(piece), 1, [coload(world.uri(piece))]);
      await world.expectRejected(piece, 401, () => world.anonymous.patch(piece, change));
    },
  },
  {
    section: PATCH,
    statement: 'a missing object is 404',
    holds: async (world) => {
      const piece = await world.openPiece();
      const none = world.uri('/logistics-objects/none');
      await world.expectRejected(piece, 404, () => world.partner.patch(none, changeBody(none, 1, [coload(none)])));
      await world.expectRejected(piece, 404, () => world.partner.patch(none, '{', { 'Content-Type': 'text/plain' }));
    },
  },
  {
    section: PATCH,
    statement: 'a body of another type is 415, before it is read (D16)',
    holds: async (world) => {
      const piece = await world.openPiece();
      for (const type of [
        'application/json',
        'application/json-patch+json',
        'application/sparql-update',
        'text/turtle',
      ])
        await world.expectRejected(piece, 415, () => world.partner.patch(piece, '{', { 'Content-Type': type }));
    },
  },
  {
    section: `${PATCH}, rule 1`,
    statement: 'replacing is a DELETE and an ADD, whatever their order',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      await world.change(piece, [add(uri, 'goodsDescription', 'Apples'), remove(uri, 'goodsDescription', 'Oranges')]);
      expect(member(await world.read(piece), 'cargo:goodsDescription')).to.equal('Apples');
    },
  },
  {
    section: `${PATCH}, rule 2`,
    statement: 'all DELETEs are applied before all ADDs: deleting and adding the same statement keeps it',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      await world.change(piece, [add(uri, 'goodsDescription', 'Oranges'), remove(uri, 'goodsDescription', 'Oranges')]);
      expect(member(await world.read(piece), 'cargo:goodsDescription')).to.equal('Oranges');
      expect(await world.revision(piece)).to.equal(2);
    },
  },
  {
    section: `${PATCH}, rule 2; D19`,
    statement: 'if one operation fails all fail: REQUEST_FAILED with hasError, 422, the object as it was',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      const before = (await world.holder.get(piece)).text;
      const request = await world.submit(world.partner, piece, [coload(uri), remove(uri, 'goodsDescription', 'Plums')]);
      const reply = await world.accept(request);
      expect(reply.status).to.equal(422);
      expect(await world.status(request)).to.equal('REQUEST_FAILED');
      expect(await world.errorCodes(request)).to.deep.equal(['422']);
      expect((await world.holder.get(piece)).text).to.equal(before);
      expect(await world.revision(piece)).to.equal(1);
    },
  },
  {
    section: `${PATCH}, rule 3`,
    statement: 'an accepted Change increments the revision by one and is in the audit trail',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await world.change(piece, [coload(world.uri(piece))]);
      const reply = await world.holder.get(piece);
      expect(reply.headers.get('revision')).to.equal('2');
      const trail = list(member(await world.read(`${piece}/audit-trail`), 'api:hasChangeRequest'));
      expect(trail.map(id)).to.deep.equal([world.uri(request)]);
      expect(await world.status(request)).to.equal('REQUEST_ACCEPTED');
    },
  },
  ...bad(`${PATCH}, rule 4`, 400, 'hasLogisticsObject is the object of the path', {
    another: (object) => ({
      ...changeBody(object, 1, [coload(object)]),
      'api:hasLogisticsObject': { '@id': `${object}x` },
    }),
    'with a slash': (object) => ({
      ...changeBody(object, 1, [coload(object)]),
      'api:hasLogisticsObject': { '@id': `${object}/` },
    }),
    'at a time': (object) => ({
      ...changeBody(object, 1, [coload(object)]),
      'api:hasLogisticsObject': { '@id': `${object}?at=20260101T000000Z` },
    }),
    two: (object) => ({
      ...changeBody(object, 1, [coload(object)]),
      'api:hasLogisticsObject': [{ '@id': object }, { '@id': `${object}x` }],
    }),
    none: without('api:hasLogisticsObject'),
  }),
  ...bad(`${PATCH}, rule 5`, 400, 'operations on events are refused', {
    'cargo:hasLogisticsEvent': one({
      p: `${cargo}hasLogisticsEvent`,
      value: 'https://example.org/e',
      datatype: `${cargo}LogisticsEvent`,
    }),
    'api:hasLogisticsEvent': one({ p: `${api}hasLogisticsEvent` }),
    'cargo:events': one({ p: `${cargo}events`, value: 'https://example.org/e', datatype: `${cargo}LogisticsEvent` }),
    'DELETE of events': one({ op: 'DELETE', p: `${cargo}events` }),
  }),
  {
    section: `${PATCH}, rule 6; D19`,
    statement: 'linking an object that exists works; one of this node that does not exist fails the Change',
    holds: async (world) => {
      const [piece, other] = [await world.openPiece(), await world.openPiece()];
      const uri = world.uri(piece);
      await world.change(piece, [add(uri, 'containedPieces', world.uri(other), 'Piece')]);
      expect(id(member(await world.read(piece), 'cargo:containedPieces'))).to.equal(world.uri(other));
      for (const datatype of ['Piece', 'LogisticsObject', 'Item']) {
        const request = await world.submit(world.partner, piece, [
          add(uri, 'containedPieces', world.uri('/logistics-objects/nowhere'), datatype),
        ]);
        expect((await world.accept(request)).status, datatype).to.equal(422);
        expect(await world.status(request)).to.equal('REQUEST_FAILED');
      }
    },
  },
  ...bad(`${PATCH}, rule 6`, 422, 'a Change cannot create a Logistics Object', {
    'by a label': (object) =>
      changeBody(object, 1, [add(object, 'containedPieces', '_:p', 'Piece'), add('_:p', 'goodsDescription', 'x')]),
  }),
  {
    section: `${PATCH}, rule 7`,
    statement: 'labels become embedded objects with internal: ids, nested as far as one likes',
    holds: async (world) => {
      const piece = await world.openPiece();
      await world.change(piece, [
        add('_:w', 'value', '20', 'xsd:double'),
        add(world.uri(piece), 'grossWeight', '_:w', 'Value'),
        add('_:w', 'unit', 'KGM'),
      ]);
      const weight = member(await world.read(piece), 'cargo:grossWeight');
      expect(id(weight)).to.match(/^internal:[0-9a-f-]{36}$/);
      expect(member(weight, '@type')).to.equal('cargo:Value');
      expect(member(weight, 'cargo:value')).to.deep.equal({ '@type': `${xsd}double`, '@value': '20.0' });
      await world.change(piece, [remove(id(weight), 'unit', 'KGM'), add(id(weight), 'unit', 'LBR')]);
      expect(member(member(await world.read(piece), 'cargo:grossWeight'), 'cargo:unit')).to.equal('LBR');
    },
  },
  {
    section: `${PATCH}, rule 8; D17; L10`,
    statement: 'a Change on an outdated or future revision is 201 and REQUEST_REJECTED immediately with code 409',
    holds: async (world) => {
      const piece = await world.openPiece();
      await world.change(piece, [coload(world.uri(piece))]);
      for (const revision of [1, 3, 999_999]) {
        const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'goodsDescription', 'x')], {
          revision,
        });
        expect(await world.status(request)).to.equal('REQUEST_REJECTED');
        expect(await world.errorCodes(request)).to.deep.equal(['409']);
      }
      expect(await world.revision(piece)).to.equal(2);
    },
  },
  {
    section: `${PATCH}, rule 9; D20`,
    statement: 'after an acceptance the competing requests on the same revision are REQUEST_REJECTED with code 409',
    holds: async (world) => {
      const [piece, other] = [await world.openPiece(), await world.openPiece()];
      const uri = world.uri(piece);
      const competing = [
        await world.submit(world.partner, piece, [coload(uri)]),
        await world.submit(world.otherPartner, piece, [add(uri, 'upid', 'x')]),
      ];
      const bystander = await world.submit(world.otherPartner, other, [coload(world.uri(other))]);
      const winner = await world.submit(world.otherPartner, piece, [remove(uri, 'goodsDescription', 'Oranges')]);
      expect((await world.accept(winner)).status).to.equal(204);
      for (const otherPartner of competing) {
        expect(await world.status(otherPartner)).to.equal('REQUEST_REJECTED');
        expect(await world.errorCodes(otherPartner)).to.deep.equal(['409']);
        const again = await world.accept(otherPartner);
        expect(again.status).to.equal(422);
        expect(again.text, 'the stored reason').to.match(/REQUEST_REJECTED cannot be accepted: \w/);
      }
      expect(await world.status(bystander)).to.equal('REQUEST_PENDING');
    },
  },
  {
    section: 'D19',
    statement:
      'an ADD of what is there, twice even, changes nothing and does not fail; the Change still makes a revision',
    holds: async (world) => {
      const piece = await world.openPiece();
      const same = add(world.uri(piece), 'goodsDescription', 'Oranges');
      const before = (await world.holder.get(piece)).text;
      await world.change(piece, [same, same]);
      expect((await world.holder.get(piece)).text).to.equal(before);
      expect(await world.revision(piece)).to.equal(2);
    },
  },
  ...each<(uri: string) => OperationLike[]>(
    {
      'too many values': (uri) => [add(uri, 'goodsDescription', 'Apples')],
      'an unknown property': (uri) => [add(uri, 'colour', 'red')],
      'a wrong datatype': (uri) => [add(uri, 'coload', '7', 'xsd:integer')],
      'a class where text is asked for': (uri) => [
        add(uri, 'upid', 'https://elsewhere.example/logistics-objects/x', 'Piece'),
      ],
      'an embedded object of the wrong class': (uri) => [add(uri, 'grossWeight', '_:w', 'HandlingInstructions')],
      'no type any more': (uri) => [remove(uri, rdfType, `${cargo}Piece`, 'xsd:anyURI')],
      'a type that is no Logistics Object': (uri) => [
        remove(uri, rdfType, `${cargo}Piece`, 'xsd:anyURI'),
        add(uri, rdfType, `${cargo}Value`, 'xsd:anyURI'),
      ],
      'an unknown type beside': (uri) => [add(uri, rdfType, `${cargo}Peace`, 'xsd:anyURI')],
      'a label as type': (uri) => [add(uri, rdfType, '_:t', 'Value')],
    },
    (operations) => ({
      section: 'D19',
      statement: 'a Change that leaves a violated shape fails at its acceptance, and nothing changes',
      holds: async (world) => {
        const piece = await world.openPiece();
        const before = (await world.holder.get(piece)).text;
        const reply = await world.send(world.partner, piece, operations(world.uri(piece)));
        // What is plain from the Change alone may be refused when it is submitted.
        if (reply.status !== 422) {
          expect(reply.status, reply.text).to.equal(201);
          const request = world.path(reply.headers.get('location'));
          expect((await world.accept(request)).status).to.equal(422);
          expect(await world.status(request)).to.equal('REQUEST_FAILED');
        }
        expect((await world.holder.get(piece)).text).to.equal(before);
      },
    }),
  ),
  ...each<(uri: string) => OperationLike[]>(
    {
      'a misspelt property': (uri) => [add(uri, 'goodsDescripton', 'Apples')],
      'a misspelt property of a new embedded object': (uri) => [
        add(uri, 'volume', '_:v', 'Value'),
        add('_:v', 'numericalVale', '1', 'xsd:double'),
      ],
      'an unknown class as datatype': (uri) => [add(uri, 'volume', '_:v', 'Valu')],
      'an unknown datatype': (uri) => [add(uri, 'goodsDescription', 'Apples', 'xsd:strin')],
    },
    (operations) => ({
      section: 'PATCH; D16; D63',
      statement: 'a name that the data model does not have is 422 when the Change is submitted',
      holds: async (world) => {
        const piece = await world.openPiece();
        await world.expectRejected(piece, 422, () => world.send(world.partner, piece, operations(world.uri(piece))));
      },
    }),
  ),
  ...each<{ operations: (uri: string) => OperationLike[]; property: string }>(
    {
      'a second value of a single property': {
        operations: (uri) => [add(uri, 'goodsDescription', 'Apples')],
        property: `${cargo}goodsDescription`,
      },
      'a DELETE of what is not there': {
        operations: (uri) => [remove(uri, 'goodsDescription', 'Plums')],
        property: `${cargo}goodsDescription`,
      },
      'a wrong datatype': { operations: (uri) => [add(uri, 'coload', '7', 'xsd:integer')], property: `${cargo}coload` },
    },
    ({ operations, property }) => ({
      section: `${PATCH}, rule 2; D63`,
      statement: 'a pending request says in hasError why this revision cannot take its Change, until it is decided',
      holds: async (world) => {
        const piece = await world.openPiece();
        const decisions: ((request: string) => Promise<Reply>)[] = [
          (request) => world.accept(request),
          (request) => world.decide(request, 'REQUEST_REJECTED'),
          (request) => world.decide(request, 'REQUEST_REJECTED', rejection),
          (request) => world.partner.delete(request),
        ];
        for (const decide of decisions) {
          const request = await world.submit(world.partner, piece, operations(world.uri(piece)));
          const { json } = await world.partner.get(request);
          expect(idIn(member(json, 'api:hasRequestStatus'))).to.equal('api:REQUEST_PENDING');
          const [detail] = list(member(member(json, 'api:hasError'), 'api:hasErrorDetail'));
          expect(member(detail, 'api:hasCode')).to.equal('422');
          expect(member(member(detail, 'api:hasProperty'), '@value')).to.equal(property);
          await decide(request);
          expect(list(member(await world.read(request), 'api:hasError'))).to.have.length(1);
        }
        expect(await world.revision(piece)).to.equal(1);
      },
    }),
  ),
  {
    section: 'D63',
    statement: 'a Change that can be accepted has no hasError, also where its literals are written otherwise',
    holds: async (world) => {
      const piece = await world.openPiece({ 'cargo:coload': true, 'cargo:slac': 7 });
      const uri = world.uri(piece);
      const link = `${world.node.url}/logistics-objects/later-${id(await world.read(piece)).slice(-8)}`;
      for (const operations of [
        [remove(uri, 'coload', '1', 'xsd:boolean'), remove(uri, 'slac', '07', 'xsd:integer')],
        [add(uri, 'coload', '1', 'xsd:boolean')],
        [add(uri, 'containedPieces', link, 'Piece')],
      ]) {
        const request = await world.submit(world.partner, piece, operations);
        expect(await world.errorCodes(request), JSON.stringify(operations)).to.deep.equal([]);
      }
    },
  },
  {
    section: 'D21',
    statement:
      'removing the last link to an embedded object removes its statements, and those of objects linked only from it',
    holds: async (world) => {
      const weight = { '@type': 'cargo:Value', 'cargo:value': 20, 'cargo:unit': 'KGM' };
      const piece = await world.openPiece({
        'cargo:grossWeight': weight,
        'cargo:handlingInstructions': { '@type': 'cargo:HandlingInstructions', 'cargo:description': 'x' },
      });
      const read = await world.read(piece);
      const [weightId, instructions] = [
        id(member(read, 'cargo:grossWeight')),
        id(member(read, 'cargo:handlingInstructions')),
      ];
      const uri = world.uri(piece);
      await world.change(piece, [
        remove(uri, 'grossWeight', weightId, 'Value'),
        remove(weightId, 'value', '20', 'xsd:double'),
        remove(uri, 'handlingInstructions', instructions, 'HandlingInstructions'),
      ]);
      const after = (await world.holder.get(piece, { headers: { Accept: 'application/n-triples' } })).text;
      expect(after.trim().split('\n')).to.have.length(2);
    },
  },
  {
    section: 'D5',
    statement: 'a DELETE of text as xsd:string finds the same text in a language, and no other',
    holds: async (world) => {
      const piece = await world.openPiece({ 'cargo:goodsDescription': { '@language': 'de', '@value': 'Bücher' } });
      const uri = world.uri(piece);
      const other = await world.submit(world.partner, piece, [remove(uri, 'goodsDescription', 'Buch')]);
      const decision = await world.accept(other);
      expect(decision.status, decision.text).to.equal(422);
      expect(decision.text).to.contain('to delete does not exist').and.contain('Buch');
      await world.change(piece, [remove(uri, 'goodsDescription', 'Bücher')]);
      expect(member(await world.read(piece), 'cargo:goodsDescription')).to.equal(undefined);
    },
  },
  {
    section: 'D5',
    statement: 'a DELETE names an xsd:double by its value, however it is written',
    holds: async (world) => {
      for (const text of ['20', '20.0', '2.0E1', '+20.00']) {
        const piece = await world.openPiece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20 } });
        const weight = id(member(await world.read(piece), 'cargo:grossWeight'));
        await world.change(piece, [remove(weight, 'value', text, 'xsd:double')]);
        expect(member(member(await world.read(piece), 'cargo:grossWeight'), 'cargo:value'), text).to.equal(undefined);
      }
    },
  },
  {
    section: 'D42',
    statement: 'o as plain text is of xsd:string, and one operation may have several values',
    holds: async (world) => {
      const piece = await world.openPiece();
      const operation = {
        ...operationBody(add(world.uri(piece), 'textualHandlingInstructions', '')),
        'api:o': ['a', 'b'],
      };
      const reply = await world.partner.patch(
        piece,
        changeBody(world.uri(piece), 1, [], { 'api:hasOperation': operation }),
      );
      expect(reply.status, reply.text).to.equal(201);
      expect((await world.accept(world.path(reply.headers.get('location')))).status).to.equal(204);
      expect(member(await world.read(piece), 'cargo:textualHandlingInstructions')).to.have.members(['a', 'b']);
    },
  },
  ...each<string>(
    {
      'of the list': 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#VAL',
      'of a list that it includes': 'https://onerecord.iata.org/ns/code-lists/SecurityStatus#SPX',
      'of a company': 'https://1r.example.org/specialHandlingCodes#CUS',
    },
    (code) => ({
      section: 'D39; D42',
      statement: 'a code’s IRI stays that IRI, whatever class hasDatatype names',
      holds: async (world) => {
        for (const datatype of [
          'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode',
          'SpecialHandlingCode',
          'CodeListElement',
        ]) {
          const piece = await world.openPiece();
          await world.change(piece, [add(world.uri(piece), 'specialHandlingCodes', code, datatype)]);
          expect(member(await world.read(piece), 'cargo:specialHandlingCodes'), datatype).to.deep.equal({
            '@id': code,
          });
        }
      },
    }),
  ),
  ...bad('PATCH; D16', 400, 'a body that is no Change is 400', {
    'another type': (object) => ({ ...changeBody(object, 1, [coload(object)]), '@type': 'api:Subscription' }),
    'no type': without('@type'),
    'no operation': without('api:hasOperation'),
    'no revision': without('api:hasRevision'),
    'revision 0': (object) => ({ ...changeBody(object, 1, [coload(object)]), 'api:hasRevision': 0 }),
    'a negative revision': (object) => ({ ...changeBody(object, 1, [coload(object)]), 'api:hasRevision': -1 }),
    'a revision with a fraction': (object) => ({ ...changeBody(object, 1, [coload(object)]), 'api:hasRevision': 1.5 }),
    'a revision that is a word': (object) => ({ ...changeBody(object, 1, [coload(object)]), 'api:hasRevision': 'one' }),
    'two revisions': (object) => ({ ...changeBody(object, 1, [coload(object)]), 'api:hasRevision': [1, 2] }),
    'a flag that is none': (object) =>
      changeBody(object, 1, [coload(object)], { 'api:notifyRequestStatusChange': 'perhaps' }),
    'an operation that is text': (object) => changeBody(object, 1, [], { 'api:hasOperation': 'DELETE everything' }),
    'an operation without o': (object) =>
      changeBody(object, 1, [], { 'api:hasOperation': { ...operationBody(coload(object)), 'api:o': [] } }),
    'an operation without s': (object) =>
      changeBody(object, 1, [], { 'api:hasOperation': { ...operationBody(coload(object)), 'api:s': [] } }),
    'a value without datatype': (object) =>
      changeBody(object, 1, [], {
        'api:hasOperation': {
          ...operationBody(coload(object)),
          'api:o': { '@type': 'api:OperationObject', 'api:hasValue': 'x' },
        },
      }),
    'an empty array': () => [],
    text: () => 'x',
    null: () => null,
  }),
  ...bad('PATCH; D16', 422, 'a Change that cannot be carried out is 422', {
    'an unknown op': (object) =>
      changeBody(object, 1, [], {
        'api:hasOperation': { ...operationBody(coload(object)), 'api:op': { '@id': 'api:REPLACE' } },
      }),
    'a predicate that is no IRI': one({ p: 'coload' }),
    'a predicate that is no IRI, as xsd:anyURI': one({ p: 'co load<>' }),
    'a predicate that is no IRI, and an unknown op': (object) =>
      changeBody(object, 1, [], {
        'api:hasOperation': [
          operationBody({ ...coload(object), p: '' }),
          operationBody({ ...coload(object), op: 'X' }),
        ],
      }),
    'another object as subject': (object) => changeBody(object, 1, [coload(`${object}x`)]),
    'an event as subject': (object) => changeBody(object, 1, [coload(`${object}/logistics-events/e`)]),
    'an embedded object that is none': (object) => changeBody(object, 1, [add('internal:none', 'unit', 'KGM')]),
    'an empty subject': (object) => changeBody(object, 1, [add('', 'unit', 'KGM')]),
    'a label that nothing introduces': (object) => changeBody(object, 1, [add('_:w', 'unit', 'KGM')]),
    'a label that only text introduces': (object) =>
      changeBody(object, 1, [add(object, 'upid', '_:w'), add('_:w', 'unit', 'KGM')]),
    'a label that only itself introduces': (object) =>
      changeBody(object, 1, [add('_:w', 'grossWeight', '_:w', 'Value')]),
    'a DELETE on a label': (object) =>
      changeBody(object, 1, [add(object, 'volume', '_:w', 'Value'), remove('_:w', 'unit', 'KGM')]),
    'a word as xsd:double': (object) =>
      changeBody(object, 1, [add(object, 'volume', '_:w', 'Value'), add('_:w', 'value', 'heavy', 'xsd:double')]),
    'another word as xsd:boolean': one({ value: 'yes' }),
    'an impossible date': one({ p: 'https://example.org/on', value: '2026-02-31', datatype: `${xsd}date` }),
    'a class with a value that is no IRI': one({ p: `${cargo}grossWeight`, value: 'heavy', datatype: `${cargo}Value` }),
    'an embedded object of nobody as value': one({
      p: `${cargo}grossWeight`,
      value: 'internal:none',
      datatype: `${cargo}Value`,
    }),
  }),
  ...bad('PATCH; D16', 400, 'what makes the body invalid comes before what is unprocessable in it', {
    'an unknown op and an operation on events': (object) =>
      changeBody(object, 1, [
        { ...coload(object), op: 'REPLACE' },
        { ...coload(object), p: `${cargo}events` },
      ]),
    'an unknown op of an operation on events': one({ op: 'REPLACE', p: `${cargo}events` }),
    'a predicate that is no IRI, and an operation on events': (object) =>
      changeBody(object, 1, [
        { ...coload(object), p: 'co load' },
        { ...coload(object), p: `${api}hasLogisticsEvent` },
      ]),
    'a subject of nobody, and a Change for another object': (object) =>
      changeBody(`${object}x`, 1, [{ ...coload(object), s: 'internal:none', op: 'REPLACE' }]),
    'an unknown op, and a value that is no text': (object) =>
      changeBody(object, 1, [], {
        'api:hasOperation': {
          ...operationBody({ ...coload(object), op: 'REPLACE' }),
          'api:o': { '@type': 'api:OperationObject', 'api:hasDatatype': `${xsd}string`, 'api:hasValue': 1 },
        },
      }),
    'a predicate that is an @id and no IRI': (object) =>
      changeBody(object, 1, [], {
        'api:hasOperation': { ...operationBody(coload(object)), 'api:p': { '@id': 'coload' } },
      }),
  }),
  ...bad('D52', 422, 'a name of an Operation that a reader of the compacted form takes for another is 422', {
    'p with a prefix': one({ p: 'cargo:coload' }),
    'p with a prefix, as plain text': (object) =>
      changeBody(object, 1, [], { 'api:hasOperation': { ...operationBody(coload(object)), 'api:p': 'cargo:coload' } }),
    'p with a prefix that no answer has used yet': one({ p: 'vcard:hasMember' }),
    'p with a prefix, in a DELETE': one({ op: 'DELETE', p: 'cargo:coload' }),
    'p with a prefix, on an outdated revision': (object) =>
      changeBody(object, 7, [{ ...coload(object), p: 'cargo:coload' }]),
    'p of another scheme': one({ p: 'rdf:type' }),
    'p that is a mail address': one({ p: 'mailto:somebody@example.org' }),
    'p without a host': one({ p: 'https:coload' }),
    'a datatype with a prefix': one({ datatype: 'xsd:boolean' }),
    'a class with a prefix': one({ p: `${cargo}grossWeight`, value: '_:w', datatype: 'cargo:Value' }),
    'an IRI with a prefix as value': one({
      p: 'https://example.org/see',
      value: 'api:ADD',
      datatype: 'https://example.org/Thing',
    }),
    'a type with a prefix': one({ p: rdfType, value: 'cargo:Piece', datatype: `${cargo}Piece` }),
  }),
  {
    section: 'D52',
    statement: 'a body with a name whose prefix no @context maps is 400',
    holds: async (world) => {
      const [valid, plain] = [{ '@context': context, '@type': 'cargo:Piece' }, { '@context': { api } }];
      const bodies: JsonObject[] = [
        { ...plain, '@type': `${cargo}Piece`, 'cargo:coload': true },
        { ...plain, '@type': 'cargo:Piece' },
        { ...valid, 'https://example.org/see': { '@id': 'xsd:string' } },
        { ...valid, 'https://example.org/see': { '@type': 'xsd:string', '@value': 'x' } },
      ];
      for (const body of bodies)
        expect((await world.holder.post('/logistics-objects', body)).status, JSON.stringify(body)).to.equal(400);
    },
  },
  {
    section: 'D52',
    statement: 'an absolute http, https or urn IRI is a predicate',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      const names = ['http://example.org/a', 'HTTPS://example.org/b', 'urn:example:c', `${cargo}coload`];
      await world.change(
        piece,
        names.map((p) => add(uri, p, 'true', 'xsd:boolean')),
      );
      const read = await world.read(piece);
      for (const name of [...names.slice(0, 3), 'cargo:coload']) expect(member(read, name), name).to.equal(true);
    },
  },
  {
    section: 'D5; D42',
    statement: 'the language of a text as value is kept, as plain text and in an OperationObject',
    holds: async (world) => {
      const piece = await world.create({ '@type': 'cargo:Piece' });
      const uri = world.uri(piece);
      const german = { '@language': 'de', '@value': 'Äpfel' };
      const operation = (op: string, o: Json): Json =>
        changeBody(uri, 1, [], {
          'api:hasOperation': { ...operationBody({ ...add(uri, 'goodsDescription', ''), op }), 'api:o': o },
        })['api:hasOperation'];
      const object = (datatype: string, value: Json): Json => ({
        '@type': 'api:OperationObject',
        'api:hasDatatype': datatype,
        'api:hasValue': value,
      });
      const rdfNs = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
      for (const o of [german, object(`${xsd}string`, german), object(`${rdfNs}langString`, german)]) {
        for (const op of ['ADD', 'DELETE']) {
          const request = await world.submit(world.partner, piece, [], { 'api:hasOperation': operation(op, o) });
          expect((await world.holder.get(request)).text).to.contain('"@language":"de"');
          expect((await world.accept(request)).status).to.equal(204);
          expect(member(await world.read(piece), 'cargo:goodsDescription')).to.deep.equal(
            op === 'ADD' ? german : undefined,
          );
        }
      }
    },
  },
  {
    section: 'D5; D42',
    statement: 'a default language of the document tags texts only, and a DELETE finds the text without a tag',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      const more = { '@context': { ...context, '@language': 'en-US' } };
      const request = await world.submit(
        world.partner,
        piece,
        [
          remove(uri, 'goodsDescription', 'Oranges'),
          add(uri, 'goodsDescription', 'Apples'),
          add(uri, 'coload', 'true', 'xsd:boolean'),
        ],
        more,
      );
      expect((await world.accept(request)).status).to.equal(204);
      const read = await world.read(piece);
      expect(member(read, 'cargo:goodsDescription')).to.deep.equal({ '@language': 'en-US', '@value': 'Apples' });
      expect(member(read, 'cargo:coload')).to.equal(true);
    },
  },
  {
    section: 'D16',
    statement: 'an embedded object of another Logistics Object is neither subject nor value',
    holds: async (world) => {
      const [piece, other] = [
        await world.openPiece(),
        await world.openPiece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 1 } }),
      ];
      const foreign = id(member(await world.read(other), 'cargo:grossWeight'));
      for (const operation of [
        add(foreign, 'unit', 'KGM'),
        add(world.uri(piece), 'grossWeight', foreign, 'Value'),
        remove(foreign, 'value', '1', 'xsd:double'),
      ]) {
        await world.expectRejected(piece, 422, () => world.send(world.partner, piece, [operation]));
        await world.expectRejected(other, 422, () => world.send(world.partner, piece, [operation]));
      }
    },
  },
  {
    section: 'D49',
    statement:
      'If-Match on PATCH compares with the latest revision’s tag, in any form: another is 412, nothing changes',
    holds: async (world) => {
      const piece = await world.openPiece();
      const change = changeBody(world.uri(piece), 1, [coload(world.uri(piece))]);
      const tag = (await world.holder.get(piece)).headers.get('etag') ?? '';
      const [, state = '', form = ''] = /^"1\.([^.]+)\.(.+)"$/.exec(tag) ?? [];
      expect(form, tag).to.equal('jsonld.2.0.0');
      for (const bad of [
        '"0"',
        `"2.${state}.${form}"`,
        `W/${tag}`,
        `"11.${state}.${form}"`,
        `"1.${form}"`,
        '"1"',
        'nonsense',
      ])
        await world.expectRejected(piece, 412, () => world.partner.patch(piece, change, { 'If-Match': bad }));
      const turtle = (await world.holder.get(piece, { headers: { Accept: 'text/turtle' } })).headers.get('etag') ?? '';
      expect(turtle).to.not.equal(tag);
      for (const good of [tag, turtle, `"x", ${tag}`, '*'])
        expect((await world.partner.patch(piece, change, { 'If-Match': good })).status, good).to.equal(201);
    },
  },
];

conformance('PATCH /logistics-objects/<id>', statements);

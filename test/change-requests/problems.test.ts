/** What a requestor and the holder are told about a Change that cannot be carried out. */
import { expect } from 'chai';
import { add, changeBody, operationBody, type OperationLike, remove, xsd } from '../support/changes.js';
import { partyFor, Receiver, settled } from '../support/exchange.js';
import { api, cargo, type Json, list, member, type Reply } from '../support/node.js';
import { TestContext, text } from '../support/world.js';

interface Detail {
  readonly message: string;
  readonly property?: string;
  readonly resource?: string;
}

/** The details of an Error, or of a request's `hasError`. */
function details(error: Json): Detail[] {
  return list(member(error, 'api:hasErrorDetail')).map((detail) => {
    const [property, resource] = ['api:hasProperty', 'api:hasResource'].map((name) => member(detail, name));
    return {
      message: text(member(detail, 'api:hasMessage')),
      ...(property !== undefined && { property: text(member(property, '@value')) }),
      ...(resource !== undefined && { resource: text(member(resource, '@value')) }),
    };
  });
}

describe('the errors of a Change', () => {
  let world: TestContext;
  let piece: string;
  let object: string;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());
  beforeEach(async () => {
    piece = await world.openPiece();
    object = world.uri(piece);
  });

  const coload = (): OperationLike => add(object, 'coload', 'true', 'xsd:boolean');
  const patch = (body: Json): Promise<Reply> => world.partner.patch(piece, body);
  /** Submits a Change with other members. */
  const submit = (operations: readonly OperationLike[], more: Record<string, Json> = {}): Promise<Reply> =>
    patch(changeBody(object, 1, operations, more));

  async function expectDetails(reply: Reply, status: number, expected: readonly Detail[]): Promise<void> {
    expect(reply.status, reply.text).to.equal(status);
    expect(details(reply.json)).to.deep.equal(expected);
    expect(await world.revision(piece)).to.equal(1);
  }

  it('say that the body must be a Change', async () => {
    const reply = await submit([coload()], { '@type': 'api:Subscription' });
    expect(reply.status, reply.text).to.equal(400);
    expect(details(reply.json)[0]).to.deep.include({
      message: 'the body must be a Change (@type api:Change)',
      property: `${api}Change`,
    });
  });

  it('name the object of the Change where it is another one than that of the path', async () => {
    const other = `${object}x`;
    await expectDetails(await patch(changeBody(other, 1, [coload()])), 400, [
      {
        message: `hasLogisticsObject of the Change is <${other}>, which is not the Logistics Object that this request is sent to`,
        property: `${api}hasLogisticsObject`,
        resource: object,
      },
    ]);
  });

  it('name each property of events that is changed, and nothing else', async () => {
    const properties = [`${api}hasLogisticsEvent`, `${cargo}events`, `${cargo}hasLogisticsEvent`];
    const message =
      'Logistics Events cannot be linked or removed by a Change; they are posted to the logistics-events address';
    const operations = properties.map((p) => add(object, p, 'https://example.org/e', 'LogisticsEvent'));
    await expectDetails(
      await submit([coload(), ...operations]),
      400,
      properties.map((property) => ({ message, property, resource: object })),
    );
  });

  it('count operations beyond a thousand, which are accepted', async () => {
    const many = (count: number): Json => {
      const names = Array.from({ length: count }, (_, index) => `urn:example:${index}`);
      // Short, so that the body is below its limit.
      const operations = names.map((p) => ({
        '@type': 'api:Operation',
        'api:op': { '@id': 'api:ADD' },
        'api:s': object,
        'api:p': { '@type': `${xsd}anyURI`, '@value': p },
        'api:o': 'x',
      }));
      return changeBody(object, 1, [], { 'api:hasOperation': operations });
    };
    const accepted = await patch(many(1000));
    expect(accepted.status, accepted.text).to.equal(201);
    await expectDetails(await patch(many(1001)), 413, [
      {
        message: 'a Change may have at most 1000 operations, not 1001: send several Changes',
        property: `${api}hasOperation`,
      },
    ]);
  });

  it('name an op and a p that are none, and leave the others to be checked', async () => {
    const replaced = { ...operationBody(coload()), 'api:op': { '@id': 'api:REPLACE' } };
    const [op, p] = [
      { message: `op must be ADD or DELETE, not <${api}REPLACE>`, property: `${api}op` },
      { message: 'p must be the IRI of a property, not "co load"', property: `${api}p` },
    ];
    await expectDetails(await submit([], { 'api:hasOperation': replaced }), 422, [op]);
    const wrong = operationBody({ ...coload(), p: 'co load' });
    await expectDetails(await submit([], { 'api:hasOperation': wrong }), 422, [p]);
    const blank = { ...operationBody(coload()), 'api:p': { '@type': 'cargo:Piece' } };
    const reply = await submit([], { 'api:hasOperation': blank });
    expect(details(reply.json).map(({ message }) => message)).to.include(
      'p must be the IRI of a property, not a node without @id',
    );
    const both = [replaced, wrong, operationBody(add('internal:none', 'unit', 'KGM'))];
    await expectDetails(await submit([], { 'api:hasOperation': both }), 422, [
      op,
      p,
      {
        message:
          'the subject "internal:none" is neither the Logistics Object, nor one of its embedded objects, nor a label that this Change introduces',
        property: `${cargo}unit`,
        resource: object,
      },
    ]);
  });

  it('name each part that an operation lacks or has twice', async () => {
    const whole = operationBody(coload());
    for (const [part, name] of [
      [{ 'api:op': [] }, 'op is missing'],
      [{ 'api:s': [] }, 's is missing'],
      [{ 'api:p': [] }, 'p is missing'],
      [{ 'api:s': [object, `${object}x`] }, 's is given 2 times, at most 1 is allowed'],
      [{ 'api:o': { '@type': 'api:OperationObject', 'api:hasValue': 'x' } }, 'hasDatatype is missing'],
      [{ 'api:o': { '@type': 'api:OperationObject', 'api:hasDatatype': whole['api:p'] ?? '' } }, 'hasValue is missing'],
    ] as const) {
      const reply = await submit([], { 'api:hasOperation': { ...whole, ...part } as Json });
      expect(reply.status, reply.text).to.equal(400);
      expect(details(reply.json).map(({ message }) => message)).to.include(name);
    }
  });

  it('name the property of a value that cannot be taken, with the reason', async () => {
    const volume = `${cargo}volume`;
    for (const [operations, property, message] of [
      [[add(object, `${api}hasRevision`, '2', 'xsd:integer')], `${api}hasRevision`, 'the server assigns revisions'],
      [
        [remove(object, `${api}hasLatestRevision`, '1', 'xsd:integer')],
        `${api}hasLatestRevision`,
        'the server assigns revisions',
      ],
      [[add(object, 'upid', 'x', 'xsd:strin')], `${cargo}upid`, `there is no datatype <${xsd}strin>`],
      [
        [remove(object, 'volume', '_:w', 'Value')],
        volume,
        'a DELETE names an embedded object by its internal: id, not by the label "_:w"',
      ],
      [
        [add(object, 'containedPieces', '_:p', 'Piece')],
        `${cargo}containedPieces`,
        'a Change cannot create a Logistics Object, only link to one by its URI',
      ],
      [
        [add(object, 'volume', 'heavy', 'Value')],
        volume,
        `"heavy" must be an IRI or a label, because hasDatatype names the class ${cargo}Value`,
      ],
      [
        [add(object, 'volume', 'h'.repeat(300), 'Value')],
        volume,
        `"${'h'.repeat(200)}" must be an IRI or a label, because hasDatatype names the class ${cargo}Value`,
      ],
      [
        [remove(object, 'volume', 'internal:none', 'Value')],
        volume,
        '"internal:none" is not an embedded object of this Logistics Object',
      ],
      [
        [add(object, 'cargo:upid', 'x')],
        'cargo:upid',
        'p "cargo:upid" begins with an undeclared prefix: write the full IRI',
      ],
      [
        [add(object, 'mailto:a@example.org', 'x')],
        'mailto:a@example.org',
        'p must be an absolute http(s) or urn IRI, not <mailto:a@example.org>',
      ],
      [[add(object, 'urn:x', 'x')], 'urn:x', 'p must be an absolute http(s) or urn IRI, not <urn:x>'],
      [
        [{ ...add(object, 'upid', 'x'), datatype: 'xsd:string' }],
        `${cargo}upid`,
        'hasDatatype "xsd:string" begins with an undeclared prefix: write the full IRI',
      ],
      [
        [add(object, 'https://example.org/see', `cargo:${'a'.repeat(300)}`, 'https://example.org/Thing')],
        'https://example.org/see',
        `hasValue "cargo:${'a'.repeat(194)}" begins with an undeclared prefix: write the full IRI`,
      ],
    ] as const)
      await expectDetails(await submit(operations), 422, [{ message, property, resource: object }]);
  });

  it('say in a request that is rejected at once which revision is the latest', async () => {
    await world.change(piece, [coload()]);
    const request = await world.submit(world.partner, piece, [add(object, 'upid', 'x')], { revision: 1 });
    expect(details(member(await world.read(request), 'api:hasError'))).to.deep.equal([
      {
        message: 'the Change was built on revision 1, but the latest revision of the Logistics Object is 2',
        resource: object,
      },
    ]);
  });

  it('name in a competing request that is rejected the revision of the winner', async () => {
    const competing = await world.submit(world.partner, piece, [add(object, 'upid', 'x')]);
    await world.change(piece, [coload()]);
    expect(details(member(await world.read(competing), 'api:hasError'))).to.deep.equal([
      {
        message: 'the Change was built on revision 1, but the latest revision of the Logistics Object is 2',
        resource: object,
      },
    ]);
  });

  it('say in a request that failed which statement or link is missing, and which type', async () => {
    const nowhere = world.uri('/logistics-objects/nowhere');
    const unit = 'https://example.org/unit';
    const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
    for (const [operations, detail] of [
      [
        [remove(object, 'goodsDescription', 'Plums')],
        { message: 'the value "Plums" to delete does not exist', property: `${cargo}goodsDescription` },
      ],
      [
        [remove(object, unit, 'https://example.org/KGM', 'https://example.org/Unit')],
        { message: 'the value <https://example.org/KGM> to delete does not exist', property: unit },
      ],
      [
        [remove(object, rdfType, `${cargo}Piece`, 'xsd:anyURI')],
        { message: 'the Change would leave the object without a type that inherits from LogisticsObject' },
      ],
    ] as const) {
      const request = await world.submit(world.partner, piece, operations);
      const decision = await world.accept(request);
      expect(decision.status, decision.text).to.equal(422);
      expect(details(decision.json), detail.message).to.deep.equal([{ ...detail, resource: object }]);
      expect(await world.status(request)).to.equal('REQUEST_FAILED');
    }
    const link = await world.submit(world.partner, piece, [add(object, 'containedPieces', nowhere, 'Piece')]);
    expect(details((await world.accept(link)).json)).to.deep.equal([
      {
        message: 'this node has no Logistics Object with this URI to link to',
        property: `${cargo}containedPieces`,
        resource: nowhere,
      },
    ]);
  });

  it('tell a requestor that may not read the object only that its Change does not apply', async () => {
    const hidden = await world.piece();
    const uri = world.uri(hidden);
    const request = await world.submit(world.partner, hidden, [remove(uri, 'goodsDescription', 'Plums')]);
    const decision = await world.accept(request);
    expect(decision.status, decision.text).to.equal(422);
    expect(details(member(await world.read(request), 'api:hasError'))).to.deep.equal([
      { message: 'the Change does not apply to the present state of the Logistics Object', resource: uri },
    ]);
  });

  it('name unknown names to a requestor that may not read the object, except a class for an object of this node', async () => {
    const [hidden, other] = [await world.piece(), await world.piece()];
    const uri = world.uri(hidden);
    for (const [operation, name] of [
      [add(uri, 'colour', 'red'), 'colour'],
      [add(uri, 'volume', '_:v', 'Valu'), 'Valu'],
      [add(uri, 'containedPieces', 'https://elsewhere.example/logistics-objects/p', 'Peace'), 'Peace'],
      [add(uri, 'containedPieces', world.uri(other), 'Peace'), undefined],
      // What the object has may make it valid.
      [add(uri, 'coload', '7', 'xsd:integer'), undefined],
      [remove(uri, 'colour', 'red'), undefined],
    ] as const) {
      const reply = await world.send(world.partner, hidden, [operation]);
      expect(reply.status, reply.text).to.equal(name === undefined ? 201 : 422);
      if (name !== undefined) expect(details(reply.json)[0]?.message).to.contain(name);
    }
  });

  it('are none for unknown names with VALIDATION=lenient', async () => {
    const lenient = await TestContext.start({ env: { VALIDATION: 'lenient' } });
    try {
      for (const path of [await lenient.openPiece(), await lenient.piece()]) {
        const request = await lenient.submit(lenient.partner, path, [add(lenient.uri(path), 'colour', 'red')]);
        expect(await lenient.errorCodes(request)).to.deep.equal([]);
        expect((await lenient.accept(request)).status).to.equal(204);
      }
    } finally {
      await lenient.stop();
    }
  });
});

describe('a Change that is accepted', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  it('has no error, though it was pending among those that it outdates', async () => {
    const piece = await world.openPiece();
    const request = await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
    expect(await world.errorCodes(request)).to.deep.equal([]);
  });

  it('is notified as accepted, not as rejected by itself', async () => {
    const receiver = await Receiver.start();
    try {
      const piece = await world.openPiece();
      const requestor = await partyFor(world.node.url, receiver.agent);
      const more = { 'api:notifyRequestStatusChange': true };
      const request = await world.submit(requestor, piece, [add(world.uri(piece), 'upid', 'x')], more);
      expect((await world.accept(request)).status).to.equal(204);
      await settled(world.holder);
      const events = receiver.received.map(({ eventType }) => eventType);
      expect(events).to.include('CHANGE_REQUEST_ACCEPTED').and.not.include('CHANGE_REQUEST_REJECTED');
    } finally {
      await receiver.close();
    }
  });

  it('is one of several on the same revision that are accepted at the same time', async () => {
    const piece = await world.openPiece();
    const requests = await Promise.all(
      ['a', 'b', 'c', 'd'].map((value) => world.submit(world.partner, piece, [add(world.uri(piece), 'upid', value)])),
    );
    const decisions = await Promise.all(requests.map((request) => world.accept(request)));
    expect(decisions.map(({ status }) => status).sort()).to.deep.equal([204, 422, 422, 422]);
    expect(await world.revision(piece)).to.equal(2);
  });

  it('gives a linked object of another node the class that it names, unless that is of every object', async () => {
    const piece = await world.openPiece();
    const [one, other] = ['one', 'other'].map((name) => `https://elsewhere.example/logistics-objects/${name}`);
    await world.change(piece, [
      add(world.uri(piece), 'containedPieces', one ?? '', 'Piece'),
      add(world.uri(piece), 'containedPieces', other ?? '', 'LogisticsObject'),
    ]);
    const { text: triples } = await world.holder.get(piece, { headers: { Accept: 'application/n-triples' } });
    expect(triples).to.contain(`<${one}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${cargo}Piece>`);
    expect(triples).to.contain(`<${other}>`).and.not.contain(`${cargo}LogisticsObject>`);
  });

  it('deletes no link by a text with its address', async () => {
    const see = 'https://example.org/see';
    const link = 'https://example.org/a';
    const piece = await world.openPiece({ [see]: { '@id': link } });
    const request = await world.submit(world.partner, piece, [remove(world.uri(piece), see, link)]);
    expect((await world.accept(request)).status).to.equal(422);
    await world.change(piece, [remove(world.uri(piece), see, link, 'https://example.org/Thing')]);
    expect(member(await world.read(piece), see)).to.equal(undefined);
  });
});

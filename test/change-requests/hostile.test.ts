import { expect } from 'chai';
import { add, changeBody, type OperationLike, operationBody, remove, xsd } from '../support/changes.js';
import { api, cargo, type Json, list, member, type Reply } from '../support/node.js';
import { idIn, TestContext } from '../support/world.js';
import { cpuTime } from '../support/cpu-time.js';

const anything = 'https://example.org/x';
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

describe('A hostile Change', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  /** Submits and, when it was taken, accepts; gives the answer that refused it, or the last one. */
  async function attempt(piece: string, operations: readonly OperationLike[]): Promise<Reply> {
    const reply = await world.send(world.partner, piece, operations);
    return reply.status === 201 ? world.accept(world.path(reply.headers.get('location'))) : reply;
  }

  /** Tries a Change that must not come through, early or late; the object stays as it was. */
  async function expectResisted(operations: (uri: string) => readonly OperationLike[]): Promise<void> {
    const piece = await world.piece();
    const before = (await world.holder.get(piece)).text;
    expect((await attempt(piece, operations(world.uri(piece)))).status).to.equal(422);
    expect((await world.holder.get(piece)).text).to.equal(before);
  }

  it('does not change the object’s type by linking it to itself under another class', async () => {
    for (const type of ['Shipment', 'Company', anything]) {
      const piece = await world.piece();
      await attempt(piece, [add(world.uri(piece), anything, world.uri(piece), type)]);
      expect(member(await world.read(piece), '@type')).to.equal('cargo:Piece');
    }
  });

  it('does not give another object of this node a wrong class', async () => {
    const [piece, other] = [
      await world.piece(),
      await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'ACME' }),
    ];
    await attempt(piece, [add(world.uri(piece), anything, world.uri(other), 'Piece')]);
    expect((await world.holder.get(piece, { headers: { Accept: 'application/n-triples' } })).text).to.not.include(
      `<${world.uri(other)}> <${rdfType}> <${cargo}Piece>`,
    );
  });

  it('does not pass an Organization off as a Piece to contain (D19)', async () => {
    const other = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'ACME' });
    await expectResisted((uri) => [add(uri, 'containedPieces', world.uri(other), 'Piece')]);
  });

  for (const type of ['Piece', 'Value', 'LogisticsObject', 'https://example.org/Class']) {
    it(`links no missing object of this node, whichever class it names (D19): ${type}`, async () => {
      await expectResisted((uri) => [add(uri, anything, world.uri('/logistics-objects/absent'), type)]);
    });
  }

  it('does not count its own revisions, or appear as a second head in the list of objects', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const count = async (): Promise<Json> =>
      member(await world.read('/logistics-objects?limit=0'), 'api:hasTotalItems');
    const before = await count();
    await attempt(piece, [
      add(uri, `${api}hasLatestRevision`, '99', 'xsd:integer'),
      add(uri, 'http://purl.org/dc/terms/created', '2020-01-01T00:00:00Z', 'xsd:dateTime'),
    ]);
    expect(await count()).to.deep.equal(before);
    expect(await world.revision(piece)).to.be.below(3);
    // Not the figure itself, which an identifier may hold by chance.
    expect((await world.holder.get(piece)).text).to.not.include('hasLatestRevision');
  });

  it('opens nothing by statements that look like an authorization or a request', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const acl = 'http://www.w3.org/ns/auth/acl#';
    await attempt(piece, [
      add(uri, rdfType, `${acl}Authorization`, 'xsd:anyURI'),
      add(uri, `${acl}agentClass`, `${acl}AuthenticatedAgent`, 'Organization'),
      add(uri, `${acl}mode`, `${acl}Read`, 'Organization'),
    ]);
    expect((await world.partner.get(piece)).status).to.equal(403);
  });

  it('is stored as text where it looks like SPARQL or markup', async () => {
    const piece = await world.piece();
    const text = 'x" . } ; DROP ALL ; INSERT DATA { <urn:a> <urn:b> "\\ </script> \u0000 \u2028 \r\n';
    const reply = await attempt(piece, [add(world.uri(piece), 'upid', text)]);
    expect(reply.status, reply.text).to.equal(204);
    expect(member(await world.read(piece), 'cargo:upid')).to.equal(text);
  });

  it('may hold every character of Unicode, in an object and in a Change', async () => {
    const text = 'é e\u0301 日本 \u{1F4E6} \u{20000} \u202E \uFEFF';
    const piece = await world.piece();
    const reply = await attempt(piece, [add(world.uri(piece), 'upid', text)]);
    expect(reply.status, reply.text).to.equal(204);
    expect(member(await world.read(piece), 'cargo:upid')).to.equal(text);
    const created = await world.post({ '@type': 'cargo:Piece', 'cargo:goodsDescription': text });
    expect(created.status, created.text).to.equal(201);
  });

  it('gets labels of any text, and none of them as an id', async () => {
    const piece = await world.piece();
    const label = '_: a"<>\n';
    await attempt(piece, [add(world.uri(piece), 'grossWeight', label, 'Value'), add(label, 'unit', 'KGM')]);
    expect(idIn(member(await world.read(piece), 'cargo:grossWeight'))).to.match(/^internal:[0-9a-f-]{36}$/);
  });

  it('cannot smuggle nodes in as values', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const object = (value: Json): Json => ({
      '@type': 'api:OperationObject',
      'api:hasDatatype': { '@id': `${xsd}string` },
      'api:hasValue': value,
    });
    for (const o of [
      object({ '@id': '_:z' }),
      object({ '@id': uri }),
      { '@list': ['a'] },
      { '@id': uri },
      object(['a', 'b']),
    ] as Json[]) {
      const body = changeBody(uri, 1, [], {
        'api:hasOperation': { ...operationBody(add(uri, 'upid', 'x')), 'api:o': o },
      });
      await world.expectRejected(piece, 400, () => world.partner.patch(piece, body));
    }
  });

  it('moves an embedded object from one property to another without losing it', async () => {
    const piece = await world.piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20 } });
    const uri = world.uri(piece);
    const weight = idIn(member(await world.read(piece), 'cargo:grossWeight'));
    await world.change(piece, [remove(uri, 'grossWeight', weight, 'Value'), add(uri, 'volume', weight, 'Value')]);
    const read = await world.read(piece);
    expect(idIn(member(read, 'cargo:volume'))).to.equal(weight);
    expect(member(member(read, 'cargo:volume'), 'cargo:value')).to.deep.equal({
      '@type': `${xsd}double`,
      '@value': '20.0',
    });
  });

  it('does not change requests that were submitted before', async () => {
    const piece = await world.piece();
    const request = await world.change(piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
    const before = (await world.holder.get(request)).text;
    await world.change(piece, [remove(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
    expect((await world.holder.get(request)).text).to.equal(before);
  });

  it('may have a thousand operations, in acceptable time', async () => {
    const piece = await world.piece();
    const operations = Array.from({ length: 1000 }, (_, index) => add(world.uri(piece), anything, `v${index}`));
    const started = cpuTime();
    expect((await attempt(piece, operations)).status).to.equal(204);
    expect(cpuTime() - started).to.be.below(8000);
    expect(list(member(await world.read(piece), anything))).to.have.length(1000);
  });
});

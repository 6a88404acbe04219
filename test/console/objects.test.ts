import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { cargo, type Json, list, member, type Party, type Reply } from '../support/node.js';
import { idOf, TestContext, text } from '../support/world.js';

const items = (reply: Reply): Json[] => list(member(reply.json, 'items'));
const urisIn = (reply: Reply): string[] => items(reply).map((item) => text(member(item, 'uri')));

/** Lets a party read an object. */
async function share(world: TestContext, object: string, party: Party): Promise<void> {
  const reply = await world.holder.put(`${object}/acl`, {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
    '@type': 'acl:Authorization',
    'acl:agent': { '@id': party.agent },
    'acl:mode': { '@id': 'acl:Read' },
  });
  expect(reply.status, reply.text).to.equal(204);
}

describe('finding objects', () => {
  let world: TestContext;
  let waybill: string;
  let piece: string;
  let request: string;

  const find = async (party: Party, q: string, more = ''): Promise<Reply> =>
    party.get(`/internal/lookup?q=${encodeURIComponent(q)}${more}`);
  /** What is found of this node, without terms of the data model. */
  const found = async (q: string, party: Party = world.holder): Promise<string[]> =>
    items(await find(party, q)).flatMap((item) =>
      member(item, 'group') === 'term' ? [] : [world.path(text(member(item, 'uri')))],
    );

  before(async () => {
    world = await TestContext.start();
    waybill = await world.create({
      '@id': `${world.node.url}/logistics-objects/waybill-1`,
      '@type': 'cargo:Waybill',
      'cargo:waybillPrefix': '123',
      'cargo:waybillNumber': '12345675',
    });
    piece = await world.piece({ '@id': `${world.node.url}/logistics-objects/piece-1`, 'cargo:upid': 'Upid 7/a' });
    await share(world, piece, world.partner);
    request = await world.submit(world.partner, piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
  });
  after(() => world.stop());

  it('finds an air waybill number however it is written, and by its beginning', async () => {
    for (const q of ['123-12345675', '12312345675', ' 123 1234 5675 ', '12345675', '123-123', '123-1', '1234567'])
      expect(await found(q), q).to.deep.equal([waybill]);
    const reply = await find(world.holder, '123-12345675');
    expect(items(reply)).to.deep.equal([
      {
        uri: world.uri(waybill),
        kind: 'object',
        group: 'waybill',
        type: `${cargo}Waybill`,
        label: '123-12345675',
        matched: { by: 'identifier', text: '12312345675', property: `${cargo}waybillNumber` },
        shipment: null,
        detail: null,
      },
    ]);
    expect(await found('99912345675')).to.deep.equal([]);
  });

  it('K28: finds a number in any spelling, and by its end', async () => {
    const spellings = [
      ...[
        'AWB 123-12345675',
        'awb:123-12345675',
        'MAWB 123\u201312345675',
        'mawb no. 12312345675',
        'HAWB#123-12345675',
      ],
      ...[
        '123\u201412345675',
        '123\u221212345675',
        '123\u00a012345675',
        '123/12345675',
        '123-1234 5675',
        'AWB 12345675',
      ],
      ...['\uff11\uff12\uff13-\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff15'],
      ...['5675', '345675', '34 5675'],
    ];
    for (const q of spellings) expect(await found(q), q).to.deep.equal([waybill]);
    for (const q of ['675', 'AWB', 'AWB 5676']) expect(await found(q), q).to.deep.equal([]);
    // The end of an identifier that the caller may not read is not found (K34).
    expect(await found('5675', world.partner)).to.deep.equal([]);
  });

  it('K30: says what it has searched, and how it has understood the text', async () => {
    const understood = async (q: string): Promise<Json> => member((await find(world.holder, q)).json, 'understood');
    expect(await understood('MAWB 123\u20131234 5675')).to.deep.equal({ as: 'waybill-number', text: '123-12345675' });
    expect(await understood('awb 12345675')).to.deep.equal({ as: 'waybill-number', text: '12345675' });
    expect(await understood(' zzz ')).to.deep.equal({ as: 'text', text: 'zzz' });
    expect(await understood('AWB')).to.deep.equal({ as: 'text', text: 'AWB' });
    expect(await understood(world.uri(piece))).to.deep.equal({ as: 'uri', text: world.uri(piece) });
    const { json } = await find(world.holder, 'zzz');
    expect(member(json, 'searched')).to.include.members(['waybill', 'piece', 'request']);
    expect(member(json, 'more')).to.equal(false);
  });

  it('K31: puts exact matches first, shipments and waybills before others, and ends last', async () => {
    const exact = await world.piece({ 'cargo:upid': '777-1111' });
    const beginning = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillNumber': '77711112' });
    const end = await world.piece({ 'cargo:upid': 'X 777 1111' });
    const same = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillNumber': '7771111' });
    expect(await found('777-1111')).to.deep.equal([same, exact, beginning, end]);
    const { json } = await find(world.holder, '777-1111', '&limit=2');
    expect(member(json, 'more')).to.equal(true);
    expect(list(member(json, 'items')).map((item) => member(item, 'group'))).to.deep.equal(['waybill', 'piece']);
    expect(member((await find(world.partner, '777-1111', '&limit=2')).json, 'more'), 'of what it may read').to.equal(
      false,
    );
  });

  it('finds other identifiers without regard to case and separators', async () => {
    for (const q of ['UPID-7a', 'upid7', 'Upid 7/a']) expect(await found(q), q).to.deep.equal([piece]);
    const uld = await world.create({
      '@type': 'cargo:ULD',
      'cargo:uldSerialNumber': '54321',
      'cargo:uldTypeCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/UldTypeCode#AKE' },
    });
    for (const q of ['54321', 'AKE 54321', 'ake543']) expect(await found(q), q).to.deep.equal([uld]);
  });

  it('finds identifiers of the latest revision, and not those of earlier ones', async () => {
    const moving = await world.piece({ 'cargo:upid': 'OLD-NAME' });
    expect(await found('old-name')).to.deep.equal([moving]);
    const uri = world.uri(moving);
    await world.change(moving, [remove(uri, 'upid', 'OLD-NAME'), add(uri, 'upid', 'NEW-NAME')]);
    expect(await found('old-name')).to.deep.equal([]);
    expect(await found('new-name')).to.deep.equal([moving]);
    // Marking it as moved writes the head again.
    await world.holder.put(
      `/internal/relocations/${idOf(moving)}`,
      { location: 'https://other.example/logistics-objects/x', permanent: true },
      { 'Content-Type': 'application/json' },
    );
    expect(await found('new-name')).to.deep.equal([moving]);
  });

  it('finds URIs, addresses of the console, paths and ids', async () => {
    for (const q of [
      world.uri(piece),
      `${world.node.url}/console${piece}`,
      piece,
      'piece-1',
      'piece-1'.toUpperCase(),
    ]) {
      expect(await found(q), q).to.deep.equal([piece]);
    }
    expect(items(await find(world.holder, `${world.uri(piece)}/revisions/1`))[0]).to.include({ kind: 'revision' });
    expect(items(await find(world.holder, `${world.uri(piece)}/revisions/2`))).to.deep.equal([]);
    expect(items(await find(world.holder, world.holder.agent))[0]).to.include({ kind: 'agent' });
    for (const q of [world.uri(request), idOf(request), idOf(request).slice(0, 13)]) {
      const [item] = items(await find(world.holder, q));
      expect(item, q).to.include({ uri: world.uri(request), kind: 'request', type: 'ChangeRequest' });
    }
  });

  it('gives only objects that the caller may read', async () => {
    expect(await found('123-12345675', world.partner)).to.deep.equal([]);
    expect(await found(world.uri(waybill), world.partner)).to.deep.equal([]);
    expect(await found('upid7', world.partner)).to.deep.equal([piece]);
    expect(await found(idOf(request), world.partner)).to.deep.equal([request]);
    for (const q of ['upid7', world.uri(piece), `${world.uri(piece)}/revisions/1`, idOf(request), world.uri(request)])
      expect(await found(q, world.otherPartner), q).to.deep.equal([]);
    expect((await find(world.anonymous, 'upid7')).status).to.equal(401);
  });

  it('is bounded, and accepts any text', async () => {
    const query = encodeURIComponent('<script>\u0000%$&{}|\\^`"\'');
    for (const q of [
      query,
      '%F0%9F%98%80',
      '%00',
      '..%2F..',
      'a',
      '-',
      '%25zz',
      'identifier:',
      '/',
      '//',
      'x'.repeat(2000),
    ])
      expect((await world.holder.get(`/internal/lookup?q=${q}`)).status, q).to.equal(200);
    for (const q of [
      '',
      'q=',
      'q=%20',
      `q=${'x'.repeat(2001)}`,
      'q=a&q=b',
      'q=ab&limit=21',
      'q=ab&limit=x',
      'q=ab&x=y',
    ])
      expect((await world.holder.get(`/internal/lookup?${q}`)).status, q).to.equal(400);
    expect(items(await find(world.holder, 'upid7', '&limit=0'))).to.deep.equal([]);
    for (let number = 0; number < 25; number += 1) await world.piece({ 'cargo:upid': `MANY-${number}` });
    expect(items(await find(world.holder, 'many'))).to.have.length(20);
    expect(items(await find(world.holder, 'many1'))).to.have.length(11);
  });
});

describe('the list of objects', () => {
  let world: TestContext;
  let pieces: string[];

  before(async () => {
    world = await TestContext.start();
    pieces = [];
    for (const name of ['c', 'a', 'b']) {
      pieces.push(
        await world.piece({ '@id': `${world.node.url}/logistics-objects/pp-${name}`, 'cargo:upid': name.repeat(3) }),
      );
      world.node.clock.advance(1);
    }
    await world.change(pieces[1] ?? '', [add(world.uri(pieces[1] ?? ''), 'coload', 'true', 'xsd:boolean')]);
    await world.submit(world.otherPartner, pieces[0] ?? '', [
      add(world.uri(pieces[0] ?? ''), 'coload', 'true', 'xsd:boolean'),
    ]);
    for (const piece of [pieces[0], pieces[2]]) await share(world, piece ?? '', world.partner);
  });
  after(() => world.stop());

  const names = (reply: Reply): string[] => urisIn(reply).map((uri) => idOf(uri));

  it('has labels, times, authors and pending requests', async () => {
    const reply = await world.holder.get('/internal/objects?type=Piece');
    expect(reply.json).to.include({ total: 3 });
    expect(names(reply)).to.deep.equal(['pp-b', 'pp-a', 'pp-c']);
    expect(items(reply)[1]).to.include({
      type: `${cargo}Piece`,
      label: 'aaa',
      latestRevision: 2,
      modifiedBy: world.partner.agent,
      pending: 0,
      movedTo: null,
    });
    expect(items(reply)[2]).to.include({ pending: 1, modifiedBy: world.holder.agent, latestRevision: 1 });
  });

  it('is sorted by creation or last change, filtered by type and paged', async () => {
    const order = async (query: string): Promise<string[]> =>
      names(await world.holder.get(`/internal/objects?${query}`));
    expect(await order('type=cargo:Piece&sort=created')).to.deep.equal(['pp-c', 'pp-a', 'pp-b']);
    expect(await order('type=Piece&sort=-modified')).to.deep.equal(['pp-a', 'pp-b', 'pp-c']);
    expect(await order('sort=modified&skip=1')).to.deep.equal(['pp-c', 'pp-b', 'pp-a']);
    expect(await order('type=PhysicalLogisticsObject&limit=1&skip=1')).to.deep.equal(['pp-a']);
    expect(await order('type=Organization')).to.deep.equal(['_data-holder']);
    expect(await order('q=pp-')).to.deep.equal(['pp-a', 'pp-b', 'pp-c']);
    expect(await order('q=BBB&type=Piece')).to.deep.equal(['pp-b']);
    expect(await order('q=BBB&type=Waybill')).to.deep.equal([]);
    for (const query of [
      'sort=name',
      'limit=51',
      'type=',
      'type=a%20b',
      'limit=-1',
      'x=y',
      'sort=created&sort=created',
    ])
      expect((await world.holder.get(`/internal/objects?${query}`)).status, query).to.equal(400);
  });

  it('has readable objects for partners', async () => {
    const reply = await world.partner.get('/internal/objects');
    expect(reply.json).to.include({ total: null });
    // Everyone may read the data holder.
    expect(names(reply)).to.deep.equal(['_data-holder', 'pp-b', 'pp-c']);
    expect(names(await world.partner.get('/console/api/objects?limit=1&skip=2'))).to.deep.equal(['pp-c']);
    expect(names(await world.partner.get('/internal/objects?q=aaa'))).to.deep.equal([]);
    expect(names(await world.partner.get('/internal/objects?q=pp-'))).to.deep.equal(['pp-b', 'pp-c']);
    expect(names(await world.partner.get('/internal/objects?type=Waybill'))).to.deep.equal([]);
    expect(names(await world.otherPartner.get('/internal/objects'))).to.deep.equal(['_data-holder']);
    expect((await world.anonymous.get('/internal/objects')).status).to.equal(401);
  });

  it('has objects for all authenticated agents once, for every partner', async () => {
    const open = await world.piece({ '@id': `${world.node.url}/logistics-objects/pp-open` });
    await world.holder.put(`${open}/acl`, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': world.partner.agent },
      'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' },
      'acl:mode': { '@id': 'acl:Read' },
    });
    expect(names(await world.partner.get('/internal/objects'))).to.deep.equal([
      '_data-holder',
      'pp-b',
      'pp-c',
      'pp-open',
    ]);
    expect(names(await world.otherPartner.get('/internal/objects'))).to.deep.equal(['_data-holder', 'pp-open']);
  });
});

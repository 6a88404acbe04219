/** A document is checked as its address would, and nothing is stored. */
import { expect } from 'chai';
import type { ValidationAnswer } from '../../src/console/responses.js';
import { add, changeBody, remove } from '../support/changes.js';
import { aclBody, createPiece, delegationBody, eventBody, subscriptionBody } from '../support/exchange.js';
import { api, cargo, context, type Party, startTestNode, type TestNode } from '../support/node.js';

describe('POST /internal/validations', () => {
  let node: TestNode;
  let partner: Party;
  let piece: string;

  const send = (body: unknown, query: Record<string, string> = {}, party = node.holder): ReturnType<Party['post']> =>
    party.post(`/internal/validations?${new URLSearchParams(query).toString()}`, body);
  async function check(
    body: unknown,
    query: Record<string, string> = {},
    party = node.holder,
  ): Promise<ValidationAnswer> {
    const { status, text } = await send(body, query, party);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as ValidationAnswer;
  }
  const counts = async (): Promise<string> =>
    (await node.holder.get('/logistics-objects?limit=0')).text +
    (await node.holder.get('/action-requests?limit=0')).text;

  before(async () => {
    node = await startTestNode();
    partner = await node.party('partner');
    piece = await createPiece(node.holder);
    const body = aclBody(piece, { 'acl:agent': { '@id': partner.agent } }, [`${api}GET_LOGISTICS_OBJECT`]);
    await node.holder.put(`${piece.slice(node.url.length)}/acl`, body);
  });
  after(() => node.stop());

  it('detects the kind of a document, and stores nothing', async () => {
    const before = await counts();
    const documents: readonly [ValidationAnswer['kind'], unknown, Record<string, string>][] = [
      ['object', { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' }, {}],
      ['event', eventBody(), { object: piece }],
      ['change', changeBody(piece, 1, [add(piece, 'upid', 'x')]), { object: piece }],
      ['subscription', subscriptionBody({ subscriber: partner.agent, topic: `${cargo}Piece` }), {}],
      ['access-delegation', delegationBody({ objects: [piece], delegates: [partner.agent] }), {}],
      [
        'notification',
        {
          '@context': context,
          '@type': 'api:Notification',
          'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
        },
        {},
      ],
    ];
    for (const [kind, body, query] of documents) {
      const answer = await check(body, query);
      expect(answer, JSON.stringify(answer)).to.deep.include({ kind, fits: true, violations: [], dropped: [] });
      expect(answer.turtle).to.be.a('string').and.not.equal('');
    }
    expect(await counts()).to.equal(before);
    const [created] = (await check(documents[0]?.[1])).creates;
    expect(created).to.equal(`${node.url}/logistics-objects/…`);
  });

  it('locates each violation in the text', async () => {
    const text = [
      '{',
      `  "@context": ${JSON.stringify(context)},`,
      '  "@type": "cargo:Piece",',
      '  "cargo:goodsDescripton": "x",',
      '  "cargo:grossWeight": {',
      '    "@type": "cargo:Value",',
      '    "cargo:numericalValue": "heavy"',
      '  }',
      '}',
    ].join('\n');
    const { fits, violations } = await check(text);
    expect(fits).to.equal(false);
    const places = violations.map(({ pointer, line, column }) => ({ pointer, line, column }));
    expect(places).to.deep.include({ pointer: '/cargo:goodsDescripton', line: 4, column: 3 });
    expect(places).to.deep.include({
      pointer: '/cargo:grossWeight/cargo:numericalValue',
      line: 7,
      column: 5,
    });
  });

  it('reports keys without a meaning, and syntax errors with their position', async () => {
    const answer = await check({ '@context': context, '@type': 'cargo:Piece', a: { 'b/c~d': 1 } });
    expect(answer.dropped).to.deep.equal(['/a', '/a/b~1c~0d']);
    expect(answer.fits).to.equal(false);
    const broken = await check('{\n  "a": ,\n}');
    expect(broken).to.deep.include({ fits: false, turtle: null });
    expect(broken.violations[0]).to.include({ line: 2, column: 8, pointer: null });
    for (const text of [
      '',
      '7',
      '[]',
      '"x"',
      '{"@type":',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      '{"@context": {"a": "a:b", "b": "b:a"}, "a": 1}',
    ])
      expect((await check(text)).fits, text.slice(0, 20)).to.equal(false);
  });

  it('reports why a Change does not apply to the present object', async () => {
    const wrong = changeBody(piece, 1, [remove(piece, 'goodsDescription', 'Pears')]);
    const { violations, fits } = await check(wrong, { object: piece });
    expect(fits).to.equal(false);
    expect(violations).to.not.be.empty;
    expect((await check(changeBody(piece, 7, [add(piece, 'upid', 'x')]), { object: piece })).fits).to.equal(false);
    expect((await send(wrong)).status).to.equal(400);
  });

  it('is for any caller, about objects that it may read', async () => {
    const body = { '@context': context, '@type': 'cargo:Piece' };
    expect((await check(body, {}, partner)).kind).to.equal('object');
    expect((await send(body, {}, node.anonymous)).status).to.equal(401);
    const closed = await createPiece(node.holder);
    const change = changeBody(closed, 1, [add(closed, 'upid', 'x')]);
    expect((await send(change, { object: closed }, partner)).status).to.equal(403);
    expect((await check(changeBody(piece, 1, [add(piece, 'upid', 'x')]), { object: piece }, partner)).fits).to.equal(
      true,
    );
    // The partner may not post events about it.
    const event = await check(eventBody(), { object: piece }, partner);
    expect(event.violations.map(({ kind }) => kind)).to.deep.equal(['forbidden']);
    for (const query of [{ as: 'x' }, { object: 'x' }, { object: 'http://x.example/a' }, { more: '1' }])
      expect((await send(body, query)).status, JSON.stringify(query)).to.equal(400);
    expect((await send(body, { object: `${node.url}/logistics-objects/none` })).status).to.equal(404);
    const text = await node.holder.post('/internal/validations', 'x', { 'Content-Type': 'text/plain' });
    expect(text.status).to.equal(415);
  });
});

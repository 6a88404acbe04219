/** The questions of the node, each with its rows on a seeded store (K63 to K66, C18). */
import { expect } from 'chai';
import type { QuestionsAnswer, ResultsAnswer } from '../../src/questions/schemas.js';
import type { Party, Reply } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { seeded } from './seeded.js';

describe('Built-in questions', () => {
  let world: TestContext;
  let at: (id: string) => string;
  before(async () => {
    ({ world, at } = await seeded());
  });
  after(() => world.stop());

  const results = (id: string, query = '', party: Party = world.holder, headers = {}): Promise<Reply> =>
    party.get(`/internal/questions/${id}/results?${query}`, { headers });
  /** The rows, each with the labels of these columns. */
  const rows = async (id: string, columns: readonly string[], query = '', party?: Party): Promise<string[][]> => {
    const reply = await results(id, query, party);
    expect(reply.status, reply.text).to.equal(200);
    const answer = JSON.parse(reply.text) as ResultsAnswer;
    const indexes = columns.map((name) => answer.columns.findIndex((column) => column.name === name));
    return answer.rows.map((row) => indexes.map((index) => row[index]?.label ?? '?'));
  };
  const agent = (party: Party): string => party.agent.replace(/^.*\//, '');

  it('are at least twelve, in the language of the caller (K63, K64, C18)', async () => {
    const reply = await world.partner.get('/internal/questions', { headers: { 'Accept-Language': 'de' } });
    const { items } = JSON.parse(reply.text) as QuestionsAnswer;
    expect(items.map(({ id }) => id)).to.include.members([
      ...['late-shipments', 'dwell', 'weight-differences', 'waybills-without-pieces', 'who-changed-what'],
      ...['partner-response', 'arrived-not-delivered', 'open-requests', 'not-told', 'events-recorded-late'],
      ...['versions-of', 'difference-of-two-moments'],
    ]);
    expect(items.find(({ id }) => id === 'late-shipments')?.title).to.equal('Verspätete Sendungen nach Frachtführer');
    expect((await world.partner.get('/internal/questions/nothing')).status).to.equal(404);
    expect((await world.partner.get('/internal/questions/nothing/results')).status).to.equal(404);
  });

  it('late-shipments: after the latest planned time, by carrier and period', async () => {
    const columns = ['by', 'shipment', 'waybill', 'code', 'planned', 'actual', 'delay', 'state'];
    const late = [
      ...['Example Air', 'Münchner Bücher 上海', '020-12345675', 'arrived'],
      ...['2026-02-20T12:00:00.000Z', '2026-02-20T13:30:00.000Z', '1 h 30 min', 'late'],
    ];
    expect(await rows('late-shipments', columns)).to.deep.equal([late]);
    expect(await rows('late-shipments', ['shipment', 'state'], 'show=all&period=2026-02')).to.deep.equal([
      ['=1+1', 'on time'],
      ['Münchner Bücher 上海', 'late'],
    ]);
    expect(await rows('late-shipments', columns, 'period=2026-02-20/2026-02-20')).to.deep.equal([late]);
    expect(await rows('late-shipments', columns, 'period=2026-02-21')).to.deep.equal([]);
    const carrier = encodeURIComponent(world.uri(at('air')));
    expect(await rows('late-shipments', columns, `carrier=${carrier}`)).to.deep.equal([late]);
    expect(await rows('late-shipments', columns, 'carrier=http://other.example/c')).to.deep.equal([]);
  });

  it('dwell: between two milestones', async () => {
    const columns = ['object', 'since', 'until', 'dwell'];
    expect(await rows('dwell', columns)).to.deep.equal([
      ['UPID-3', '2026-02-20T09:00:00.000Z', '2026-02-21T09:00:00.000Z', '1 d'],
    ]);
    expect(await rows('dwell', columns, 'start=RCS&end=DLV')).to.deep.equal([]);
  });

  it('arrived-not-delivered: without an actual delivery', async () => {
    expect(await rows('arrived-not-delivered', ['object', 'since'])).to.deep.equal([
      ['UPID-1', '2026-02-20T13:30:00.000Z'],
    ]);
    expect(await rows('arrived-not-delivered', ['object'], 'before=20260220T000000Z')).to.deep.equal([]);
  });

  it('events-recorded-late: beyond a number of hours', async () => {
    const columns = ['object', 'code', 'happened'];
    expect(await rows('events-recorded-late', columns)).to.deep.equal([
      ['UPID-3', 'arrived', '2026-02-20T09:00:00.000Z'],
      ['UPID-1', 'arrived', '2026-02-20T13:30:00.000Z'],
      ['UPID-3', 'delivered', '2026-02-21T09:00:00.000Z'],
    ]);
    expect(await rows('events-recorded-late', columns, 'hours=216.5')).to.deep.equal([
      ['UPID-3', 'arrived', '2026-02-20T09:00:00.000Z'],
    ]);
  });

  it('weight-differences: declared and summed, or between revisions', async () => {
    const columns = ['object', 'first', 'second', 'difference'];
    expect(await rows('weight-differences', columns)).to.deep.equal([
      ['Münchner Bücher 上海', '20', '14.5359237', '-5.4640763'],
    ]);
    expect(await rows('weight-differences', columns, 'compare=revisions')).to.deep.equal([]);
  });

  it('waybills-without-pieces: with an empty shipment, or none', async () => {
    expect(await rows('waybills-without-pieces', ['waybill', 'shipment'])).to.deep.equal([['020-76543210', '']]);
  });

  it('who-changed-what: revisions with the properties that they changed', async () => {
    expect(await rows('who-changed-what', ['of', 'number', 'properties'])).to.deep.equal([
      ['UPID-1', '2', 'Co-loaded'],
    ]);
    expect(await rows('who-changed-what', ['of'], 'period=2026-02')).to.deep.equal([]);
    expect(
      await rows('who-changed-what', ['number'], `partner=${encodeURIComponent(world.partner.agent)}`),
    ).to.have.length(1);
    expect(await rows('who-changed-what', ['number'], 'object=piece-3')).to.deep.equal([]);
  });

  it('partner-response: asked to decided', async () => {
    const found = await rows('partner-response', ['by', 'what', 'count', 'median']);
    expect(found).to.have.length(1);
    expect(found[0]?.slice(1)).to.deep.equal(['asked to decided', '1', '10 min']);
    expect(found[0]?.[0]).to.contain(agent(world.partner));
  });

  it('open-requests: waiting for a decision', async () => {
    expect(await rows('open-requests', ['what', 'object'])).to.deep.equal([['Change', 'UPID-1']]);
    expect(await rows('open-requests', ['what'], 'kind=SubscriptionRequest')).to.deep.equal([]);
    expect(await rows('open-requests', ['what'], '', world.otherPartner)).to.deep.equal([]);
  });

  it('not-told: nobody waits', async () => {
    expect(await rows('not-told', ['by', 'waiting'])).to.deep.equal([]);
    expect(await rows('not-told', ['by'], 'partner=http://x.example/a', world.partner)).to.deep.equal([]);
  });

  it('versions-of: each revision with its time (C18)', async () => {
    expect(await rows('versions-of', ['number', 'from', 'until'], 'object=piece-1')).to.deep.equal([
      ['1', '2026-03-01T10:00:00.400Z', '2026-03-01T10:11:00.400Z'],
      ['2', '2026-03-01T10:11:00.400Z', ''],
    ]);
  });

  it('difference-of-two-moments: what only one of them had (C18)', async () => {
    const between = 'object=piece-1&first=20260301T100500Z&second=20260301T101100Z';
    expect(await rows('difference-of-two-moments', ['change', 'property', 'value'], between)).to.deep.equal([
      ['only at the second', 'Co-loaded', 'true'],
    ]);
    const before = 'object=piece-1&first=20200101T000000Z&second=20260301T100500Z';
    expect(await rows('difference-of-two-moments', ['change'], before)).to.have.length.greaterThan(3);
  });

  it('answer each caller from what it may read (K65)', async () => {
    expect(await rows('late-shipments', ['shipment'], '', world.otherPartner)).to.deep.equal([]);
    // It may not read the waybill.
    expect(await rows('late-shipments', ['by', 'shipment', 'waybill'], '', world.partner)).to.deep.equal([
      ['', 'Münchner Bücher 上海', ''],
    ]);
    expect(await rows('versions-of', ['number'], 'object=piece-1', world.otherPartner)).to.deep.equal([]);
  });

  it('answer for a time in the past, a page at a time (K65)', async () => {
    const reply = await results('dwell', 'at=20200101T000000Z&period=2026');
    expect(JSON.parse(reply.text)).to.deep.include({ rows: [], truncated: false, asOf: '2020-01-01T00:00:00.999Z' });
    const page = await results('events-recorded-late', 'limit=1&skip=1');
    const answer = JSON.parse(page.text) as ResultsAnswer;
    expect(answer.rows.map(([object]) => object?.label)).to.deep.equal(['UPID-1']);
    expect([answer.truncated, page.headers.get('truncated')]).to.deep.equal([true, 'true']);
  });

  it('refuse missing, malformed and unknown parameters by name (K65)', async () => {
    for (const [id, query, name] of [
      ['versions-of', '', 'object'],
      ['versions-of', 'object=', 'object'],
      ['versions-of', 'object=%3Ca%3E', 'object'],
      ['versions-of', 'object=piece-1&object=piece-2', 'object'],
      ['late-shipments', 'period=2026-13', 'period'],
      ['late-shipments', 'period=2026-02-31', 'period'],
      ['late-shipments', 'period=2026-03/2026-01', 'period'],
      ['late-shipments', 'show=none', 'show'],
      ['late-shipments', 'carrier=x', 'carrier'],
      ['late-shipments', 'nothing=1', 'nothing'],
      ['late-shipments', 'limit=1001', 'limit'],
      ['dwell', 'start=XXX', 'start'],
      ['events-recorded-late', 'hours=1e400', 'hours'],
      ['difference-of-two-moments', 'object=piece-1&first=2026&second=20260301T100500Z', 'first'],
      ['dwell', 'at=29990101T000000Z', 'at'],
    ] as const) {
      const reply = await results(id, query);
      expect(reply.status, `${id}?${query} ${reply.text}`).to.equal(400);
      expect(reply.text, query).to.contain(`\`${name}\``);
    }
  });

  it('take values as terms: none of them is text of a query (K66)', async () => {
    const values = [
      '"} DROP ALL #',
      '\\u0022 } DROP ALL #',
      '\\" } #',
      "'''",
      '\n} #',
      '?s',
      '$of',
      '<http://x.example/>',
    ];
    for (const value of values) {
      const encoded = encodeURIComponent(value);
      for (const [id, name] of [
        ['versions-of', 'object'],
        ['late-shipments', 'carrier'],
        ['dwell', 'start'],
        ['open-requests', 'kind'],
        ['dwell', 'period'],
      ] as const)
        expect((await results(id, `${name}=${encoded}`)).status, `${id} ${name} ${value}`).to.equal(400);
      // As the address of an agent of which nothing is known.
      const reply = await results('who-changed-what', `partner=${encodeURIComponent('http://x.example/')}${encoded}`);
      expect(reply.status, value).to.be.oneOf([200, 400]);
      if (reply.status === 200) expect((JSON.parse(reply.text) as ResultsAnswer).rows).to.deep.equal([]);
    }
  });
});

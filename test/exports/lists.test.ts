/** Lists and answers to questions as files over HTTP (K72, K73, K97). */
import { expect } from 'chai';
import { add } from '../support/changes.js';
import { type Party, type Reply, token } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { seeded } from '../questions/seeded.js';
import { python, sheetsIn } from './judge.js';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('Lists as files', () => {
  let world: TestContext;
  before(async () => {
    ({ world } = await seeded());
  });
  after(() => world.stop());

  const file = (path: string, party: Party = world.holder, headers: Record<string, string> = {}): Promise<Reply> =>
    party.get(path, { headers: { Accept: CSV, ...headers } });
  const linesOf = ({ text }: Reply): string[] =>
    text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');

  it('K72: have the whole filtered list, beyond a page', async () => {
    for (let index = 0; index < 60; index += 1) await world.piece({ 'cargo:upid': `MANY-${index}` });
    const reply = await file('/internal/objects?type=Piece');
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('content-type')).to.match(/^text\/csv/);
    expect(reply.headers.get('content-disposition')).to.equal('attachment; filename="objects.csv"');
    expect(reply.headers.get('truncated')).to.equal(null);
    const lines = linesOf(reply);
    expect(lines).to.have.length(1 + 63);
    expect(lines[0]).to.equal(
      'Name,Type,Revision,Created (UTC),Changed (UTC),Changed by,Open requests,Moved to,Address',
    );
    expect(new Set(lines).size).to.equal(64);
    expect(lines.filter((line) => line.startsWith('MANY-'))).to.have.length(60);
    const some = await file('/internal/objects?type=Piece&limit=55&skip=5');
    expect(linesOf(some)).to.deep.equal([lines[0], ...lines.slice(6, 61)]);
    expect(some.headers.get('truncated')).to.equal('true');
  });

  it('K72: have the rights of the caller', async () => {
    const own = linesOf(await file('/internal/objects', world.partner));
    expect(
      own
        .slice(1)
        .map((line) => line.split(',')[0])
        .sort(),
    ).to.deep.equal(["'=1+1", 'Example Data Holder', 'Münchner Bücher 上海', 'UPID-1', 'UPID-3']);
    for (const path of ['/internal/agents', '/internal/receipts', '/internal/deliveries'])
      expect((await file(path, world.partner)).status, path).to.equal(403);
    expect((await file('/internal/objects/piece-1/revisions', world.otherPartner)).status).to.equal(403);
  });

  it('K72: are there for requests, revisions, partners, receipts, deliveries and questions', async () => {
    for (const [path, heading, count] of [
      ['/internal/requests', 'Kind,Status', 2],
      ['/internal/requests?sort=-requested', 'Kind,Status', 2],
      ['/internal/objects/piece-1/revisions', 'Revision,Time', 2],
      ['/internal/agents', 'Name,Server', 1],
      ['/internal/objects/late/pieces', 'UPID,Goods,Weight', 2],
      ['/internal/objects/piece-1/telling', 'Partner,State', 1],
      ['/internal/receipts', 'Subscriber,Event', 0],
      ['/internal/deliveries', 'Subscriber,Event', 0],
      ['/internal/questions/late-shipments/results?period=2026-02', 'Carrier,Shipment', 1],
    ] as const) {
      const reply = await file(path);
      expect(reply.status, reply.text).to.equal(200);
      const lines = linesOf(reply);
      expect(lines[0], path).to.match(new RegExp(`^${heading}`));
      expect(lines, path).to.have.length(1 + count);
    }
  });

  it('K72: name a question’s file after its period; K73: are in the language and zone of the caller', async () => {
    const reply = await file(
      '/internal/questions/late-shipments/results?period=2026-02&zone=Europe/Berlin',
      world.holder,
      {
        'Accept-Language': 'de-CH, en;q=0.5',
      },
    );
    expect(reply.headers.get('content-disposition')).to.equal('attachment; filename="late-shipments-2026-02.csv"');
    expect(reply.headers.get('content-language')).to.equal('de');
    expect(linesOf(reply)).to.deep.equal([
      'Frachtführer;Sendung;Frachtbrief;Meilenstein;Geplant (Europe/Berlin);Tatsächlich (Europe/Berlin);Verspätung (h);Stand',
      'Example Air;Münchner Bücher 上海;020-12345675;angekommen;2026-02-20 13:00;2026-02-20 14:30;1,5;verspätet',
    ]);
    const french = await file('/internal/requests', world.holder, { 'Accept-Language': 'fr' });
    expect(french.headers.get('content-language')).to.equal('fr');
    expect(french.text).to.contain('Kind;Status');
  });

  it('K74: are workbooks, too, for another program', async function () {
    if (python === undefined) return this.skip();
    const { node } = world;
    const response = await fetch(`${node.url}/internal/questions/late-shipments/results?period=2026-02&show=all`, {
      headers: { Accept: XLSX, Authorization: `Bearer ${await token(node.url, 'holder')}` },
    });
    expect(response.headers.get('content-type')).to.equal(XLSX);
    const [data, about] = sheetsIn(python, Buffer.from(await response.arrayBuffer()));
    expect(data?.rows.map((row) => row[1]?.[1])).to.deep.equal(['Shipment', "'=1+1", 'Münchner Bücher 上海']);
    expect(data?.rows[2]?.[5]).to.deep.equal(['datetime', '2026-02-20 13:30:00']);
    expect(about?.rows.map((row) => row[1]?.[1])).to.include.members([
      'Late shipments by carrier',
      '2026-02',
      'all',
      'UTC',
    ]);
  });

  it('K72, K73: refuse other media types, too many rows, and unknown zones', async () => {
    for (const [path, accept, status, words] of [
      ['/internal/objects', 'application/pdf', 406, 'text/csv'],
      ['/internal/objects', 'text/html', 406, 'application/json'],
      ['/internal/objects?limit=10001', CSV, 400, '`limit`'],
      ['/internal/objects?zone=Mars/Base', CSV, 400, '`zone`'],
      ['/internal/objects?zone=Mars/Base', XLSX, 400, '`zone`'],
      ['/internal/objects?nothing=1', CSV, 400, '`nothing`'],
      ['/internal/objects?after=MSBh', CSV, 400, '`after`'],
      ['/internal/objects?limit=51', 'application/json', 400, '`limit`'],
      ['/internal/questions/versions-of/results', CSV, 400, '`object`'],
      ['/internal/questions/late-shipments/results?nothing=1', XLSX, 400, '`nothing`'],
      ['/internal/questions/late-shipments/results', 'text/html', 406, 'text/csv'],
    ] as const) {
      const reply = await file(path, world.holder, { Accept: accept });
      expect(reply.status, `${path} ${accept} ${reply.text}`).to.equal(status);
      expect(reply.text, path).to.contain(words);
    }
    // JSON stays what any client gets.
    expect((await file('/internal/objects', world.holder, { Accept: '*/*' })).headers.get('content-type')).to.equal(
      'application/json',
    );
  });

  it('K97: are counted by format', async () => {
    const { text } = await world.holder.get('/metrics');
    expect(text).to.match(/cargograph_exports_total\{format="csv"\} [1-9]/);
    expect(text).to.match(/cargograph_question_seconds_count [1-9]/);
  });

  it('K72: follow changes between two pages without losing a row', async () => {
    const before = linesOf(await file('/internal/requests?sort=requested'));
    await world.submit(
      world.partner,
      '/logistics-objects/piece-1',
      [add(world.uri('/logistics-objects/piece-1'), 'coload', 'false', 'xsd:boolean')],
      { revision: 2 },
    );
    expect(linesOf(await file('/internal/requests?sort=requested'))).to.have.length(before.length + 1);
  });
});

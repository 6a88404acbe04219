import { expect } from 'chai';
import { parseConfig } from '../../../src/conformance/config.js';
import { UsageError } from '../../../src/conformance/errors.js';
import { expectStatus } from '../../../src/conformance/expect.js';
import { fixture } from '../../../src/conformance/fixture.js';
import { Failed, Inapplicable } from '../../../src/conformance/outcome.js';
import { countsOf, exitCode, type Result } from '../../../src/conformance/report.js';
import type { Row } from '../../../src/conformance/row.js';
import { rows } from '../../../src/conformance/rows/index.js';
import { type Ran, runKit, type RunOptions } from '../../../src/conformance/run.js';
import { versions } from '../../../src/conformance/versions.js';
import { partyFor } from '../../support/exchange.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { TestClock } from '../../support/clock.js';
import { replayServer, type StrangeServer, strangeServer } from './strange-server.js';

const row = (name: string, holds: Row['holds'], more: Partial<Row> = {}): Row => ({
  id: `objects.${name}`,
  level: 'MUST',
  versions,
  cites: { document: 'a document', section: name },
  sentence: `${name}.`,
  needs: [],
  holds,
  ...more,
});

const configFor = (server: string): RunOptions['config'] => {
  const tokenUrl = `${server}/dev-idp/token`;
  const party = (name: string, parameters = {}): object => ({
    tokenUrl,
    clientId: name,
    clientSecret: `${name}-secret`,
    parameters,
  });
  const partner = party('kit', { logistics_agent_uri: '$RECEIVER/logistics-objects/kit' });
  const config = parseConfig({ server, holder: party('holder'), partner, stranger: party('stranger') }, {});
  return { ...config, server };
};

const only = (ran: Ran): readonly Result[] => ran.report.versions[0]?.results ?? [];
const outcomesOf = (ran: Ran): string[] => only(ran).map(({ outcome }) => outcome);

describe('Conformance: a run of the kit', () => {
  let node: TestNode;
  let config: RunOptions['config'];
  before(async () => {
    node = await startTestNode({ clock: new TestClock(new Date().toISOString()) });
    config = configFor(node.url);
  });
  after(() => node.stop());

  const run = (own: readonly Row[], more: Partial<RunOptions> = {}): Promise<Ran> =>
    runKit({ config, rows: own, versions: ['2.0.0'], ...more });

  it('gives each row its outcome, in the order of the table (T10)', async () => {
    const ran = await run([
      row('passed', () => Promise.resolve()),
      row('failed', () => Promise.reject(new Failed('this', 'that'))),
      row('inapplicable', () => Promise.reject(new Inapplicable('404'))),
      row('later', () => Promise.resolve(), { versions: ['2.3.0'] }),
      row('broken', () => Promise.reject(new TypeError('oops'))),
    ]);
    expect(outcomesOf(ran)).to.deep.equal(['passed', 'failed', 'inapplicable', 'inapplicable', 'cantTell']);
    for (const { outcome, reason } of only(ran)) if (outcome !== 'passed') expect(reason).to.be.a('string');
    expect(exitCode(ran.report, false, ran.isWhole)).to.equal(1);
  });

  it('fails what stands on an obligation that the server broke, with the cause (T11)', async () => {
    const server = await strangeServer((request, response) => {
      request.resume();
      response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>oops</h1>');
    });
    const own = { ...config, server: server.url };
    const needing = row('needing', async (world) => void (await world.piece()));
    const ran = await runKit({ config: own, rows: [needing], versions: ['2.0.0'] });
    expect(only(ran)[0]?.outcome).to.equal('failed');
    expect(only(ran)[0]?.came).to.include('the object could not be created: 500');
    expect(only(ran)[0]?.curl).to.include('curl -X POST').and.include('"Authorization: Bearer $HOLDER"');
    await server.close();
  });

  it('does not test what the configuration lacks, with the reason (T11)', async () => {
    const bare = { ...parseConfig({}, {}), server: node.url };
    const holding = row('holding', () => Promise.resolve(), { needs: ['holder'] });
    const using = row('using', async (world) => void (await world.partner.get('/')));
    const receiving = row('receiving', () => Promise.resolve(), { needs: ['receiver'] });
    const ran = await runKit({ config: bare, rows: [holding, using, receiving], versions: ['2.0.0'] });
    expect(outcomesOf(ran)).to.deep.equal(['untested', 'untested', 'untested']);
    expect(only(ran)[0]?.reason).to.equal('the configuration has no holder');
  });

  it('names both addresses where deliveries do not reach its receiver (T5)', async () => {
    const elsewhere = { ...config, partner: { ...config.partner, agent: 'https://a.example/logistics-objects/kit' } };
    const receiving = row('receiving', () => Promise.resolve(), { needs: ['receiver'] });
    const ran = await run([receiving], { config: elsewhere });
    expect(only(ran)[0]?.outcome).to.equal('untested');
    expect(only(ran)[0]?.reason).to.include('https://a.example').and.include('http://localhost:');
  });

  it('sends nothing but reads with --read-only', async () => {
    const ran = await run([row('writing', async (world) => void (await world.piece()))], { readOnly: true });
    expect(outcomesOf(ran)).to.deep.equal(['untested']);
    expect(ran.report.versions[0]?.requests).to.equal(0);
  });

  it('revokes what it asked for, and says what it leaves behind (T18)', async () => {
    let request = '';
    const ran = await run([
      row('subscribing', async (world) => {
        const piece = await world.piece();
        request = await world.subscribe({ topic: piece });
        await world.submit(world.partner, piece, [{ op: 'ADD', s: piece, p: 'upid', value: 'x' }]);
      }),
    ]);
    expect(outcomesOf(ran)).to.deep.equal(['passed']);
    const reply = await node.holder.get(request);
    expect(reply.text).to.include('REQUEST_REVOKED');
    expect(ran.report.leftBehind).to.have.length(1);
    expect(ran.report.leftBehind[0]).to.match(/\/logistics-objects\/kit-[0-9a-f]{8}-\d+$/);
    const { text } = await (await partyFor(node.url, `${node.url}/logistics-objects/kit`)).get('/action-requests');
    expect(text).to.not.include('REQUEST_PENDING');
  });

  it('makes a fixture once for all rows of a version (T17)', async () => {
    let made = 0;
    const shared = fixture(() => Promise.resolve((made += 1)));
    const using = ['one', 'two', 'three'].map((name) => row(name, async (world) => void (await shared(world))));
    await run(using, { versions: ['2.0.0', '2.1.0'] });
    expect(made).to.equal(2);
  });

  it('ends in time: the rest is untested (T1, T15)', async () => {
    const ran = await run([row('waiting', () => new Promise(() => undefined))], { seconds: 0.2 });
    expect(outcomesOf(ran)).to.deep.equal(['untested']);
    expect(only(ran)[0]?.reason).to.equal('the time is over (--time 0.2)');
  });

  it('ends at a signal: the rest is untested, and what it made is revoked (T18)', async () => {
    const controller = new AbortController();
    let request = '';
    const interrupted = row('interrupted', async (world) => {
      request = await world.subscribe({ topic: await world.piece() });
      controller.abort('SIGINT');
      return new Promise(() => undefined);
    });
    const ran = await run([interrupted], { signal: controller.signal });
    expect(outcomesOf(ran)).to.deep.equal(['untested']);
    expect(ran.isWhole).to.equal(false);
    expect((await node.holder.get(request)).text).to.include('REQUEST_REVOKED');
  });

  it('does not go on without the server: the rest is untested, exit code 1 (T2)', async () => {
    const server = await strangeServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/ld+json' }).end('{}');
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const closing = row('closing', async (world) => {
      await server.close();
      await world.anonymous.get('/');
    });
    const ran = await runKit({ config: bare, rows: [closing], versions: ['2.0.0'] });
    expect(outcomesOf(ran)).to.deep.equal(['untested']);
    expect(exitCode(ran.report, false, ran.isWhole)).to.equal(1);
  });

  it('cannot begin without an answer or a token, and names the address (T2)', async () => {
    const closed = await strangeServer(() => undefined);
    await closed.close();
    const bare = { ...parseConfig({}, {}), server: closed.url };
    const failing = [
      runKit({ config: bare, rows: [] }),
      runKit({ config: { ...config, holder: { ...config.holder, clientSecret: 'wrong' } }, rows: [] }),
    ];
    const [noAnswer, noToken] = (await Promise.allSettled(failing)).map((one): unknown =>
      one.status === 'rejected' ? one.reason : undefined,
    );
    expect(noAnswer).to.be.instanceOf(UsageError).with.property('message').that.includes(closed.url);
    expect(noToken).to.be.instanceOf(UsageError).with.property('message').that.includes('/dev-idp/token');
  });

  it('shows a known failure and does not count it; one that passes is an error (T14)', async () => {
    const failing = row('failing', () => Promise.reject(new Failed('this', 'that')));
    const passing = row('passing', () => Promise.resolve());
    const known = await run([failing], { known: new Map([[failing.id, 'ticket 7']]) });
    expect(only(known)[0]?.known).to.equal('ticket 7');
    expect(exitCode(known.report, false, known.isWhole)).to.equal(0);
    const stale = await run([passing], { known: new Map([[passing.id, '']]) });
    expect(stale.report.stale).to.deep.equal([passing.id]);
    expect(exitCode(stale.report, false, stale.isWhole)).to.equal(1);
  });

  it('counts SHOULD with --strict only', async () => {
    const ran = await run([row('should', () => Promise.reject(new Failed('this', 'that')), { level: 'SHOULD' })]);
    expect(exitCode(ran.report, false, ran.isWhole)).to.equal(0);
    expect(exitCode(ran.report, true, ran.isWhole)).to.equal(1);
  });

  it('shows no token and no secret, also where a server repeats them (T3)', async () => {
    let token = '';
    const telling = row('telling', async (world) => {
      token = await world.holder.token();
      throw new Failed('nothing', `Bearer ${token} holder-secret`);
    });
    const ran = await run([telling]);
    expect(JSON.stringify(ran.report)).to.not.include(token).and.not.include('holder-secret');
    expect(token).to.have.length.greaterThan(20);
  });

  it('follows no redirect, and sends nothing to another origin (T6)', async () => {
    const called: string[] = [];
    const other = await strangeServer((request, response) => {
      called.push(request.url ?? '');
      response.end();
    });
    const server = await strangeServer((request, response) => {
      request.resume();
      response.writeHead(302, { Location: `${other.url}/elsewhere` }).end();
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const following = row('following', async (world) => {
      const reply = await world.anonymous.get('/x');
      expect(reply.status).to.equal(302);
      await world.anonymous.get(reply.headers.get('location') ?? '');
    });
    const ran = await runKit({ config: bare, rows: [following], versions: ['2.0.0'] });
    expect(only(ran)[0]?.outcome).to.equal('failed');
    expect(called).to.deep.equal([]);
    await server.close();
    await other.close();
  });

  it('shows the request that had no answer, also beside earlier ones', async () => {
    const server = await strangeServer((request, response) => {
      request.resume();
      if (request.url === '/silent') response.destroy();
      else response.end('{}');
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const asking = row('asking', async (world) => {
      await world.anonymous.get('/x');
      await world.anonymous.get('/silent');
    });
    const ran = await runKit({ config: bare, rows: [asking], versions: ['2.0.0'] });
    expect(only(ran)[0]?.came).to.include('none');
    expect(only(ran)[0]?.curl).to.include('/silent');
    await server.close();
  });

  it('says where access of the partner ended during the run (T72)', async () => {
    let asked = 0;
    const server = await strangeServer((request, response) => {
      request.resume();
      asked += 1;
      response.writeHead(asked === 1 ? 200 : 401, { 'Content-Type': 'application/ld+json' }).end('{}');
    });
    const own = { ...parseConfig({ partner: { token: 'opaque' } }, {}), server: server.url };
    const reading = row('reading', async (world) => {
      expectStatus(await world.partner.get('/x'), 200);
    });
    const ran = await runKit({ config: own, rows: [reading], versions: ['2.0.0'] });
    expect(only(ran)[0]?.came).to.match(/^401 .*\(access of the partner ended during the run\)$/);
    await server.close();
  });

  it('waits for Retry-After, and says that it was limited (T15)', async () => {
    let asked = 0;
    const server = await strangeServer((request, response) => {
      request.resume();
      asked += 1;
      response.writeHead(asked % 2 === 1 ? 429 : 200, { 'Retry-After': '0' }).end('{}');
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const asking = row('asking', async (world) => {
      expect((await world.anonymous.get('/x')).status).to.equal(200);
    });
    // The first request of the run is limited and repeated, too.
    const ran = await runKit({ config: bare, rows: [asking], versions: ['2.0.0'] });
    expect(outcomesOf(ran)).to.deep.equal(['passed']);
    expect(ran.report.notes.join()).to.include('429');
    await server.close();
  });

  it('has at most four requests at once, however many rows there are (T16)', async () => {
    let open = 0;
    let most = 0;
    const server = await strangeServer((request, response) => {
      request.resume();
      most = Math.max(most, (open += 1));
      setImmediate(() => {
        open -= 1;
        response.end('{}');
      });
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const asking = Array.from({ length: 40 }, (_, index) =>
      row(`asking${index}`, async (world) => void (await world.anonymous.get(`/${index}`))),
    );
    const ran = await runKit({ config: bare, rows: asking, versions: ['2.0.0'] });
    expect(countsOf(only(ran)).passed).to.equal(40);
    expect(most).to.be.within(2, 4);
    await server.close();
  });

  it('cannot tell what is longer than 4 MB, and holds no more of it (T16)', async () => {
    const server = await strangeServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/ld+json' }).end(`{"a":"${'x'.repeat(5_000_000)}"}`);
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const reading = row('reading', async (world) => void (await world.graph(await world.anonymous.get('/x'))));
    const ran = await runKit({ config: bare, rows: [reading], versions: ['2.0.0'] });
    expect(outcomesOf(ran)).to.deep.equal(['cantTell']);
    await server.close();
  });

  it('cannot tell what stands behind a remote @context, and fetches none (T10)', async () => {
    const server = await strangeServer((request, response) => {
      request.resume();
      const body = JSON.stringify({ '@context': `http://${request.headers.host ?? ''}/context`, a: 1 });
      response.writeHead(200, { 'Content-Type': 'application/ld+json' }).end(body);
    });
    const bare = { ...parseConfig({}, {}), server: server.url };
    const reading = row('reading', async (world) => void (await world.graph(await world.anonymous.get('/x'))));
    const ran = await runKit({ config: bare, rows: [reading], versions: ['2.0.0'] });
    expect(outcomesOf(ran)).to.deep.equal(['cantTell']);
    expect(only(ran)[0]?.reason).to.include('/context');
    await server.close();
  });
});

describe('Conformance: a server that is not ours', () => {
  let server: StrangeServer;
  before(async () => {
    server = await replayServer(new URL('strangers/fastapi-skeleton-2.2.0.json', import.meta.url));
  });
  after(() => server.close());

  it('is judged to the end, without a crash and in the version that it names', async () => {
    const token = { token: 'opaque', agent: 'https://1r.example.com/logistics-objects/x' };
    const config = parseConfig({ holder: token, partner: token, stranger: token }, {});
    const { report, isWhole } = await runKit({ config: { ...config, server: server.url }, rows, seconds: 60 });
    expect(report.versions.map(({ version }) => version)).to.deep.equal(['2.2.0']);
    expect(report.versions[0]?.results).to.have.length(rows.length);
    expect(isWhole).to.equal(true);
    const broken = report.versions[0]?.results.filter(({ reason }) => reason?.includes('ended in an error') === true);
    expect(broken).to.deep.equal([]);
    const failed = report.versions[0]?.results.filter(({ outcome }) => outcome === 'failed').map((one) => one.row.id);
    expect(failed).to.include('objects.create.location');
    expect(failed?.some((id) => id.startsWith('tokens.'))).to.equal(true);
    expect(exitCode(report, false, isWhole)).to.equal(1);
  });
});

import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versions } from '../../../src/conformance/versions.js';
import { type Json, list, member, Party, token } from '../../support/node.js';
import { type NodeProcess, spawnNode } from '../../support/process.js';
import { iriOf, tokenFor } from '../../support/exchange.js';

/** Checks that a node cannot be asked over HTTP (T30). */
const untested: readonly string[] = [];

describe('Conformance: the command', () => {
  let folder: string;
  let url: string;
  const running: NodeProcess[] = [];
  const command = (args: readonly string[], env: Record<string, string> = {}): NodeProcess => {
    const started = spawnNode(folder, env, args);
    running.push(started);
    return started;
  };

  /** A node, and a configuration for it in `<name>.json`. @returns its address. */
  const start = async (name: string): Promise<string> => {
    const retries = { DELIVERY_RETRY_MIN_MS: '100', DELIVERY_RETRY_MAX_MS: '1000' };
    const server = await command([], { PORT: '0', STORE_URL: 'memory:', DEV_IDP: 'true', ...retries }).listening;
    const tokenUrl = `${server}/dev-idp/token`;
    const partner = { logistics_agent_uri: '$RECEIVER/logistics-objects/kit' };
    const config = {
      server,
      holder: { tokenUrl, clientId: 'holder', clientSecret: 'env:HOLDER_SECRET' },
      partner: { tokenUrl, clientId: 'kit', clientSecret: 'kit-secret', parameters: partner },
      stranger: { tokenUrl, clientId: 'stranger', clientSecret: 'stranger-secret' },
    };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(config));
    return server;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    url = await start('vendor');
  });
  after(async () => {
    for (const one of running) {
      one.kill('SIGKILL');
      await one.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  for (const version of versions)
    it(`finds nothing wrong with a node in ${version} (T30)`, async () => {
      await start(version);
      const args = ['conformance', '--config', `${version}.json`, '--api-version', version, '--json', '--out', version];
      const kit = command(args, { HOLDER_SECRET: 'holder-secret' });
      const { code } = await kit.ended;
      const [node] = running.splice(-2, 1);
      node?.kill('SIGKILL');
      await node?.ended;
      const [report] = list(member(JSON.parse(kit.stdout()) as Json, 'versions'));
      const checks = list(member(report, 'checks'));
      const of = (outcome: string): string[] =>
        checks.filter((check) => member(check, 'outcome') === outcome).map((check) => JSON.stringify(check));
      expect(of('failed')).to.deep.equal([]);
      expect(of('cantTell')).to.deep.equal([]);
      const notTested = checks.filter((check) => member(check, 'outcome') === 'untested');
      expect(notTested.map((check) => member(check, 'id'))).to.deep.equal(untested);
      expect(code, kit.stderr()).to.equal(0);
      expect(Number(member(report, 'seconds'))).to.be.lessThan(150);
      expect(await readdir(join(folder, version))).to.have.members(['report.html', 'report.jsonld', 'report.xml']);
      expect(await readFile(join(folder, version, 'report.html'), 'utf8')).to.not.include('holder-secret');
    });

  it('lists its checks and sends nothing (--list)', async () => {
    const kit = command(['conformance', '--list', '--only', 'server']);
    expect((await kit.ended).code).to.equal(0);
    const lines = kit.stdout().trimEnd().split('\n');
    expect(lines.length).to.be.greaterThan(1);
    for (const line of lines) expect(line).to.match(/^server\.\S+\t(MUST|SHOULD)\t2\.\d\.0/);
  });

  it('exits 2 for wrong usage, with one line that names what is wrong (T2)', async () => {
    await writeFile(join(folder, 'wrong.json'), JSON.stringify({ server: url, holder: { tokn: 'x', token: 'y' } }));
    await writeFile(join(folder, 'env.json'), JSON.stringify({ holder: { token: 'env:NOT_THERE' } }));
    await writeFile(join(folder, 'known'), 'server.nothing # why\n');
    const cases: Readonly<Record<string, readonly string[]>> = {
      '--only: pieces': [url, '--only', 'pieces'],
      'holder.tokn': ['--config', 'wrong.json'],
      NOT_THERE: [url, '--config', 'env.json'],
      '--api-version: 1.0': [url, '--api-version', '1.0'],
      '--time': [url, '--time', '171'],
      '--rate': [url, '--rate', 'x'],
      '--receiver': [url, '--receiver', 'nowhere'],
      'server.nothing': [url, '--known', 'known'],
      'no http or https address': ['ftp://a.example'],
      'server is needed': [],
      '--frobnicate': ['--frobnicate'],
      'http://localhost:1': ['http://localhost:1'],
    };
    for (const [named, args] of Object.entries(cases)) {
      const kit = command(['conformance', ...args]);
      expect((await kit.ended).code, named).to.equal(2);
      expect(kit.stderr(), named)
        .to.match(/^[^\n]+\n$/)
        .and.include(named);
      expect(kit.stdout(), named).to.equal('');
    }
  });

  it('needs no store and no setting of a node (T1)', async () => {
    const kit = command(['conformance', url, '--only', 'server'], { STORE_URL: 'file:/proc/nope', PORT: 'wrong' });
    expect((await kit.ended).code, kit.stderr()).to.be.oneOf([0, 1]);
    expect(kit.stdout()).to.include('untested');
  });

  /** The requests of the kit that the node lists as open, once there are some; and the id of their run. */
  const open = async (): Promise<{ readonly count: number; readonly run: string }> => {
    const holder = new Party(url, `${url}/logistics-objects/_data-holder`, await token(url, 'holder'), []);
    const query = 'type=SubscriptionRequest&status=REQUEST_PENDING,REQUEST_ACCEPTED&limit=1000';
    const { json } = await holder.get(`/action-requests?${query}`);
    const [first = '', ...more] = list(member(json, 'api:hasItem')).map((item) => iriOf(item));
    const { text } = await holder.get(first === '' ? '/' : first);
    const run = /kit-([0-9a-f]{8})-/.exec(text)?.[1] ?? '';
    return { count: first === '' ? 0 : 1 + more.length, run };
  };
  const interrupted = async (signal: NodeJS.Signals): Promise<{ readonly kit: NodeProcess; readonly run: string }> => {
    const args = ['conformance', '--config', 'vendor.json', '--only', 'deliveries', '--api-version', '2.3.0'];
    const kit = command(args, { HOLDER_SECRET: 'holder-secret' });
    for (;;) {
      const { count, run } = await open();
      if (count > 0 && run !== '') {
        kit.kill(signal);
        await kit.ended;
        return { kit, run };
      }
    }
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`ends at ${signal}: it revokes its subscriptions and says what is untested (T18)`, async () => {
      const { kit, run } = await interrupted(signal);
      expect((await kit.ended).code).to.equal(1);
      expect(kit.stdout()).to.include('untested: the run was interrupted').and.include(`left behind by run ${run}`);
      expect((await open()).count).to.equal(0);
    });

  it('revokes later what a killed run has left (--clean)', async () => {
    const { run } = await interrupted('SIGKILL');
    expect((await open()).count).to.be.greaterThan(0);
    const kit = command(['conformance', '--config', 'vendor.json', '--clean', run], { HOLDER_SECRET: 'holder-secret' });
    expect((await kit.ended).code, kit.stderr()).to.equal(0);
    expect(kit.stdout()).to.match(/^[1-9]\d* requests of run [0-9a-f]{8} are revoked\n$/);
    expect((await open()).count).to.equal(0);
  });

  it('partner: writes a line for each notification, and misbehaves as it is told (T26)', async () => {
    const receiver = command(['partner', '--listen', '127.0.0.1:0', '--behave', 'error=503:1']);
    const address = await firstLine(receiver);
    const notification = {
      '@context': { api: 'https://onerecord.iata.org/ns/api#' },
      '@id': 'https://a.example/notifications/1',
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
      'api:hasLogisticsObject': { '@id': 'https://a.example/logistics-objects/1' },
    };
    const agent = `${url}/logistics-objects/sender`;
    await writeFile(join(folder, 'recorded.json'), JSON.stringify([notification]));
    const args = ['partner', '--send', 'recorded.json', '--to', address, '--token', 'env:T', '--order', 'twice'];
    const sender = command(args, { T: await tokenFor(url, agent) });
    // The first attempt is answered by 503, the second one by 204.
    expect((await sender.ended).code).to.equal(1);
    const statuses = sender
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => member(JSON.parse(line) as Json, 'status'));
    expect(statuses).to.deep.equal([503, 204]);
    receiver.kill('SIGTERM');
    expect((await receiver.ended).code).to.equal(0);
    const lines = receiver
      .stdout()
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as Json);
    expect(lines.map((line) => member(line, 'attempt'))).to.deep.equal([1, 2]);
    for (const line of lines) {
      expect(member(line, 'verdict')).to.equal('good');
      expect(member(line, 'eventType')).to.equal('LOGISTICS_OBJECT_CREATED');
      expect(member(member(line, 'claims'), 'logistics_agent_uri')).to.equal(agent);
    }
  });

  it('partner: answers GET / and GET /subscriptions; a wrong behaviour is exit code 2 (T26)', async () => {
    const receiver = command(['partner', '--listen', '127.0.0.1:0']);
    const address = await firstLine(receiver);
    for (const path of ['/', '/subscriptions']) expect((await fetch(address + path)).status).to.equal(200);
    for (const args of [[], ['--listen', 'x'], ['--listen', '127.0.0.1:0', '--behave', 'badly'], ['--send', 'none']]) {
      const wrong = command(['partner', ...args]);
      expect((await wrong.ended).code).to.equal(2);
      expect(wrong.stderr()).to.match(/^partner: [^\n]+\n$/);
    }
  });
});

/** The address in the first line of a receiver. */
async function firstLine(receiver: NodeProcess): Promise<string> {
  for (;;) {
    const [line = '', rest] = receiver.stdout().split('\n');
    const address = rest === undefined ? undefined : member(JSON.parse(line) as Json, 'listening');
    if (typeof address === 'string') return address;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

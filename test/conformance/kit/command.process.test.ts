import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Json, list, member, Party, token } from '../../support/node.js';
import type { NodeProcess } from '../../support/process.js';
import { iriOf, tokenFor } from '../../support/exchange.js';
import { KitFolder } from './kit-folder.js';

describe('Conformance: the command', () => {
  let kitFolder: KitFolder;
  let folder: string;
  let url: string;
  const command = (args: readonly string[], env?: Readonly<Record<string, string>>): NodeProcess =>
    kitFolder.command(args, env);

  before(async () => {
    kitFolder = await KitFolder.make();
    ({ folder } = kitFolder);
    url = await kitFolder.startNode('vendor');
  });
  after(() => kitFolder.close());

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

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { tokenFor } from '../support/exchange.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

const DOCUMENT = new URL('../../docs/partners.md', import.meta.url);
const run = promisify(execFile);

const missing = (...programs: readonly string[]): string | undefined =>
  programs.find((program) => spawnSync(program, ['--version']).error !== undefined);

/** Each test runs the blocks of one language, as they are in the document except for the two addresses. */
describe('docs/partners.md', () => {
  let folder: string;
  let node: NodeProcess;
  let url: string;

  async function program(language: string): Promise<string> {
    const text = await readFile(DOCUMENT, 'utf8');
    const blocks = Array.from(
      text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')),
      ([, block]) => block,
    );
    expect(blocks).to.not.be.empty;
    return blocks
      .join('\n')
      .replaceAll('http://localhost:8080', url)
      .replaceAll('9000', String(await freePort()));
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partners-'));
    node = spawnNode(folder, { PORT: '0', STORE_URL: 'memory:' });
    url = await node.listening;
  });
  after(async () => {
    node.kill('SIGTERM');
    await node.ended;
    await rm(folder, { recursive: true, force: true });
  });

  it("leads with curl to notifications, access, a change and the partner's own lists", async function () {
    const absent = missing('bash', 'curl', 'sed');
    if (absent !== undefined) {
      process.stdout.write(`skipped: there is no ${absent} here\n`);
      this.skip();
    }
    // The receiver may have ended by then.
    const script = `set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${await program('sh')}`;
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, timeout: 50_000 });

    // Revision and provenance, memento and TimeMap, TimeGate, graph store, query for several objects, the feed.
    const opened = [200, 200, 200, 200, 302, 200, 200, 200, 200, 200];
    const statuses = Array.from(stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status));
    expect(statuses).to.deep.equal([200, 200, 204, 403, 204, 200, 204, 200, 200, 200, 200, 204, ...opened]);
    expect(await receivedEvents()).to.include.members([
      ...['SUBSCRIPTION_REQUEST_PENDING', 'SUBSCRIPTION_REQUEST_ACCEPTED'],
      ...['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED'],
    ]);
    for (const kind of ['SubscriptionRequest', 'AccessDelegationRequest', 'ChangeRequest'])
      expect(stdout, kind).to.include(`"@type":"api:${kind}"`);
    expect(stdout).to.include('cargo#Piece,https://onerecord.iata.org/ns/api#LOGISTICS_OBJECT_CREATED');
    expect(stdout).to.match(/^\S+logistics-objects\/\S+,https:\/\/onerecord\.iata\.org\/ns\/cargo#Piece\r?$/m);
  });

  it('leads with Python to the same', async function () {
    const absent = missing('python3');
    if (absent !== undefined) {
      process.stdout.write(`skipped: there is no ${absent} here\n`);
      this.skip();
    }
    await writeFile(join(folder, 'partner.py'), await program('python'));
    const { stdout } = await run('python3', ['partner.py'], { cwd: folder, timeout: 50_000 });
    // Notifications about other topics are not in the order of these.
    const other = /^received .*_(REQUEST_\w+|ACCESS_GRANTED)$/;
    const lines = stdout
      .split('\n')
      .filter((line) => !other.test(line))
      .map((line) => line.replace(/^[A-Z]+ http\S+ /, ''));
    expect(lines).to.deep.equal([
      ...['201', '204', '201', 'received api:LOGISTICS_OBJECT_CREATED'],
      ...['201', '204', '200', '1 Spare parts'],
      ...['201', '204', 'received api:LOGISTICS_OBJECT_UPDATED', '200', 'True'],
      ...['204', ''],
    ]);
  });

  it('has queries that a partner may ask', async () => {
    const text = await readFile(DOCUMENT, 'utf8');
    const queries = Array.from(text.matchAll(/^```sparql\n(.*?)^```/gms), ([, query = '']) => query);
    expect(queries).to.not.be.empty;
    const token = await tokenFor(url, `${url}/logistics-objects/airline`);
    for (const query of queries) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/sparql-query' };
      // The queries begin behind the last URI of the page before.
      const body = query.replace('<the last URI, or nothing>', '');
      const reply = await fetch(`${url}/sparql`, { method: 'POST', headers, body });
      expect(reply.status, await reply.text()).to.equal(200);
    }
  });

  async function receivedEvents(): Promise<string[]> {
    const log = await readFile(join(folder, 'received.log'), 'utf8');
    return Array.from(log.matchAll(/"api:hasEventType":\{"@id":"api:(\w+)"\}/g), ([, event]) => event ?? '');
  }
});

/** Cargo-XML messages in exports, imports, backups and checks (docs/cargo-xml.md, X94). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleMessages } from '../../scripts/sample-messages.js';
import type { MessageReport } from '../../src/messages/schemas.js';
import { postXml, reportIn } from '../messages/node.js';
import { tokenFor } from '../support/exchange.js';
import { type Json, list, member, Party } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

describe('messages in a store that moves', function () {
  let folder: string;
  let env: Record<string, string>;
  let url: string;
  let node: NodeProcess | undefined;
  let sent: { readonly name: string; readonly bytes: Buffer }[];
  /** What the first store answers: the list, and each report. */
  let listed: Json;
  const reports = new Map<string, MessageReport>();

  const start = async (STORE_URL: string): Promise<Party> => {
    node = spawnNode(folder, { ...env, STORE_URL });
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    return new Party(url, agent, await tokenFor(url, agent));
  };
  const stop = async (): Promise<void> => {
    node?.kill('SIGTERM');
    await node?.ended;
    node = undefined;
  };
  const run = async (STORE_URL: string, ...args: string[]): Promise<string> => {
    const child = spawnNode(folder, { ...env, STORE_URL }, args);
    expect((await child.ended).code, child.stderr()).to.equal(0);
    return child.stdout();
  };
  const linesOf = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8')).split('\n').sort();
  const listOf = async (holder: Party): Promise<Json> => (await holder.get('/internal/messages')).json;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'messages-dump-'));
    const port = await freePort();
    url = `http://localhost:${port}`;
    env = { PORT: String(port) };
    // One is in an encoding of its own, which no text of RDF has.
    sent = (await sampleMessages()).map(({ name, xml }, index) => ({
      name,
      bytes:
        index === 0
          ? Buffer.from(xml.replace('UTF-8', 'ISO-8859-1').replace('M. Muster', 'M. M\u00fcller'), 'latin1')
          : Buffer.from(xml),
    }));
    const holder = await start('file:data');
    for (const { name, bytes } of sent) {
      const reply = await postXml(holder, bytes);
      expect(reply.status, `${name}: ${reply.text}`).to.equal(201);
      const report = reportIn(reply.json);
      reports.set(String(report.message), report);
    }
    listed = await listOf(holder);
    await stop();
  });
  afterEach(stop);
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** That a store has all messages as they came, and knows them when they come again. */
  async function expectAll(store: string): Promise<void> {
    const holder = await start(store);
    expect(await listOf(holder)).to.deep.equal(listed);
    for (const [index, { name, bytes }] of sent.entries()) {
      const again = await postXml(holder, bytes);
      expect(again.status, name).to.equal(200);
      const report = reportIn(again.json);
      expect(report.outcome, name).to.equal('duplicate');
      const uri = String(report.message);
      expect(reportIn((await holder.get(uri)).json), name).to.deep.equal(reports.get(uri));
      const response = await fetch(uri, {
        headers: { Authorization: `Bearer ${await tokenFor(url, holder.agent)}`, Accept: 'application/xml' },
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes), `bytes of ${index}`).to.equal(true);
    }
    const waybill = encodeURIComponent(`${url}/logistics-objects/awb-123-10000001`);
    const found = await holder.get(`/internal/messages?type=XFWB&outcome=applied&waybill=${waybill}`);
    expect(list(member(found.json, 'items'))).to.have.lengthOf(2);
  }

  it('are in an export, which another store takes and gives again', async () => {
    await run('file:data', 'export', 'all.nq');
    const all = await linesOf('all.nq');
    expect(all.filter((line) => line.includes('#base64Binary>'))).to.have.lengthOf(sent.length);
    await run('file:imported', 'import', 'all.nq');
    await run('file:imported', 'export', 'again.nq');
    expect(await linesOf('again.nq')).to.deep.equal(all);
    expect(await run('file:imported', 'check')).to.match(/nothing is wrong/);
    await expectAll('file:imported');
  });

  it('are in a backup, and in what it restores', async () => {
    await run('file:data', 'backup', 'copy');
    await run('file:restored', 'restore', 'copy');
    expect(await run('file:restored', 'check')).to.match(/nothing is wrong/);
    await expectAll('file:restored');
  });

  it('are compared with later ones where they were imported', async () => {
    const holder = await start('file:imported');
    const update = sent.find(({ name }) => name === '5-xfwb-update.xml') ?? expect.fail('there is no update');
    const text = update.bytes
      .toString()
      .replace('2026-03-01T15:00:00Z', '2026-03-01T16:00:00Z')
      .replaceAll('70.5', '71.5');
    const report = reportIn((await postXml(holder, text)).json);
    expect(report.outcome).to.equal('applied');
    expect(report.created).to.deep.equal([]);
    expect(report.changed.map(({ object }) => object)).to.include(`${url}/logistics-objects/awb-123-10000001-shipment`);
  });
});

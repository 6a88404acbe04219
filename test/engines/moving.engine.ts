import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import postgres from 'postgres';
import { createPiece, eventBody, tokenFor } from '../support/exchange.js';
import { Party } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('stores that move between LMDB and PostgreSQL', function (server) {
  let folder: string;
  let env: Record<string, string>;

  const run = async (
    args: readonly string[],
    STORE_URL: string,
  ): Promise<{ code: number | null; out: string; err: string }> => {
    const child = spawnNode(folder, { ...env, STORE_URL }, args);
    const { code } = await child.ended;
    return { code, out: child.stdout(), err: child.stderr() };
  };
  const digestOf = (report: string): string => /digest ([0-9a-f]{64})/.exec(report)?.[1] ?? `no digest in ${report}`;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moving-'));
    const port = await freePort();
    env = { PORT: String(port), BASE_URL: `http://localhost:${port}`, DEV_IDP: 'true' };
  });

  after(async () => {
    await rm(folder, { recursive: true });
  });

  /** Writes through a node, and says what it then answers. */
  async function withNode<Result>(STORE_URL: string, use: (holder: Party) => Promise<Result>): Promise<Result> {
    const node: NodeProcess = spawnNode(folder, { ...env, STORE_URL });
    const url = await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    try {
      return await use(new Party(url, agent, await tokenFor(url, agent)));
    } finally {
      node.kill('SIGTERM');
      await node.ended;
    }
  }

  it('have the same graphs after each move, by their digest, and answer the same', async () => {
    const piece = await withNode('file:first', async (holder) => {
      const uri = await createPiece(holder, { 'cargo:goodsDescription': 'é "quoted" \u0007 \u{1F6EB}' });
      for (let event = 0; event < 5; event += 1) await holder.post(`${uri}/logistics-events`, eventBody());
      return uri;
    });
    const exported = await run(['export', 'first.nq'], 'file:first');
    expect(exported.code, exported.err).to.equal(0);
    const database = await server().newDatabase();
    const imported = await run(['import', 'first.nq'], database);
    expect(imported.code, imported.err).to.equal(0);
    expect(digestOf(imported.out)).to.equal(digestOf(exported.out));
    const answers = await withNode(database, async (holder) => {
      const events = await holder.get(`${piece}/logistics-events`);
      expect(events.status).to.equal(200);
      return [(await holder.get(piece)).text, events.text];
    });
    const checked = await run(['check'], database);
    expect(checked.out, checked.err).to.match(/nothing is wrong/);
    // And back.
    const back = await run(['export', 'second.trig'], database);
    expect(back.code, back.err).to.equal(0);
    const again = await run(['import', 'second.trig'], 'file:second');
    expect(digestOf(again.out), again.err).to.equal(digestOf(back.out));
    const others = await withNode('file:second', async (holder) => [
      (await holder.get(piece)).text,
      (await holder.get(`${piece}/logistics-events`)).text,
    ]);
    expect(others).to.deep.equal(answers);
  });

  it('are refused by import where the database is not empty, and leave an empty one where it fails', async () => {
    const database = await server().newDatabase();
    await writeFile(join(folder, 'broken.nq'), '<urn:a> <urn:b> nonsense .\n');
    const broken = await run(['import', 'broken.nq'], database);
    expect(broken.code).to.not.equal(0);
    expect(broken.err).to.include('broken.nq cannot be imported');
    const sql = postgres(database, { max: 1 });
    const tables = await sql`SELECT tablename FROM pg_tables WHERE tablename LIKE 'cargograph%'`;
    await sql.end();
    expect(tables).to.have.length(0);
    const whole = await run(['import', 'first.nq'], database);
    expect(whole.code, whole.err).to.equal(0);
    const repeated = await run(['import', 'first.nq'], database);
    expect(repeated.code).to.not.equal(0);
    expect(repeated.err).to.include('is not empty').and.not.to.include('\n    at');
  });

  it('are checked, with damage named and indexes repaired', async () => {
    const database = await server().newDatabase();
    await run(['import', 'first.nq'], database);
    await withNode(database, () => Promise.resolve());
    const sql = postgres(database, { max: 1 });
    await sql`DELETE FROM cargograph_lookups WHERE lookup = 'objects'`;
    await sql`UPDATE cargograph_counts SET entries = entries + 1 WHERE lookup = 'events'`;
    const found = await run(['check'], database);
    expect(found.code).to.not.equal(0);
    expect(found.err).to.include('index objects').and.include('index events');
    const repaired = await run(['check', '--repair'], database);
    expect(repaired.code, repaired.err).to.equal(0);
    const after = await run(['check'], database);
    expect(after.out, after.err).to.match(/nothing is wrong/);
    await sql`UPDATE cargograph_graphs SET text = text || ${'<urn:a> <urn:b> <urn:c> .\n'} WHERE name LIKE '%/head'`;
    await sql.end();
    const damaged = await run(['check'], database);
    expect(damaged.err).to.include('has a wrong checksum');
  });

  it('in PostgreSQL are backed up by its own tools, which the commands name in one line', async () => {
    const database = await server().newDatabase();
    for (const command of ['backup', 'restore']) {
      const refused = await run([command, 'copy'], database);
      expect(refused.code).to.not.equal(0);
      expect(refused.err.trim().split('\n')).to.have.length(1);
      expect(refused.err).to.include('pg_dump');
    }
    expect(await readFile(join(folder, 'first.nq'), 'utf8')).to.not.equal('');
  });

  it('that cannot be used are reported in one line that names STORE_URL, without the password', async () => {
    const database = await server().newDatabase();
    const { port } = new URL(database);
    const path = new URL(database).pathname;
    for (const url of [
      `postgres://user:sekret@127.0.0.1:1${path}`,
      `postgres://postgres:sekret@127.0.0.1:${port}/missing`,
      `postgres://nobody:sekret@127.0.0.1:${port}${path}`,
      `postgres://postgres:sekret@127.0.0.1:${port}${path}?sslmode=require`,
      `postgres://postgres:sekret@127.0.0.1:${port}${path}?sslmode=other`,
      `postgres://postgres:sekret@127.0.0.1:${port}`,
    ])
      for (const command of [[], ['check']]) {
        const { code, out, err } = await run(command, url);
        expect(code, url).to.equal(1);
        expect(err.trim().split('\n'), err).to.have.length(1);
        expect(err, url).to.include('STORE_URL');
        expect(out + err).to.not.include('sekret');
      }
  });
});

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, changeBody } from './support/changes.js';
import { context, list, member, Party, token } from './support/node.js';
import { compiled } from './support/program.js';
import { freePort, type NodeProcess, spawnNode } from './support/process.js';

describe('The process', () => {
  let folder: string;
  const running: NodeProcess[] = [];

  const start = (env: Record<string, string> = {}, args: readonly string[] = []): NodeProcess => {
    const started = spawnNode(folder, env, args);
    running.push(started);
    return started;
  };

  const holderOf = async (url: string): Promise<Party> =>
    new Party(url, `${url}/logistics-objects/_data-holder`, await token(url, 'holder'));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'process-'));
  });
  after(async () => {
    for (const node of running) {
      node.kill('SIGKILL');
      await node.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('prints its usage with --help, and exits 0', async () => {
    const help = start({}, ['--help']);
    expect((await help.ended).code).to.equal(0);
    expect(help.stdout()).to.include('STORE_URL').and.include('BASE_URL').and.include('Usage');
    expect(help.stderr()).to.equal('');
  });

  it('prints its version with --version, and exits 0', async () => {
    const version = start({}, ['--version']);
    expect((await version.ended).code).to.equal(0);
    expect(version.stdout()).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  it('rejects an unknown command', async () => {
    const node = start({}, ['frobnicate']);
    expect((await node.ended).code).to.be.greaterThan(0);
    expect(node.stderr()).to.include('frobnicate');
    expect(node.stdout()).to.equal('');
  });

  it('reports a version of Node.js that is too old in one sentence, before it imports anything', async () => {
    const old = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})";
    const file = join(folder, 'old.cjs');
    await writeFile(file, old);
    const build = fileURLToPath(new URL('../scripts/build.cjs', import.meta.url));
    for (const entry of [compiled('main'), build]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', file, entry], { encoding: 'utf8' });
      expect(stderr).to.match(/^Cargograph needs Node\.js 20\.19 or newer; this is 18\.20\.4\.\n$/);
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    }
    // Static imports would be linked before the check.
    expect(await readFile(compiled('main'), 'utf8')).to.not.match(/^import\b|\?\.|\?\?|^await\b/m);
  });

  it('exits with one line that names the invalid setting', async () => {
    const wrong: Record<string, Record<string, string>> = {
      PORT: { PORT: 'http' },
      STORE_URL: { STORE_URL: 'file:%ZZ' },
      '/proc/nope': { STORE_URL: 'file:/proc/nope', PORT: '0' },
      '/proc/1/nope/data': { STORE_URL: 'file:/proc/1/nope/data', PORT: '0' },
      HOST: { HOST: '999.1.1.1', PORT: '0', STORE_URL: 'memory:' },
      'HOST:': { HOST: '192.0.2.1', PORT: '0', STORE_URL: 'memory:' },
      BASE_URL: { BASE_URL: 'http://localhost:1/a//b' },
      CORS_ORIGINS: { CORS_ORIGINS: 'foo' },
      RATE_LIMIT: { RATE_LIMIT: '-1' },
      TRUSTED_ISSUERS: { NODE_ENV: 'production' },
      EXTRA_CA_FILE: { EXTRA_CA_FILE: 'none.pem', PORT: '0', STORE_URL: 'memory:' },
      TLS_CERT_FILE: { TLS_CERT_FILE: 'none.pem', TLS_KEY_FILE: 'none.pem', PORT: '0' },
      ONTOLOGY_FILES: { ONTOLOGY_FILES: 'none.ttl', PORT: '0', STORE_URL: 'memory:' },
      SHAPES_FILES: { SHAPES_FILES: 'none.ttl', PORT: '0', STORE_URL: 'memory:' },
    };
    const nodes = Object.entries(wrong).map(([name, env]) => ({ name, node: start(env) }));
    for (const { name, node } of nodes) {
      expect((await node.ended).code, name).to.be.greaterThan(0);
      const lines = node.stderr().trim().split('\n');
      expect(lines, node.stderr()).to.have.length(1);
      expect(lines[0]).to.match(new RegExp(name));
      expect(node.stdout()).to.equal('');
    }
  });

  describe('with its store in memory', () => {
    let node: NodeProcess;
    let url: string;
    before(() => {
      node = start({ PORT: '0', STORE_URL: 'memory:' });
    });

    it('prints `listening on <BASE_URL>` once when it is ready', async () => {
      url = await node.listening;
      expect(url).to.match(/^http:\/\/localhost:\d+$/);
      expect(node.stdout().match(/listening on/g)).to.have.length(1);
      expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
      expect(node.stdout()).to.match(/^listening on http:\/\/localhost:\d+$/m);
    });

    it('ends its bodies in JSON with a line break', async () => {
      const form = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) };
      const pages: readonly [path: string, init?: RequestInit][] = [
        ['/health/live'],
        ['/health/ready'],
        ['/openapi.json'],
        ['/dev-idp/.well-known/jwks.json'],
        ['/dev-idp/token', form],
        ['/logistics-objects/none'],
      ];
      for (const [path, init] of pages) expect(await (await fetch(url + path, init)).text(), path).to.match(/[^\n]\n$/);
    });

    it('survives bytes that are not HTTP', async () => {
      for (const path of ['/%', '/logistics-objects/%ZZ', '/dev-idp/%E0%A4%A', '/health/%']) {
        const status = await fetch(url + path, { signal: AbortSignal.timeout(5000) }).then(
          (reply) => reply.status,
          () => undefined,
        );
        expect(status, path).to.be.within(400, 404);
      }
      expect((await fetch(`${url}/health/live`)).status).to.equal(200);
    });

    it('has its port exclusively: another process exits with one line', async () => {
      const { port } = new URL(url);
      const second = start({ PORT: port, STORE_URL: 'memory:' });
      expect((await second.ended).code).to.be.greaterThan(0);
      expect(second.stderr().trim().split('\n')).to.have.length(1);
      expect(second.stderr())
        .to.match(/^PORT: /)
        .and.include(port);
    });

    it('exits 0 on SIGINT', async () => {
      node.kill('SIGINT');
      expect(await node.ended).to.deep.equal({ code: 0, signal: null });
    });
  });

  describe('with its store in a folder', () => {
    let env: Record<string, string>;
    let node: NodeProcess;
    let url: string;
    /** The object that was being written on SIGTERM. */
    let written: string;
    const begin = async (): Promise<void> => {
      node = start(env);
      url = await node.listening;
    };
    before(async () => {
      env = { PORT: String(await freePort()), STORE_URL: 'file:data' };
      await begin();
    });

    it('finishes the request in flight on SIGTERM and exits 0', async () => {
      const bearer = await token(url, 'holder');
      const body = JSON.stringify({
        '@context': context,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'in flight',
      });
      const sending = request(`${url}/logistics-objects`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bearer}`,
          'Content-Type': 'application/ld+json',
          'Content-Length': body.length,
          Expect: '100-continue',
        },
      });
      sending.flushHeaders();
      await once(sending, 'continue');
      sending.write(body.slice(0, 20));
      node.kill('SIGTERM');
      // New connections are refused from now on; the one that is open goes on.
      for (let refused = false; !refused;)
        refused = await fetch(`${url}/health/live`).then(
          () => false,
          () => true,
        );
      sending.end(body.slice(20));
      const [response] = (await once(sending, 'response')) as [
        { statusCode: number; headers: { location?: string }; resume(): void },
      ];
      response.resume();
      expect(response.statusCode).to.equal(201);
      // It does not wait for idle connections: these time out after 65 s, later than this test.
      expect(await node.ended).to.deep.equal({ code: 0, signal: null });
      written = response.headers.location ?? '';
    });

    it('has that write after the restart', async () => {
      await begin();
      const holder = await holderOf(url);
      expect((await holder.get(written)).status).to.equal(200);
    });

    it('has its folder exclusively: another process exits with one line', async () => {
      const second = start({ ...env, PORT: String(await freePort()) });
      expect((await second.ended).code).to.be.greaterThan(0);
      expect(second.stderr().trim().split('\n')).to.have.length(1);
      expect(second.stderr())
        .to.match(/in use|already|another process|locked/i)
        .and.include('data');
      expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
    });

    it('has every acknowledged write completely after kill -9', async () => {
      const holder = await holderOf(url);
      /** Per object the highest revision that was acknowledged. */
      const acknowledged = new Map<string, number>();
      let writes = 0;
      const write = async (): Promise<void> => {
        for (;;) {
          const reply = await holder.post('/logistics-objects', {
            '@context': context,
            '@type': 'cargo:Piece',
            'cargo:upid': 'x',
          });
          const object = reply.headers.get('location') ?? '';
          if (reply.status === 201) acknowledged.set(object, 1);
          for (let revision = 1; revision < 4; revision++) {
            const operations = ['a', 'b'].map((text) =>
              add(object, 'textualHandlingInstructions', `${text}${revision}`),
            );
            const submitted = await holder.patch(object, changeBody(object, revision, operations));
            const decided = await holder.patch(`${submitted.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
            if (decided.status === 204) acknowledged.set(object, revision + 1);
            if (++writes === 60) node.kill('SIGKILL');
          }
        }
      };
      // Each writer ends when its connection does.
      await Promise.allSettled(Array.from({ length: 6 }, write));
      expect((await node.ended).signal).to.equal('SIGKILL');
      expect(acknowledged.size).to.be.greaterThan(6);

      const again = start(env);
      await again.listening;
      for (const [object, revision] of acknowledged) {
        // The token of before is as good as it was.
        const reply = await holder.get(object);
        expect(reply.status).to.equal(200);
        const latest = Number(reply.headers.get('latest-revision'));
        expect(latest).to.be.at.least(revision);
        const texts = list(member(reply.json, 'cargo:textualHandlingInstructions'));
        expect(texts).to.have.length(2 * (latest - 1));
        const trail = (await holder.get(`${object}/audit-trail?status=REQUEST_ACCEPTED`)).json;
        expect(list(member(trail, 'api:hasChangeRequest'))).to.have.length(latest - 1);
        expect(member(member(trail, 'api:hasLatestRevision'), '@value')).to.equal(String(latest));
      }
      again.kill('SIGTERM');
      expect((await again.ended).code).to.equal(0);
    });
  });
});

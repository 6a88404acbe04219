import { expect } from 'chai';
import { parseBundle, type Bundle, isDisclosed } from '../../src/proofs/format/bundle.js';
import { parseCheckpoint } from '../../src/proofs/format/checkpoint.js';
import { readHash } from '../../src/proofs/format/encoding.js';
import { parseNote, parseVkey, verifySignatures, type VerifierKey } from '../../src/proofs/format/note.js';
import { parseTlogProof } from '../../src/proofs/format/tlog-proof.js';
import { isConsistent, rootOfHashes } from '../../src/proofs/format/tree.js';
import { type Proven, verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { add } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { type Json, type Party, textIn, token } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const GROSS_WEIGHT = { 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20.5 } };

/** A member of parsed JSON, by the names and indexes that lead to it. */
function readMember(json: Json, ...path: readonly (string | number)[]): Json {
  let value: Json = json;
  for (const name of path) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = typeof value === 'object' && value !== null ? value[name] : undefined;
  }
  return value;
}

/** The key that the node publishes. */
async function keyOf(world: TestContext): Promise<VerifierKey> {
  const reply = await world.anonymous.get('/.well-known/cargograph-log.json');
  expect(reply.status, reply.text).to.equal(200);
  const text = readMember(reply.json, 'keys', 0, 'key');
  return parseVkey(textIn(text));
}

/** A bundle that a party is given; it is verified with the published key. */
async function proofOf(
  world: TestContext,
  path: string,
  party: Party = world.holder,
): Promise<{ bundle: Bundle; proven: Proven }> {
  const reply = await party.get(path);
  expect(reply.status, reply.text).to.equal(200);
  expect(reply.headers.get('content-type')).to.match(/^application\/json/);
  expect(reply.headers.get('cache-control')).to.equal('private, no-cache');
  const bundle = parseBundle(reply.text);
  const verdict = verifyBundle(bundle, { keys: [await keyOf(world)], witnesses: [] });
  if (!verdict.holds) expect.fail(`step ${verdict.step}: ${verdict.reason}`);
  expect(verdict.proven.isTrusted).to.equal(true);
  return { bundle, proven: verdict.proven };
}

/** A checkpoint that covers everything until now. */
async function checkpointAfter(world: TestContext, object: string): Promise<{ size: number; root: Uint8Array }> {
  await proofOf(world, `${object}/proof`);
  const reply = await world.partner.get('/log/checkpoint');
  expect(reply.status, reply.text).to.equal(200);
  expect(verifySignatures(parseNote(reply.text), [await keyOf(world)]).valid).to.have.length(1);
  return parseCheckpoint(parseNote(reply.text).text);
}

async function decided(world: TestContext): Promise<{ piece: string; request: string }> {
  const piece = await world.openPiece();
  const request = await world.change(piece, [add(world.uri(piece), 'upid', '1')]);
  return { piece, request };
}

const statements: Statement[] = [
  ...each<(world: TestContext) => Promise<{ path: string; kind: string; graph: string }>>(
    {
      'the latest revision': async (world) => {
        const { piece } = await decided(world);
        return { path: `${piece}/proof`, kind: 'revision', graph: world.uri(`${piece}/revisions/2`) };
      },
      'an earlier revision': async (world) => {
        const { piece } = await decided(world);
        return { path: `${piece}/revisions/1/proof`, kind: 'revision', graph: world.uri(`${piece}/revisions/1`) };
      },
      'an event': async (world) => {
        const piece = await world.piece();
        const event = world.path(
          (await world.holder.post(`${piece}/logistics-events`, eventBody())).headers.get('location'),
        );
        return { path: `${event}/proof`, kind: 'event', graph: world.uri(event) };
      },
      'an access control list': async (world) => {
        const piece = await world.openPiece();
        return { path: `${piece}/acl/proof`, kind: 'acl', graph: world.uri(`${piece}/acl`) };
      },
      'an action request': async (world) => {
        const { request } = await decided(world);
        return { path: `${request}/proof`, kind: 'request', graph: world.uri(request) };
      },
    },
    (make) => ({
      section: 'P1; P13; P14; P15',
      statement: 'is proven by a bundle that anybody can verify',
      holds: async (world) => {
        const { path, kind, graph } = await make(world);
        const { bundle, proven } = await proofOf(world, path);
        expect(proven.record).to.include({ kind, graph });
        expect(bundle).to.include({ graph, superseded: false, erased: null });
        expect(proven.withheldCount).to.equal(0);
        const entry = await proofOf(world, `/log/1/entries/${proven.index}`);
        expect(entry.bundle.record).to.equal(bundle.record);
        expect((await world.holder.send('HEAD', path)).status).to.equal(200);
        const post = await world.holder.send('POST', path);
        expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
        expect((await world.holder.get(`${path}?at=20260301T100000Z`)).status).to.equal(400);
      },
    }),
  ),
  {
    section: 'P6',
    statement: 'a revision’s entry has the time and the author of its provenance, and the request that made it',
    holds: async (world) => {
      const { piece, request } = await decided(world);
      const { proven } = await proofOf(world, `${piece}/proof`);
      expect(proven.record.cause).to.equal(world.uri(request));
      expect(proven.record.time).to.equal(world.node.clock.now().toISOString());
      expect((await proofOf(world, `${request}/proof`)).proven.record.agent).to.equal(world.holder.agent);
    },
  },
  {
    section: 'P16',
    statement: 'a bundle discloses some properties with what is embedded below them, and shows that there are others',
    holds: async (world) => {
      const piece = await world.openPiece(GROSS_WEIGHT);
      for (const property of ['cargo:grossWeight', 'https://onerecord.iata.org/ns/cargo#grossWeight']) {
        const path = `${piece}/proof?property=${encodeURIComponent(property)}`;
        const { bundle, proven } = await proofOf(world, path, world.partner);
        const text = (proven.disclosed ?? []).join('\n');
        expect(text).to.include('numericalValue').and.include('20.5').and.include('wasAttributedTo');
        expect(text).to.not.include('Oranges');
        expect(proven.withheldCount).to.equal(bundle.statements?.filter((each) => !isDisclosed(each)).length);
        expect(proven.withheldCount).to.be.greaterThan(0);
      }
      expect((await world.partner.get(`${piece}/proof?property=cargo:upid`)).status).to.equal(422);
      expect((await world.partner.get(`${piece}/proof?property=a%20b`)).status).to.equal(400);
      const many = Array.from({ length: 51 }, (_, index) => `cargo:p${index}`).join(',');
      expect((await world.partner.get(`${piece}/proof?property=${many}`)).status).to.equal(400);
      expect((await world.partner.get(`${piece}/proof`, { headers: { Accept: 'text/turtle' } })).status).to.equal(406);
    },
  },
  {
    section: 'P17',
    statement: 'an earlier state of a request is proven without its statements, and says that it is superseded',
    holds: async (world) => {
      const piece = await world.openPiece();
      const sent = await world.send(world.partner, piece, [add(world.uri(piece), 'upid', '2')]);
      const request = world.path(sent.headers.get('location'));
      const before = await proofOf(world, `${request}/proof`);
      expect((await world.accept(request)).status).to.equal(204);
      const after = await proofOf(world, `${request}/proof`);
      expect(after.proven.index).to.be.greaterThan(before.proven.index);
      const { bundle } = await proofOf(world, `/log/1/entries/${before.proven.index}`);
      expect(bundle).to.include({ superseded: true, statements: null, record: before.bundle.record });
    },
  },
  {
    section: 'P13; D14',
    statement: 'a proof has the access of the thing itself, and an index says nothing to others',
    holds: async (world) => {
      const piece = await world.piece();
      const { proven } = await proofOf(world, `${piece}/proof`);
      expect((await world.anonymous.get(`${piece}/proof`)).status).to.equal(401);
      expect((await world.partner.get(`${piece}/proof`)).status).to.equal(403);
      expect((await world.partner.get(`${piece}/acl/proof`)).status).to.equal(403);
      expect((await world.partner.get('/logistics-objects/none/proof')).status).to.equal(404);
      expect((await world.holder.get(`${piece}/revisions/2/proof`)).status).to.equal(404);
      expect((await world.holder.get(`${piece}/acl/proof`)).status).to.equal(404);
      const [withheld, beyond] = await Promise.all(
        [proven.index, 999_999].map((index) => world.partner.get(`/log/1/entries/${index}`)),
      );
      expect([withheld?.status, beyond?.status]).to.deep.equal([404, 404]);
      expect((await world.anonymous.get(`/log/1/entries/${proven.index}`)).status).to.equal(401);
      for (const wrong of ['/log/1/entries/-1', '/log/1/entries/01', '/log/2/entries/0', '/log/x/entries/0'])
        expect((await world.holder.get(wrong)).status, wrong).to.equal(404);
    },
  },
  {
    section: 'P8; P12',
    statement: 'the newest checkpoint is a signed note, for any caller with a token',
    holds: async (world) => {
      const { size } = await checkpointAfter(world, await world.piece());
      const reply = await world.partner.get('/log/checkpoint');
      expect(reply.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      expect(reply.headers.get('cache-control')).to.equal('no-cache');
      expect(size).to.be.greaterThan(1);
      const { origin } = parseCheckpoint(parseNote(reply.text).text);
      expect(origin).to.equal(`${world.node.url.replace(/^https?:\/\//, '')}/log/1`);
      expect((await keyOf(world)).name).to.equal(origin);
      const again = await world.partner.get('/log/1/checkpoint', {
        headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
      });
      expect(again.status).to.equal(304);
      expect((await world.anonymous.get('/log/checkpoint')).status).to.equal(401);
      expect((await world.partner.get('/log/checkpoint?x=1')).status).to.equal(400);
      const post = await world.holder.send('POST', '/log/checkpoint');
      expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    },
  },
  {
    section: 'P9; P12',
    statement: 'tiles have the leaves under the checkpoint and its entries, are immutable, and end with it',
    holds: async (world) => {
      const { size, root } = await checkpointAfter(world, await world.piece());
      const path = `.p/${size}`;
      const url = (kind: string): string => `${world.node.url}/log/1/tile/${kind}`;
      const headers = { Authorization: `Bearer ${await token(world.node.url, 'holder')}` };
      const read = async (address: string): Promise<Response> => fetch(address, { headers });
      const tile = await read(url(`0/000${path}`));
      expect(tile.status).to.equal(200);
      expect(tile.headers.get('cache-control')).to.equal('immutable, max-age=31536000, private');
      expect(tile.headers.get('content-type')).to.equal('application/octet-stream');
      const bytes = Buffer.from(await tile.arrayBuffer());
      const leaves = Array.from({ length: size }, (_, index) => bytes.subarray(32 * index, 32 * index + 32));
      expect(Buffer.from(rootOfHashes(leaves)).toString('hex')).to.equal(Buffer.from(root).toString('hex'));
      const entries = Buffer.from(await (await read(url(`entries/000${path}`))).arrayBuffer());
      expect(entries.length).to.equal(34 * size);
      expect((await read(url('0/000'))).status).to.equal(404);
      expect((await read(url('1/000'))).status).to.equal(404);
      for (const wrong of ['0/0', '0/000.p/0', '0/000.p/256', 'x/000', '64/000', 'entries/'])
        expect((await read(url(wrong))).status, wrong).to.equal(400);
      expect((await world.anonymous.get(`/log/1/tile/0/000${path}`)).status).to.equal(401);
    },
  },
  {
    section: 'P10',
    statement: 'a proof of consistency shows that the log has only grown',
    holds: async (world) => {
      const older = await checkpointAfter(world, await world.piece());
      const newer = await checkpointAfter(world, await world.piece());
      const reply = await world.partner.get(`/log/1/consistency?from=${older.size}&to=${newer.size}`);
      expect(reply.status, reply.text).to.equal(200);
      const hashes = readMember(reply.json, 'hashes');
      if (!Array.isArray(hashes)) expect.fail('there are no hashes');
      const proof = hashes.map((hash) => readHash(textIn(hash), 'a hash'));
      expect(isConsistent(older.size, newer.size, older.root, newer.root, proof)).to.equal(true);
      for (const query of ['from=0', `from=${newer.size}`])
        expect(
          readMember((await world.partner.get(`/log/1/consistency?${query}&to=${newer.size}`)).json, 'hashes'),
        ).to.deep.equal([]);
      for (const wrong of ['', 'from=-1', 'from=1.5', 'from=x', 'from=2&to=1', 'from=1&to=999999', 'from=1&x=1'])
        expect((await world.partner.get(`/log/1/consistency?${wrong}`)).status, wrong).to.equal(400);
    },
  },
  {
    section: 'P11',
    statement: 'anyone reads origin and keys of the log, also as a controller document',
    holds: async (world) => {
      const reply = await world.anonymous.get('/.well-known/cargograph-log.json');
      expect(reply.headers.get('cache-control')).to.equal('public, max-age=3600');
      expect(readMember(reply.json, 'prefix')).to.equal(world.uri('/log/1/'));
      expect(readMember(reply.json, 'keys', 0, 'from')).to.equal(0);
      expect(readMember(reply.json, 'keys', 0, 'until')).to.equal(null);
      expect(readMember(reply.json, 'earlier')).to.deep.equal([]);
      const keys = await world.anonymous.get('/log/keys');
      expect(readMember(keys.json, 'id')).to.equal(world.uri('/log/keys'));
      expect(readMember(keys.json, 'assertionMethod', 0, 'publicKeyMultibase')).to.match(/^z6Mk/);
    },
  },
  {
    section: 'P48; P58',
    statement: 'internal agents read size and checkpoint of the log, and metrics count its entries',
    holds: async (world) => {
      const { size } = await checkpointAfter(world, await world.piece());
      const reply = await world.holder.get('/internal/log');
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.json).to.deep.equal({
        origin: `${world.node.url.replace(/^https?:\/\//, '')}/log/1`,
        entries: size,
        checkpoint: { size, signedAt: world.node.clock.now().toISOString() },
        fork: null,
        witnesses: [],
      });
      expect((await world.partner.get('/internal/log')).status).to.equal(403);
      expect((await world.holder.get('/internal/log?x=1')).status).to.equal(400);
      const metrics = async (of: TestContext): Promise<string> => (await of.holder.get('/metrics')).text;
      expect(await metrics(world)).to.include(`\ncargograph_log_entries_total ${size}\n`);
      expect(await metrics(world)).to.include('\ncargograph_log_checkpoint_age_seconds 0\n');
      expect(await metrics(await world.later(90))).to.include('\ncargograph_log_checkpoint_age_seconds 90\n');
    },
  },
  {
    section: 'P1; P13',
    statement: 'the start of the log is its first entry, for internal agents',
    holds: async (world) => {
      const { proven } = await proofOf(world, '/log/1/entries/0');
      expect(proven.record).to.include({ kind: 'log', graph: world.uri('/internal/log/1-1') });
      expect((await world.partner.get('/log/1/entries/0')).status).to.equal(404);
      expect(parseTlogProof((await proofOf(world, '/log/1/entries/0')).bundle.proof).index).to.equal(0);
    },
  },
];

conformance('the log and its proofs', statements, { env: { PROOF_CHECKPOINT_MS: '100' } });

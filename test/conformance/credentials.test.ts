/** Revisions as Verifiable Credentials (P18): anybody verifies them offline, and finds an altered value. */
import { expect } from 'chai';
import { parseBundle, isDisclosed } from '../../src/proofs/format/bundle.js';
import { credentialContents, otherOrder } from '../support/credential-contents.js';
import { altered, canonicalLines, CONTEXT, isProven, type Members, membersOf } from '../support/credentials.js';
import { add } from '../support/changes.js';
import { cargo, type Party } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const accept = { headers: { Accept: 'application/vc' } };

async function credentialOf(world: TestContext, revision: string, party: Party = world.holder): Promise<Members> {
  const reply = await party.get(`${revision}/proof`, accept);
  expect(reply.status, reply.text).to.equal(200);
  expect(reply.headers.get('content-type')).to.equal('application/vc');
  expect(reply.headers.get('cache-control')).to.equal('private, no-cache');
  expect(reply.headers.get('vary')).to.match(/\bAccept\b/);
  return membersOf(JSON.parse(reply.text));
}

const keysOf = async (world: TestContext): Promise<Members> => membersOf((await world.anonymous.get('/log/keys')).json);

const statements: Statement[] = [
  {
    section: 'P18',
    statement: 'a credential says what the revision says, when, and which entry of the log proves it',
    holds: async (world) => {
      const piece = await world.openPiece();
      const [first, second] = [`${piece}/revisions/1`, `${piece}/revisions/2`];
      const bundle = parseBundle((await world.holder.get(`${first}/proof`)).text);
      await world.change(piece, [add(world.uri(piece), 'upid', '1')]);
      const credential = await credentialOf(world, first, world.partner);
      expect(credential['@context']).to.deep.equal([CONTEXT, { cargo }]);
      expect(credential).to.include({
        id: world.uri(first),
        issuer: world.uri('/log/keys'),
        validFrom: world.node.clock.now().toISOString(),
      });
      expect(credential['type']).to.deep.equal(['VerifiableCredential']);
      expect(credential['credentialSubject']).to.deep.equal({
        id: world.uri(piece),
        type: 'cargo:Piece',
        'cargo:goodsDescription': 'Oranges',
      });
      const index = /^index ([0-9]+)$/m.exec(bundle.proof)?.[1];
      expect(credential['evidence']).to.deep.equal({
        id: world.uri(`/log/1/entries/${index}`),
        type: world.uri('/ns/extensions#LogEntry'),
      });
      const evidence = await world.holder.get(`/log/1/entries/${index}`);
      expect(parseBundle(evidence.text).record).to.equal(bundle.record);
      expect(await isProven(credential, await keysOf(world))).to.equal(true);
      const latest = await credentialOf(world, second);
      expect(membersOf(latest['credentialSubject'])).to.include({ 'cargo:upid': '1' });
      expect(await isProven(latest, await keysOf(world))).to.equal(true);
    },
  },
  ...each({ ...credentialContents, 'values in the order of code points': otherOrder }, (content) => ({
    section: 'P18',
    statement: 'a credential is verified offline, and an altered value is found',
    holds: async (world) => {
      const created = await world.post({ '@type': 'cargo:Piece', 'cargo:upid': 'MARKED-1', ...content });
      expect(created.status, created.text).to.equal(201);
      const piece = world.path(created.headers.get('location'));
      const keys = await keysOf(world);
      const credential = await credentialOf(world, `${piece}/revisions/1`);
      expect(await isProven(credential, keys)).to.equal(true);
      expect(await isProven(altered(credential, 'MARKED-1', 'MARKED-2'), keys)).to.equal(false);
      expect(await isProven(altered(credential, 'revisions/1', 'revisions/2'), keys)).to.equal(false);
      expect(await isProven(altered(credential, 'log/1/entries/', 'log/1/entries/1'), keys)).to.equal(false);
      // It states what the bundle of the revision discloses: every statement, and no other.
      const bundle = parseBundle((await world.holder.get(`${piece}/revisions/1/proof`)).text);
      const ofRevision = (bundle.statements ?? [])
        .filter(isDisclosed)
        .map(({ nquad }) => nquad)
        .filter((line) => line.endsWith(` <${world.uri(`${piece}/revisions/1`)}> .`))
        .map((line) => line.slice(0, line.lastIndexOf(' <')));
      const { proof: _, ...document } = credential;
      const stated = new Set((await canonicalLines(document)).map((line) => line.slice(0, -2)));
      const isDouble = (line: string): boolean => line.includes('XMLSchema#double');
      for (const line of ofRevision) if (!isDouble(line)) expect([...stated]).to.include(line);
      expect([...stated].filter(isDouble)).to.have.length(ofRevision.filter(isDouble).length);
      // Its own statements: type, issuer, time, subject, evidence with its type.
      expect(stated.size).to.equal(ofRevision.length + 6);
    },
  })),
  {
    section: 'P18',
    statement: 'a credential of a large object is verified as well',
    holds: async (world) => {
      const identifiers = Array.from({ length: 800 }, (_, index) => ({
        '@type': 'cargo:OtherIdentifier',
        'cargo:textualValue': `ID-${index}`,
      }));
      const piece = await world.piece({ 'cargo:otherIdentifiers': identifiers });
      const keys = await keysOf(world);
      const credential = await credentialOf(world, `${piece}/revisions/1`);
      expect(await isProven(credential, keys)).to.equal(true);
      expect(await isProven(altered(credential, '"ID-799"', '"ID-800"'), keys)).to.equal(false);
    },
  },
  {
    section: 'P18',
    statement: 'a credential is the same until something changes, and has a tag of its own',
    holds: async (world) => {
      const revision = `${await world.piece()}/revisions/1`;
      const [first, again] = [
        await world.holder.get(`${revision}/proof`, accept),
        await world.holder.get(`${revision}/proof`, accept),
      ];
      expect(again.text).to.equal(first.text);
      const tag = first.headers.get('etag') ?? '';
      const cached = await world.holder.get(`${revision}/proof`, {
        headers: { ...accept.headers, 'If-None-Match': tag },
      });
      expect(cached.status).to.equal(304);
      const bundle = await world.holder.get(`${revision}/proof`, { headers: { 'If-None-Match': tag } });
      expect([bundle.status, bundle.headers.get('content-type')]).to.deep.equal([200, 'application/json']);
      expect((await world.holder.send('HEAD', `${revision}/proof`)).status).to.equal(200);
    },
  },
  {
    section: 'P18; P16',
    statement: 'Accept chooses between bundle and credential of a revision; a credential has every property',
    holds: async (world) => {
      const piece = await world.openPiece();
      const proof = `${piece}/revisions/1/proof`;
      const types = async (header: string, path = proof): Promise<string> => {
        const reply = await world.holder.get(path, { headers: { Accept: header } });
        return reply.status === 200 ? (reply.headers.get('content-type') ?? '') : String(reply.status);
      };
      expect(await types('application/vc')).to.equal('application/vc');
      expect(await types('application/json, application/vc;q=0.9')).to.equal('application/json');
      expect(await types('application/vc, application/json;q=0.9')).to.equal('application/vc');
      expect(await types('*/*')).to.equal('application/json');
      expect(await types('application/*')).to.equal('application/json');
      for (const other of ['application/ld+json', 'text/turtle', 'application/vc+ld+json', 'application/vp'])
        expect(await types(other), other).to.equal('406');
      for (const path of [`${piece}/proof`, `${piece}/acl/proof`, `${piece}/revisions/1`])
        expect(await types('application/vc', path), path).to.equal('406');
      const beside = await world.holder.get(`${proof}?property=cargo:goodsDescription`, accept);
      expect(beside.status, beside.text).to.equal(400);
      expect((await world.anonymous.get(proof, accept)).status).to.equal(401);
      const other = await world.piece();
      expect((await world.partner.get(`${other}/revisions/1/proof`, accept)).status).to.equal(403);
      expect((await world.holder.get(`${other}/revisions/2/proof`, accept)).status).to.equal(404);
    },
  },
  {
    section: 'P18; P29; P32',
    statement: 'after the erasure of a property a credential has what is left, and of an erased object there is none',
    holds: async (world) => {
      const piece = await world.openPiece({ 'cargo:upid': 'STAYS-1' });
      const revision = `${piece}/revisions/1`;
      const keys = await keysOf(world);
      const before = await credentialOf(world, revision, world.partner);
      const json = { 'Content-Type': 'application/json' };
      const erase = async (body: object): Promise<void> => {
        const erasure = { object: world.uri(piece), reason: 'OTHER', ...body };
        const reply = await world.holder.post('/internal/erasures', { ...erasure }, json);
        expect(reply.status, reply.text).to.equal(201);
      };
      await erase({ property: `${cargo}goodsDescription` });
      const after = await credentialOf(world, revision, world.partner);
      expect(membersOf(after['credentialSubject'])).to.deep.equal({
        id: world.uri(piece),
        type: 'cargo:Piece',
        'cargo:upid': 'STAYS-1',
      });
      expect(after['evidence']).to.deep.equal(before['evidence']);
      expect(await isProven(after, keys)).to.equal(true);
      await erase({});
      // What was handed out stays valid (P55).
      expect(await isProven(before, await keysOf(world))).to.equal(true);
      for (const party of [world.holder, world.partner]) {
        const gone = await party.get(`${revision}/proof`, accept);
        expect([gone.status, gone.text.includes('Tombstone')]).to.deep.equal([410, true]);
        expect((await party.get(`${revision}/proof`)).status).to.equal(200);
      }
    },
  },
];

conformance('credentials', statements, { env: { PROOF_CHECKPOINT_MS: '100', VALIDATION: 'lenient' } });

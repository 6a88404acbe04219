import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { canonical } from '../../src/logistics-objects/identifiers.js';
import { linkLookup } from '../../src/logistics-objects/lookups.js';
import { createLookups, listOf } from '../../src/lookups.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { LmdbFile } from '../../src/store/lmdb/lmdb-file.js';
import { UriScheme } from '../../src/uris.js';
import { context, list, member, startTestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';

describe('The canonical form of an identifier', () => {
  it('does not depend on case and separators', () => {
    for (const text of ['123-12345675', ' 123 1234 5675', '123/12345675', '123.12345675\u200b'])
      expect(canonical(text), text).to.equal('12312345675');
    expect(canonical('ake１２３')).to.equal('AKE123');
  });

  it('is a part of a path, of a bounded length', () => {
    expect(canonical("Ä(ß)*'")).to.match(/^[A-Z0-9%]+$/);
    expect(canonical('\ud800x')).to.equal('X');
    expect(canonical('x'.repeat(10_000))).to.have.length(100);
    expect(canonical('\u0000 -./')).to.equal('');
  });
});

describe('Business identifiers and links of a store of an earlier version', () => {
  it('are indexed when the node starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'identifiers-'));
    const port = String(await freePort());
    const env = { STORE_URL: `file:${folder}`, BASE_URL: `http://localhost:${port}` };
    const start = () => startTestNode({ env: { ...env, PORT: port } });
    try {
      let node = await start();
      const reply = await node.holder.post('/logistics-objects', {
        '@context': context,
        '@id': `${env.BASE_URL}/logistics-objects/old-1`,
        '@type': 'cargo:Piece',
        'cargo:upid': 'UPID-77',
        'cargo:containedPieces': { '@id': `${env.BASE_URL}/logistics-objects/_data-holder` },
      });
      expect(reply.status, reply.text).to.equal(201);
      await node.stop();
      await forget(folder, env.BASE_URL, `${env.BASE_URL}/logistics-objects/old-1`);

      node = await start();
      for (;;) {
        const found = await node.holder.get('/internal/lookup?q=upid77');
        const [item] = list(member(found.json, 'items'));
        if (item !== undefined) {
          expect(member(item, 'uri')).to.equal(`${env.BASE_URL}/logistics-objects/old-1`);
          break;
        }
        await delay(10);
      }
      const inbound = await node.holder.get('/internal/objects/_data-holder/links?direction=in');
      expect(list(member(inbound.json, 'nodes')).map((found) => member(found, 'uri'))).to.deep.equal([
        node.holder.agent,
        `${env.BASE_URL}/logistics-objects/old-1`,
      ]);
      await node.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Takes the identifiers and links out of a head, as an earlier version would have written it. */
async function forget(folder: string, base: string, object: string): Promise<void> {
  const uris = new UriScheme(iri(base));
  const vocabulary = createVocabulary(standardNamespaces);
  const lookups = listOf(createLookups(uris, vocabulary));
  const file = await LmdbFile.open({ folder, base: iri(base), feedLength: 1, lookups });
  const graph = uris.head(iri(object));
  const text = file.text(graph);
  const kept = text.split('\n').filter((line) => !/\/dc\/terms\/(identifier|references)>/.test(line));
  expect(text.split('\n')).to.have.length(kept.length + 2);
  const removed = [{ partition: 'UP', order: 0, value: iri('identifier:UPID77/upid/old-1') }];
  const holder = `${base}/logistics-objects/_data-holder`;
  const [order] = file.index.lookup(linkLookup(uris, vocabulary), holder, {}).map((entry) => entry.order);
  const link = { partition: holder, order: order ?? NaN, value: iri(object) };
  const change = {
    ...{ graph, text: kept.join('\n'), growth: -2 },
    lookups: [
      { lookup: 'identifiers', added: [], removed },
      { lookup: 'inbound-links', added: [], removed: [link] },
    ],
  };
  await file.write(file.sequence + 1, [[change]]);
  await file.close();
}

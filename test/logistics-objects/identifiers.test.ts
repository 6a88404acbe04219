import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { canonical } from '../../src/logistics-objects/identifiers.js';
import { createLookups } from '../../src/lookups.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
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
      await age(folder, env.BASE_URL, `${env.BASE_URL}/logistics-objects/old-1`);

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

/** Writes a head as an earlier version did: without identifiers, and with links. */
async function age(folder: string, base: string, object: string): Promise<void> {
  const uris = new UriScheme(iri(base));
  const vocabulary = createVocabulary(standardNamespaces);
  const { lookups, indexes } = createLookups(uris, vocabulary);
  const file = await LmdbFile.open({ folder, base: iri(base), feedLength: 1, lookups: indexes });
  const [head, links] = [uris.head(iri(object)), uris.links(iri(object))];
  const linesOf = (graph: Iri): string[] => file.text(graph).split('\n').slice(0, -1);
  const kept = linesOf(head).filter((line) => !line.includes('/dc/terms/identifier>'));
  const references = linesOf(links).filter((line) => line.includes('/dc/terms/references>'));
  expect([linesOf(head).length - kept.length, references.length]).to.deep.equal([1, 1]);
  const identifier = { partition: 'UP', order: 0, value: iri('identifier:UPID77/upid/old-1') };
  const holder = `${base}/logistics-objects/_data-holder`;
  const inbound = file.index.lookup(lookups.objects.inboundLinks, holder, {});
  expect(inbound).to.have.length(1);
  await file.write(file.sequence + 1, [
    {
      changes: [
        {
          ...{ graph: head, text: [...kept, ...references, ''].join('\n'), growth: 0 },
          lookups: [{ lookup: 'identifiers', added: [], removed: [identifier] }],
        },
        {
          ...{ graph: links, text: '', growth: -2 },
          lookups: [{ lookup: 'inbound-links', added: [], removed: inbound }],
        },
        { graph: uris.headForm, text: '', growth: -1, lookups: [] },
      ],
    },
  ]);
  await file.close();
}

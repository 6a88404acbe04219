/** What objects and terms are called (`/internal/labels`, `/internal/term-labels`). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { LabelsAnswer, TermLabelsAnswer } from '../../src/console/responses/labels.js';
import { shippedFiles } from '../../src/model/files.js';
import { cargo, context, type Party, startTestNode, type TestNode } from '../support/node.js';

describe('GET /internal/labels', () => {
  let node: TestNode;
  let partner: Party;
  const uriOf = (id: string): string => `${node.url}/logistics-objects/${id}`;

  before(async () => {
    node = await startTestNode();
    partner = await node.party('partner');
    for (const [id, type, property, text] of [
      ['northern', 'Organization', 'name', 'Northern Airline'],
      ['piece-1', 'Piece', 'goodsDescription', 'Oranges'],
      ['nameless', 'Piece', 'coload', true],
    ] as const) {
      const { status, text: body } = await node.holder.post('/logistics-objects', {
        '@context': context,
        '@id': uriOf(id),
        '@type': `cargo:${type}`,
        [`cargo:${property}`]: text,
      });
      expect(status, body).to.equal(201);
    }
    const { status } = await node.holder.put(`${uriOf('northern')}/acl`, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': partner.agent },
      'acl:mode': { '@id': 'acl:Read' },
    });
    expect(status).to.be.within(200, 204);
  });
  after(() => node.stop());

  async function labelsOf(party: Party, uris: readonly string[]): Promise<LabelsAnswer['items']> {
    const query = new URLSearchParams(uris.map((uri): [string, string] => ['uri', uri])).toString();
    const { status, text } = await party.get(`/internal/labels?${query}`);
    expect(status, text).to.equal(200);
    return (JSON.parse(text) as LabelsAnswer).items;
  }

  it('names missing objects to internal agents', async () => {
    const missingOf = async (party: Party): Promise<readonly string[]> => {
      const uris = ['piece-1', 'missing'].map((id): [string, string] => ['uri', uriOf(id)]);
      const { text } = await party.get(`/internal/labels?${new URLSearchParams(uris).toString()}`);
      return (JSON.parse(text) as LabelsAnswer).missing;
    };
    expect(await missingOf(node.holder)).to.deep.equal([uriOf('missing')]);
    expect(await missingOf(partner)).to.deep.equal([]);
  });

  it('names the objects that the caller may read, and no others', async () => {
    const uris = ['northern', 'piece-1', 'nameless', 'missing'].map(uriOf);
    const northern = {
      uri: uriOf('northern'),
      label: 'Northern Airline',
      type: `${cargo}Organization`,
      isAgent: true,
    };
    const piece = { uri: uriOf('piece-1'), label: 'Oranges', type: `${cargo}Piece`, isAgent: false };
    expect(await labelsOf(node.holder, uris)).to.deep.equal([northern, piece]);
    expect(await labelsOf(partner, uris)).to.deep.equal([northern]);
    expect(await labelsOf(node.holder, ['x', '<>', 'https://x.example/y', `${node.url}/outbox/1`, ''])).to.be.empty;
  });

  it('accepts 1 to 50 URIs from signed-in callers', async () => {
    for (const query of ['', `?${'uri=urn:x:y&'.repeat(2)}x=1`])
      expect((await node.holder.get(`/internal/labels${query}`)).status, query).to.equal(400);
    const many = Array.from({ length: 51 }, (_, index) => `uri=urn:x:${index}`);
    expect((await node.holder.get(`/internal/labels?${many.join('&')}`)).status).to.equal(400);
    expect((await node.holder.get(`/internal/labels?${many.slice(1).join('&')}`)).status).to.equal(200);
    expect((await node.anonymous.get('/internal/labels?uri=urn:x:y')).status).to.equal(401);
  });
});

describe('GET /internal/term-labels', () => {
  const labelsOf = async (node: TestNode): Promise<TermLabelsAnswer> => {
    const { status, text } = await (await node.party('partner')).get('/console/api/term-labels');
    expect(status, text).to.equal(200);
    return JSON.parse(text) as TermLabelsAnswer;
  };

  it('has labels that differ from the name, with their language', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'labels-'));
    const file = join(folder, 'cargo.ttl');
    await writeFile(
      file,
      `${await readFile(shippedFiles.cargo, 'utf8')}
      cargo:Piece rdfs:label "Packstück"@de . cargo:upid rdfs:label "Unique piece id" .`,
    );
    const node = await startTestNode({ env: { ONTOLOGY_FILES: file } });
    try {
      const { items, truncated } = await labelsOf(node);
      expect(truncated).to.equal(false);
      expect(items.filter(({ term }) => term.startsWith(cargo))).to.include.deep.members([
        { term: `${cargo}Piece`, label: 'Packstück', language: 'de' },
        { term: `${cargo}upid`, label: 'Unique piece id', language: null },
      ]);
    } finally {
      await node.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('K84: has a clerk’s words in English and German, before the labels of the data model', async () => {
    const node = await startTestNode();
    try {
      const { items } = await labelsOf(node);
      const wordsOf = (name: string): readonly string[] =>
        items
          .filter(({ term }) => term === `${cargo}${name}`)
          .map(({ label, language }) => `${label} (${language ?? ''})`);
      expect(wordsOf('slac')).to.deep.equal(['Shipper’s load and count (en)', 'Stückzahl laut Versender (SLAC) (de)']);
      expect(wordsOf('Piece'), 'its English word is its name').to.deep.equal(['Packstück (de)']);
      expect(items.map(({ label }) => label)).to.include.members(['expected HScode', 'Objekt geändert']);
      expect(items.length).to.be.lessThan(400);
    } finally {
      await node.stop();
    }
  });
});

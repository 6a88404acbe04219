import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { getOrAdd } from '../../../src/collections.js';
import { InputError } from '../../../src/rdf/input-error.js';
import { Documents } from '../../../src/rdf/jsonld/large/documents.js';
import { canonicalDocument } from '../../../src/rdf/jsonld/canonical.js';
import { parseJson } from '../../../src/rdf/jsonld/json.js';
import { readJsonLd } from '../../../src/rdf/jsonld/reader.js';
import type { Quad, Term } from '../../../src/rdf/terms.js';
import { createVocabulary } from '../../../src/rdf/vocabulary.js';
import { documentThread } from '../../support/program.js';
import { failure } from '../../store/support/open.js';

const vocabulary = createVocabulary();
const options = { vocabulary, strict: false };
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** A shipment of many pieces, with texts, numbers, languages, lists and shared nodes. */
const shipment = (pieces: number): object => ({
  '@context': { x: 'https://example.org/' },
  '@id': 'https://example.org/shipment',
  '@type': 'x:Shipment',
  'x:pieces': Array.from({ length: pieces }, (_, index) => ({
    '@type': 'x:Piece',
    'x:number': index,
    'x:weight': { '@type': 'http://www.w3.org/2001/XMLSchema#decimal', '@value': `${index}.50` },
    'x:text': { '@language': 'en-US', '@value': `piece\n"${index}"` },
    'x:list': { '@list': [index, 'two', { '@id': `_:shared${index % 7}` }] },
    'x:handling': { '@id': `_:shared${index % 7}`, 'x:text': 'shared' },
  })),
});

/** Statements in their order, with blank nodes named by it. */
function written(data: Iterable<Quad>): string[] {
  const names = new Map<string, string>();
  const name = (term: Term): string =>
    term.termType === 'BlankNode' ? getOrAdd(names, term.value, () => `_:${names.size}`) : JSON.stringify(term);
  return Array.from(data, ({ subject, predicate, object }) => [subject, predicate, object].map(name).join(' '));
}

describe('Large documents', () => {
  let documents: Documents;
  beforeEach(() => {
    documents = new Documents(documentThread);
  });
  afterEach(() => documents.close());

  it('have the same root and statements as small ones', async () => {
    const body = bytes(shipment(2_000));
    const read = await documents.document(body, 'partner', options);
    const expected = await readJsonLd(parseJson(body), options);
    expect(read.root.equals(expected.root)).to.equal(true);
    expect(read.data.size).to.equal(expected.data.size);
    const pieces = await documents.document(bytes(shipment(400)), 'partner', options);
    const same = await readJsonLd(shipment(400), options);
    expect(written(pieces.data)).to.deep.equal(written(same.data));
  });

  it('have the same problems as small ones', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({ '@id': `not absolute ${index}` }));
    for (const body of [
      bytes({ 'https://example.org/p': many }),
      Buffer.from(`[${'{"a":1},'.repeat(10_000)}`),
      bytes(Array.from({ length: 60_000 }, () => ({}))),
      bytes(Array.from({ length: 300_000 }, () => 1)),
    ]) {
      const found = await failure(documents.document(body, 'partner', options));
      const expected = await failure((async () => readJsonLd(parseJson(body), options))());
      expect(found).to.be.instanceOf(InputError);
      expect(found).to.have.deep.property('problems', expected instanceof InputError ? expected.problems : []);
    }
  });

  it('of one caller are read one after another, and those of another beside them', async () => {
    const ended: string[] = [];
    const read = async (caller: string, count: number, name: string): Promise<void> => {
      await documents.document(bytes(shipment(count)), caller, options);
      ended.push(name);
    };
    await Promise.all([
      read('one', 4_000, 'large'),
      read('one', 400, 'small of the same caller'),
      read('other', 400, 'small of another'),
    ]);
    expect(ended).to.deep.equal(['small of another', 'large', 'small of the same caller']);
  });

  it('are 503 when their thread has ended, and the next is read', async () => {
    let program = pathToFileURL('/nonexistent/thread.js');
    const breaking = new Documents(() => program);
    const body = bytes(shipment(400));
    expect(await failure(breaking.document(body, 'partner', options))).to.have.property('kind', 'unavailable');
    program = documentThread();
    expect((await breaking.document(body, 'partner', options)).data.size).to.be.greaterThan(1_000);
    const interrupted = failure(breaking.document(body, 'partner', options));
    await breaking.close();
    expect(await interrupted).to.have.property('kind', 'unavailable');
  });

  it('have the same canonical form as small ones, with contexts that are not fetched', async () => {
    const contexts = { 'https://example.org/context': { '@context': { x: 'https://example.org/' } } };
    const document = {
      '@context': 'https://example.org/context',
      '@id': 'https://example.org/shipment',
      'x:pieces': Array.from({ length: 400 }, (_, index) => ({
        '@id': `https://example.org/piece/${index}`,
        'x:number': index,
        'x:text': `piece ${index}`,
      })),
    };
    const text = await documents.canonical(document, contexts, 'partner');
    expect(text).to.equal(await canonicalDocument(document, contexts));
    expect(text.split('\n').length).to.be.greaterThan(1_000);
    for (const broken of [
      { ...document, lost: 1 },
      { ...document, '@context': 'https://example.org/unknown' },
    ])
      expect(await failure(documents.canonical(broken, contexts, 'partner'))).to.be.instanceOf(InputError);
  });
});

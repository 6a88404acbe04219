/**
 * Whatever is accepted is read back as what it is (D52): the answer's JSON-LD has the statements of its N-Triples, for this
 * node's own reader, which refuses names that nothing expands, and for another JSON-LD processor.
 */
import { expect } from 'chai';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import { readJsonLd } from '../../src/rdf/jsonld/reader.js';
import { factory, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { add, cargoName, changeBody, type OperationLike, xsd } from '../support/changes.js';
import { canonical } from '../support/isomorphic.js';
import { api, cargo, context } from '../support/node.js';
import { Random, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { type JsonObject, TestContext } from '../support/world.js';

/** Names that are taken for others more or less easily. */
const names = [
  'cargo:coload',
  'api:ADD',
  'xsd:string',
  'vcard:hasMember',
  'prov:value',
  'cargo://host/coload',
  'CARGO:coload',
  'cargo+x:coload',
  'rdf:type',
  'internal:none',
  'urn:cargo:coload',
  'urn:example:a%20b',
  'mailto:a@example.org',
  'https:coload',
  'https://example.org/coload',
  'https://example.org/a:b#c:d',
  'http://example.org/?cargo:coload',
  'https://example.org/日本',
  cargo,
  `${cargo}coload`,
  `${cargo}coload/x`,
  `${cargo}a-b.c`,
  `${cargo}a.`,
  `${api}ADD`,
  `${api}ADD:x`,
  'http://onerecord.iata.org/ns/cargo#coload',
  'https://onerecord.iata.org/ns/cargo/3.3.0#coload',
  'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM',
  'http://www.w3.org/ns/prov#value',
  'http://www.w3.org/ns/prov#@id',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#first',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#nil',
  'coload',
  '@type',
  '_:b',
  '',
];

const vocabulary = createVocabulary();

async function statements(body: string): Promise<Quad[]> {
  // The processor writes N-Quads itself: nothing of this node's code takes part.
  const text: unknown = await jsonld.toRDF(JSON.parse(body) as object, { format: 'application/n-quads' });
  return parse(String(text));
}

function parse(text: string): Quad[] {
  return new Parser({ factory })
    .parse(text)
    .map(({ subject, predicate, object }) => triple(subject, predicate, object));
}

async function readsBack(world: TestContext, path: string): Promise<void> {
  const [json, triples] = await Promise.all([
    world.holder.get(path),
    world.holder.get(path, { headers: { Accept: 'application/n-triples' } }),
  ]);
  expect(json.status, json.text).to.equal(200);
  const expected = canonical(parse(triples.text));
  expect(canonical(await statements(json.text)), json.text).to.equal(expected);
  const { data } = await readJsonLd(JSON.parse(json.text), { vocabulary, strict: true });
  expect(canonical(data), json.text).to.equal(expected);
}

for (const mode of ['strict', 'lenient'] as const) {
  describe(`What is accepted in ${mode} mode`, () => {
    let world: TestContext;
    before(async () => {
      world = await TestContext.start({ env: { VALIDATION: mode } });
    });
    after(() => world.stop());

    it('by a Change is read back as the same statements', async () => {
      const random = new Random(seeded(52));
      const piece = await world.piece();
      const uri = world.uri(piece);
      let accepted = 0;
      const operation = (): OperationLike => {
        const plain = { p: 'https://example.org/p', value: 'x', datatype: `${xsd}string` };
        const odd = random.one([
          { p: random.one(names) },
          { value: random.one(names), datatype: random.one(names) },
          { value: random.one(names), datatype: cargoName('Location') },
          { p: cargoName('otherIdentifiers'), value: random.one(names), datatype: `${xsd}anyURI` },
          { datatype: random.one(names) },
        ]);
        return { ...add(uri, plain.p, plain.value), ...plain, ...odd };
      };
      const run = async (operations: OperationLike[]): Promise<void> => {
        const revision = await world.revision(piece);
        const reply = await world.partner.patch(piece, changeBody(uri, revision, operations));
        if (reply.status !== 201) {
          // By chance: 400 where it is no Change, 422 where it says nothing that can be applied.
          expect(reply.status, reply.text).to.be.oneOf([400, 422]);
          return;
        }
        const request = world.path(reply.headers.get('location'));
        await readsBack(world, request);
        const decision = await world.accept(request);
        const status = await world.status(request);
        expect(decision.status, decision.text).to.equal(status === 'REQUEST_ACCEPTED' ? 204 : 422);
        if (status === 'REQUEST_ACCEPTED') accepted++;
        else expect(status).to.equal('REQUEST_FAILED');
        await readsBack(world, request);
      };
      for (const name of names) await run([add(uri, name, 'x')]);
      for (let count = 0; count < scaled(20); count++) await run([operation(), operation()]);
      await readsBack(world, piece);
      expect(accepted).to.be.greaterThan(10);
    });

    it('as a body is read back as the same statements', async () => {
      const random = new Random(seeded(53));
      let accepted = 0;
      for (let count = 0; count < scaled(25); count++) {
        const odd: JsonObject = random.one([
          { [random.one(names)]: 'x' },
          { 'https://example.org/see': { '@id': random.one(names) } },
          { 'https://example.org/see': { '@type': random.one(names), '@value': 'x' } },
          { '@type': ['cargo:Piece', random.one(names)] },
          { 'https://example.org/see': { '@type': random.one(names), 'https://example.org/p': 1 } },
        ]);
        const contexts: JsonObject[] = [
          context,
          { ...context, vcard: 'http://www.w3.org/2006/vcard/ns#' },
          { cargo: 'api:' },
        ];
        const reply = await world.post({ '@context': random.one(contexts), '@type': 'cargo:Piece', ...odd });
        if (reply.status === 201) {
          accepted++;
          await readsBack(world, world.path(reply.headers.get('location')));
        } else expect(reply.status, reply.text).to.equal(400);
      }
      expect(accepted).to.be.greaterThan(10);
    });
  });
}

import { expect } from 'chai';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { UriScheme } from '../../src/uris.js';
import { Degradations } from '../../src/degradations.js';
import { Revisions } from '../../src/logistics-objects/revisions.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { DamagedEntries } from '../../src/store/damaged-entries.js';
import { openEmbeddedStore } from '../../src/store/embedded/embedded-store.js';
import { ParsedGraphCache } from '../../src/store/cache/parsed-graph-cache.js';
import { context, Party, token } from '../support/node.js';
import { freePort, spawnNode } from '../support/process.js';
import { sized } from '../support/size.js';
import { TestContext } from '../support/world.js';

const BATCH = 1000;
/** As many as make a read that looks at each of them stand out. */
const MANY = sized(5000);

/** Fills a store with so many organizations, `/logistics-objects/p0` and so on, as the node itself writes them. */
async function fill(folder: string, base: string, count: number): Promise<void> {
  const silent = pino({ level: 'silent' });
  const store = await openEmbeddedStore({
    location: { kind: 'folder', path: folder },
    base: iri(base),
    log: silent,
  });
  const [addresses, vocabulary] = [new UriScheme(iri(base)), createVocabulary(standardNamespaces)];
  const damaged = new DamagedEntries({ log: silent, degradations: new Degradations() });
  const revisions = new Revisions(new ParsedGraphCache(store, { max: 10 }), addresses, vocabulary, damaged);
  const { Organization, name } = vocabulary.cargo;
  for (let first = 0; first < count; first += BATCH) {
    await store.transact([iri(`${base}/filling`)], async (tx) => {
      for (let number = first; number < Math.min(first + BATCH, count); number++) {
        const uri = addresses.object(`p${number}`);
        const data = [triple(node(uri), rdfTerms.type, Organization), triple(node(uri), name, factory.literal('x'))];
        await revisions.create(tx, uri, Organization.value, graphOf(data), {
          agent: iri(`${base}/filler`),
          at: new Date(0),
        });
      }
    });
  }
  await store.close();
}

/** The median of many reads of an object, in milliseconds. */
async function medianRead(world: TestContext, path: string): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < 300; count++) {
    const started = performance.now();
    expect((await world.holder.get(path)).status).to.equal(200);
    took.push(performance.now() - started);
  }
  return took.sort((one, other) => one - other)[150] ?? NaN;
}

describe('A read of the latest revision', function () {
  this.timeout(sized(60_000));
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flat-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('does not touch the disk: it goes on when the store’s file is cut to nothing, where a touch would end the process', async () => {
    const node = spawnNode(folder, { PORT: '0', STORE_URL: 'file:store' });
    try {
      const url = await node.listening;
      const holder = new Party(url, '', await token(url, 'holder'));
      const create = (): ReturnType<Party['post']> =>
        holder.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece', 'cargo:upid': 'x' });
      const pieces = [await create(), await create()].map(({ headers }) => headers.get('location') ?? '');
      // One has been read before and the other not, so that it is not a cache of answers that answers.
      await holder.get(pieces[0] ?? '');
      const files = (await readdir(join(folder, 'store'))).filter((name) => name.endsWith('.mdb'));
      expect(files).to.have.length(1);
      for (const file of files) await truncate(join(folder, 'store', file));
      for (const piece of pieces)
        for (const query of ['', '?embedded=true', '/audit-trail'])
          expect((await holder.get(piece + query)).status, piece + query).to.equal(200);
      // The cut has teeth: a write, which does need the disk, is not acknowledged.
      const write = await create().then(
        ({ status }) => status,
        () => undefined,
      );
      expect(write).to.not.equal(201);
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });

  it(`costs about the same with 10 and with ${MANY} objects`, async () => {
    const cost: number[] = [];
    for (const count of [10, MANY]) {
      const port = await freePort();
      const store = join(folder, String(count));
      await fill(store, `http://localhost:${port}`, count);
      const world = await TestContext.start({ env: { PORT: String(port), STORE_URL: `file:${store}` } });
      try {
        expect((await world.holder.get(`/logistics-objects/p${count - 1}`)).status).to.equal(200);
        expect((await world.holder.get(`/logistics-objects/p${count}`)).status).to.equal(404);
        cost.push(await medianRead(world, '/logistics-objects/p7'));
      } finally {
        await world.stop();
      }
    }
    const [few = NaN, many = NaN] = cost;
    expect(many / few, `${few} ms with 10, ${many} ms with ${MANY}`).to.be.below(4);
  });
});

/** Drafts and templates (K14, K15). */
import { expect } from 'chai';
import { pino } from 'pino';
import { describeDraft, describeValues, type Draft } from '../../src/drafts/draft.js';
import { dropExpired } from '../../src/drafts/expiry.js';
import { createLookups } from '../../src/lookups.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { openStore } from '../../src/store/open-store.js';
import { UriScheme } from '../../src/uris.js';
import { TestClock } from '../support/clock.js';
import { partyFor } from '../support/exchange.js';
import { type Json, list, member, type Party, type Reply } from '../support/node.js';
import { type JsonObject, TestContext, text } from '../support/world.js';

const CLERK = 'https://clerk.example/logistics-objects/clerk';
const json = { 'Content-Type': 'application/json' };
const draft = (more: JsonObject = {}): JsonObject => ({
  ...{ kind: 'draft', form: 'Shipment', title: '020-12345675', visibility: 'own' },
  values: { goodsDescription: 'Exhibition materials', pieces: [{ upid: 'ä1' }, null, 8.5] },
  ...more,
});
const template = (more: JsonObject = {}): JsonObject => draft({ kind: 'template', visibility: 'internal', ...more });

describe('Drafts and templates', () => {
  let world: TestContext;
  const keep = (party: Party, body: Json, headers: Record<string, string> = {}): Promise<Reply> =>
    party.post('/internal/drafts', body, { ...json, ...headers });
  async function kept(party: Party, body: Json): Promise<string> {
    const reply = await keep(party, body);
    expect(reply.status, reply.text).to.equal(201);
    return world.path(reply.headers.get('location'));
  }
  const titles = ({ json: answer }: Reply): string[] =>
    list(member(answer, 'items')).map((item) => text(member(item, 'title')));
  const drop = (party: Party, path: string, headers = {}): Promise<Reply> => party.send('DELETE', path, { headers });

  before(async () => {
    world = await TestContext.start({ env: { INTERNAL_AGENTS: CLERK } });
  });
  after(() => world.stop());

  it('K14: are given back as they were written, with their state', async () => {
    const { holder } = world;
    const reply = await keep(holder, draft());
    expect(reply.status, reply.text).to.equal(201);
    const path = world.path(reply.headers.get('location'));
    const read = await holder.get(path);
    expect(read.json).to.deep.include({ ...draft(), uri: world.uri(path), owner: holder.agent });
    expect(read.headers.get('etag')).to.equal(reply.headers.get('etag'));
    expect(titles(await holder.get('/internal/drafts'))).to.deep.equal(['020-12345675']);
    expect(member(list(member((await holder.get('/internal/drafts')).json, 'items'))[0] ?? null, 'values')).to.equal(
      undefined,
    );
    expect((await drop(holder, path)).status).to.equal(204);
    expect((await holder.get(path)).status).to.equal(404);
    expect(titles(await holder.get('/internal/drafts'))).to.deep.equal([]);
  });

  it('K14: are replaced if nobody has changed them meanwhile, and the new state is said', async () => {
    const { holder } = world;
    const reply = await keep(holder, draft());
    const path = world.path(reply.headers.get('location'));
    const first = { ...json, 'If-Match': reply.headers.get('etag') ?? '' };
    const second = await holder.put(path, draft({ title: 'second' }), first);
    expect(second.status, second.text).to.equal(204);
    expect((await holder.put(path, draft({ title: 'lost' }), first)).status).to.equal(412);
    expect((await drop(holder, path, { 'If-Match': first['If-Match'] })).status).to.equal(412);
    expect(member((await holder.get(path)).json, 'title')).to.equal('second');
    const next = { ...json, 'If-Match': second.headers.get('etag') ?? '' };
    expect((await holder.put(path, draft({ title: 'third' }), next)).status).to.equal(204);
    expect((await drop(holder, path)).status).to.equal(204);
  });

  it('K14: of another agent are not found, whoever it is', async () => {
    const { holder, partner, otherPartner } = world;
    const [own, others] = [await kept(holder, draft()), await kept(partner, draft({ title: 'partner' }))];
    for (const [party, path] of [
      [partner, own],
      [otherPartner, others],
      [holder, others],
    ] as const) {
      expect((await party.get(path)).status).to.equal(404);
      expect((await party.put(path, draft(), json)).status).to.equal(404);
      expect((await drop(party, path)).status).to.equal(404);
    }
    expect(titles(await partner.get('/internal/drafts'))).to.deep.equal(['partner']);
    expect((await world.anonymous.get('/internal/drafts')).status).to.equal(401);
    for (const [party, path] of [
      [holder, own],
      [partner, others],
    ] as const)
      expect((await drop(party, path)).status).to.equal(204);
  });

  it('K14: internal agents read each other’s shared templates, and only the owner changes them', async () => {
    const { holder, partner } = world;
    const colleague = await partyFor(world.node.url, CLERK);
    expect(member((await colleague.get('/internal/me')).json, 'internal'), 'an internal agent').to.equal(true);
    const shared = await kept(holder, template({ title: 'Weekly' }));
    const own = await kept(holder, template({ title: 'Mine', visibility: 'own' }));
    expect(titles(await colleague.get('/internal/drafts'))).to.deep.equal(['Weekly']);
    expect(titles(await colleague.get('/internal/drafts?kind=draft'))).to.deep.equal([]);
    expect((await colleague.get(shared)).status).to.equal(200);
    expect((await colleague.get(own)).status).to.equal(404);
    expect((await colleague.put(shared, template(), json)).status).to.equal(403);
    expect((await drop(colleague, shared)).status).to.equal(403);
    expect((await partner.get(shared)).status).to.equal(404);
    expect((await keep(partner, template())).status).to.equal(403);
    for (const path of [shared, own]) expect((await drop(holder, path)).status).to.equal(204);
  });

  it('K14: are refused if they are no draft, too large or too many', async () => {
    const { otherPartner: party } = world;
    let deep: Json = 1;
    for (let level = 0; level < 200; level += 1) deep = [deep];
    const wrong: readonly Json[] = [
      ...['draft', [draft()], {}, draft({ kind: 'note' }), draft({ visibility: 'all' }), draft({ values: [] })],
      ...[draft({ form: '' }), draft({ title: 'x'.repeat(201) }), draft({ more: 1 }), draft({ values: { deep } })],
      draft({ visibility: 'internal' }),
    ];
    for (const body of wrong) expect((await keep(party, body)).status, JSON.stringify(body)).to.equal(400);
    expect((await keep(party, draft({ values: { text: 'x'.repeat(256 * 1024) } }))).status).to.equal(413);
    expect((await keep(party, draft(), { 'Content-Type': 'text/plain' })).status).to.equal(415);
    const paths: string[] = [];
    for (let index = 0; index < 200; index += 1) paths.push(await kept(party, draft({ title: String(index) })));
    expect((await keep(party, draft())).status).to.equal(422);
    expect(titles(await party.get('/internal/drafts'))).to.have.length(200);
    expect((await drop(party, paths[0] ?? '')).status).to.equal(204);
    expect((await keep(party, draft())).status).to.equal(201);
  });

  it('K22: are kept once for an Idempotency-Key', async () => {
    const { holder } = world;
    const first = await keep(holder, draft(), { 'Idempotency-Key': 'one' });
    const again = await keep(holder, draft(), { 'Idempotency-Key': 'one' });
    expect(again.status).to.equal(201);
    expect(again.headers.get('location')).to.equal(first.headers.get('location'));
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await drop(holder, world.path(first.headers.get('location')))).status).to.equal(204);
  });

  it('A2: are erased with the object that they were made from, whosever they are; others stay', async () => {
    const { holder, partner } = world;
    const piece = await world.open(await world.piece());
    const of = { copyOf: world.uri(piece) };
    const gone = [await kept(holder, template(of)), await kept(partner, draft(of))];
    const other = await kept(holder, draft());
    expect(member((await holder.get(gone[0] ?? '')).json, 'copyOf')).to.equal(of.copyOf);
    expect(member((await holder.get(other)).json, 'copyOf')).to.equal(null);
    // A replacement stays a copy.
    expect((await partner.put(gone[1] ?? '', draft({ title: 'second' }), json)).status).to.equal(204);
    const order = { object: of.copyOf, reason: 'DATA_SUBJECT_REQUEST' };
    const preview = await holder.post('/internal/erasures?preview=true', order, json);
    expect(member(preview.json, 'drafts'), preview.text).to.equal(2);
    expect(preview.text).to.not.contain('/internal/drafts/');
    const erased = await holder.post('/internal/erasures', order, json);
    expect(erased.status, erased.text).to.equal(201);
    expect((await holder.get(gone[0] ?? '')).status).to.equal(404);
    expect((await partner.get(gone[1] ?? '')).status).to.equal(404);
    expect((await holder.get(other)).status).to.equal(200);
    // None is made of it any more.
    for (const party of [holder, partner]) expect((await keep(party, draft(of))).status).to.equal(410);
    expect((await holder.put(other, draft(of), json)).status).to.equal(410);
    expect((await drop(holder, other)).status).to.equal(204);
  });

  it('A2: are copies of what their agent may read', async () => {
    const { holder, partner } = world;
    const piece = await world.piece();
    const of = { copyOf: world.uri(piece) };
    expect((await keep(partner, draft(of))).status).to.equal(403);
    expect((await keep(partner, draft({ copyOf: world.uri('/logistics-objects/none') }))).status).to.equal(404);
    expect((await keep(partner, draft({ copyOf: 'x y' }))).status).to.equal(400);
    const own = await kept(partner, draft());
    expect((await partner.put(own, draft(of), json)).status).to.equal(403);
    const elsewhere = await kept(partner, draft({ copyOf: 'https://elsewhere.example/logistics-objects/1' }));
    for (const [party, path] of [
      [partner, own],
      [partner, elsewhere],
      [holder, await kept(holder, draft(of))],
    ] as const)
      expect((await drop(party, path)).status).to.equal(204);
  });

  it('A2: go with a property that is erased of their object', async () => {
    const { holder } = world;
    const piece = await world.piece();
    const path = await kept(holder, draft({ copyOf: world.uri(piece) }));
    const order = { object: world.uri(piece), property: 'cargo:goodsDescription', reason: 'OTHER' };
    const erased = await holder.post('/internal/erasures', order, json);
    expect(erased.status, erased.text).to.equal(201);
    expect((await holder.get(path)).status).to.equal(404);
  });

  it('K15: are in no query and no address but their own', async () => {
    const { holder } = world;
    const path = await kept(holder, draft({ title: 'only here' }));
    const asked = 'SELECT ?g { GRAPH ?g { ?s ?p "only here" } }';
    const reply = await holder.get(`/sparql?query=${encodeURIComponent(asked)}`, {
      headers: { Accept: 'application/sparql-results+json' },
    });
    expect(reply.text).not.to.include('internal/drafts');
    expect((await holder.get(`${path}/values`)).status).to.equal(404);
    expect((await drop(holder, path)).status).to.equal(204);
  });
});

describe('Drafts in the store', () => {
  it('K15: end DRAFT_DAYS after their last change; templates stay', async () => {
    const base = iri('http://node.example');
    const uris = new UriScheme(base);
    const { lookups, indexes } = createLookups(uris, createVocabulary(standardNamespaces));
    const log = pino({ level: 'silent' });
    const store = await openStore({ location: { kind: 'memory' }, base, log, lookups: indexes });
    const clock = new TestClock();
    const settings = readSettings({ DRAFT_DAYS: '2' });
    const owner = iri('http://node.example/logistics-objects/clerk');
    const write = async (id: string, kind: Draft['kind']): Promise<void> => {
      const [uri, modified] = [uris.draft(id), clock.now()];
      const one: Draft = {
        uri,
        id,
        owner,
        kind,
        visibility: 'own',
        form: 'Piece',
        title: id,
        created: modified,
        modified,
      };
      await store.transact([uri], async (tx) => {
        await tx.replace(uri, describeDraft(one));
        await tx.replace(uris.draftValues(uri), describeValues(uris.draftValues(uri), {}));
      });
    };
    const left = async (): Promise<string[]> =>
      (await store.lookup(lookups.drafts.drafts, owner)).map(({ value }) => value.slice(-1));
    await write('a', 'draft');
    await write('b', 'template');
    clock.advance(86_400);
    await write('c', 'draft');
    clock.advance(86_400 - 1);
    const { signal } = new AbortController();
    await dropExpired({ store, uris, clock, settings, lookups }, signal);
    expect(await left()).to.deep.equal(['a', 'b', 'c']);
    clock.advance(1);
    await dropExpired({ store, uris, clock, settings, lookups }, signal);
    expect(await left()).to.deep.equal(['b', 'c']);
    expect((await store.read(uris.draftValues(uris.draft('a')))).size).to.equal(0);
    await store.close();
  });
});

import { expect } from 'chai';
import { Parser, Writer } from 'n3';
import { Store } from 'oxigraph';
import { factory, type Quad, triple } from '../../src/rdf/terms.js';
import { add } from '../support/changes.js';
import { canonical } from '../support/isomorphic.js';
import { api, list, member, type Reply } from '../support/node.js';
import { objectHistory } from '../support/object-history.js';
import { idIn, text, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const UPDATE = 'application/sparql-update';
const PATCH = 'application/rdf-patch';

function parse(body: string): Quad[] {
  return new Parser({ factory })
    .parse(body)
    .map(({ subject, predicate, object }) => triple(subject, predicate, object));
}

async function triples(world: TestContext, path: string): Promise<Quad[]> {
  return parse((await ask(world, path, 'application/n-triples')).text);
}

async function ask(world: TestContext, path: string, accept?: string): Promise<Reply> {
  const reply = await world.holder.get(path, accept === undefined ? {} : { headers: { Accept: accept } });
  expect(reply.status, reply.text).to.equal(200);
  return reply;
}

const revision = (world: TestContext, piece: string, number: number): Promise<Quad[]> =>
  triples(world, `${piece}/revisions/${number}`);

const sorted = (quads: readonly Quad[]): string[] =>
  new Writer()
    .quadsToString([...quads])
    .split('\n')
    .filter((line) => line !== '')
    .sort();

function inEngine(quads: readonly Quad[]): Store {
  const store = new Store();
  store.load(new Writer({ format: 'N-Triples' }).quadsToString([...quads]), { format: 'application/n-triples' });
  return store;
}

/** The statements after the rows of an RDF Patch, which delete and add. */
function patched(before: readonly Quad[], patch: string): string[] {
  const rows = patch.trimEnd().split('\n');
  expect([rows.shift(), rows.pop()]).to.deep.equal(['TX .', 'TC .']);
  const result = new Set(sorted(before));
  for (const row of rows) {
    const [line = ''] = sorted(parse(row.slice(2)));
    if (row.startsWith('D ')) expect(result.delete(line), row).to.equal(true);
    else {
      expect(row.startsWith('A ') && !result.has(line), row).to.equal(true);
      result.add(line);
    }
  }
  return [...result].sort();
}

/** The statements after an update, for an engine that compares literals as terms. */
function updated(before: readonly Quad[], update: string): string[] {
  const result = new Set(sorted(before));
  for (const operation of update.split(/;\s*(?=INSERT DATA)/)) {
    const [, kind, data = ''] = /^(DELETE|INSERT) DATA \{([^]*)\}\s*$/.exec(operation) ?? [];
    for (const line of sorted(parse(data))) {
      if (kind === 'DELETE') expect(result.delete(line), line).to.equal(true);
      else result.add(line);
    }
  }
  return [...result].sort();
}

const invalid = {
  'a revision that is no number': 'from=one',
  'a number with a leading zero': 'to=01',
  'a negative number': 'from=-1',
  'a time that there is not': 'from=20260231T100000Z',
  'a time in the future': 'to=29990101T000000Z',
  'nothing before `to`': 'to=0',
  'a parameter twice': 'from=1&from=2',
  'an unknown parameter': 'since=1',
};

const statements: readonly Statement[] = [
  {
    section: 'W41',
    statement:
      'without bounds it is the difference of the latest revision and the one before; `to` may be the earlier one',
    holds: async (world) => {
      const piece = await objectHistory(world);
      const [latest, named, back] = await Promise.all(
        ['', '?from=5&to=6', '?from=6&to=5'].map((query) => ask(world, `${piece}/changes${query}`, PATCH)),
      );
      expect(latest?.text).to.equal(named?.text);
      const swapped = latest?.text
        .split('\n')
        .map((row) => row.replace(/^[AD] /, (kind) => (kind === 'A ' ? 'D ' : 'A ')))
        .sort();
      expect(back?.text.split('\n').sort()).to.deep.equal(swapped);
    },
  },
  {
    section: 'W41',
    statement: 'a time stands for the revision that was valid at the end of its second, before the first one for none',
    holds: async (world) => {
      const piece = await world.piece();
      const made = world.node.clock.now();
      world.node.clock.advance(10);
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      const compact = (time: Date): string => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
      const before = compact(new Date(made.getTime() - 1000));
      for (const [query, same] of [
        [`from=${compact(made)}`, 'from=1&to=2'],
        [`from=${before}&to=${made.toISOString()}`, 'from=0&to=1'],
      ] as const) {
        const [timed, numbered] = [
          await ask(world, `${piece}/changes?${query}`, PATCH),
          await ask(world, `${piece}/changes?${same}`, PATCH),
        ];
        expect(timed.text, query).to.equal(numbered.text);
      }
    },
  },
  ...each(invalid, (query) => ({
    section: 'W41',
    statement: 'is 400',
    holds: async (world) => {
      const reply = await world.holder.get(`${await world.piece()}/changes?${query}`);
      expect(reply.status, reply.text).to.equal(400);
    },
  })),
  {
    section: 'W41',
    statement:
      'a revision or object that is not there is 404, and 403 for who may not read the object, whatever it asks',
    holds: async (world) => {
      const piece = await world.piece();
      expect((await world.holder.get(`${piece}/changes?to=2`)).status).to.equal(404);
      expect((await world.holder.get('/logistics-objects/none/changes')).status).to.equal(404);
      for (const query of ['', '?to=2', '?to=one'])
        expect((await world.partner.get(`${piece}/changes${query}`)).status, query).to.equal(403);
      expect((await world.anonymous.get(`${piece}/changes`)).status).to.equal(401);
    },
  },
  {
    section: 'W42',
    statement: 'a Change has an operation for each statement, DELETE before ADD, and labels for new embedded objects',
    holds: async (world) => {
      const piece = await objectHistory(world);
      const { json, headers } = await ask(world, `${piece}/changes?from=1&to=4`);
      expect(headers.get('type')).to.equal(`${api}Change`);
      expect(idIn(member(json, 'api:hasLogisticsObject'))).to.equal(world.uri(piece));
      expect(member(member(json, 'api:hasRevision'), '@value')).to.equal('1');
      const operations = list(member(json, 'api:hasOperation'));
      const kinds = operations.map((one) => idIn(member(one, 'api:op')));
      expect(kinds).to.deep.equal([...kinds].sort().reverse());
      const subjects = operations.map((one) => text(member(one, 'api:s')));
      expect(subjects.filter((subject) => subject.startsWith('_:'))).to.not.be.empty;
      expect(subjects.filter((subject) => subject.startsWith('internal:'))).to.deep.equal([]);
    },
  },
  {
    section: 'W42',
    statement: 'it is taken as a Change, and gives an object in state `from` the statements of `to`',
    holds: async (world) => {
      const piece = await objectHistory(world);
      for (const to of [4, 1, 3, 2, 5]) {
        const latest = await world.revision(piece);
        const { json } = await ask(world, `${piece}/changes?from=${latest}&to=${to}`);
        const posted = await world.partner.patch(piece, json);
        expect(posted.status, posted.text).to.equal(201);
        const accepted = await world.accept(world.path(posted.headers.get('location')));
        expect(accepted.status, accepted.text).to.equal(204);
        const [wanted, got] = [await revision(world, piece, to), await revision(world, piece, latest + 1)];
        expect(canonical(unnamed(got)), `${latest} to ${to}`).to.equal(canonical(unnamed(wanted)));
      }
    },
  },
  {
    section: 'W42',
    statement: 'there is no Change before the first revision, nor between equal states: 422 that names the other forms',
    holds: async (world) => {
      const piece = await objectHistory(world);
      for (const query of ['from=0&to=1', 'from=2&to=2']) {
        const reply = await world.holder.get(`${piece}/changes?${query}`);
        expect(reply.status, query).to.equal(422);
        expect(reply.text).to.include('RDF Patch');
      }
    },
  },
  {
    section: 'W43, W44',
    statement: 'the update and the patch make of the statements of `from` exactly those of `to`, for any two revisions',
    holds: async (world) => {
      const piece = await objectHistory(world);
      const states = [[], ...(await Promise.all([1, 2, 3, 4, 5, 6].map((number) => revision(world, piece, number))))];
      for (const [from, before] of states.entries())
        for (const [to, after] of states.entries()) {
          const path = `${piece}/changes?from=${from}&to=${to}`;
          const [update, patch] = [await ask(world, path, UPDATE), await ask(world, path, PATCH)];
          expect(update.headers.get('content-type')).to.match(/^application\/sparql-update/);
          expect(updated(before, update.text), `${from} to ${to}`).to.deep.equal(sorted(after));
          const store = inEngine(before);
          if (update.text !== '') store.update(update.text);
          const got = store.dump({ format: 'application/n-triples', from_graph_name: factory.defaultGraph() });
          // The engine writes 21.0 as 21.
          expect(canonical(parse(got)), `${from} to ${to}`).to.equal(canonical(after));
          expect(patched(before, patch.text), `${from} to ${to}`).to.deep.equal(sorted(after));
        }
    },
  },
  {
    section: 'W44',
    statement: 'between two numbers it never changes, with times it is asked for again; it has a tag',
    holds: async (world) => {
      const piece = await objectHistory(world);
      for (const accept of [UPDATE, PATCH, 'text/turtle']) {
        const numbered = await ask(world, `${piece}/changes?from=1&to=4`, accept);
        expect(numbered.headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
        const open = await ask(world, `${piece}/changes?from=1`, accept);
        expect(open.headers.get('cache-control')).to.equal('private, no-cache');
        const again = await world.holder.get(`${piece}/changes?from=1`, {
          headers: { Accept: accept, 'If-None-Match': open.headers.get('etag') ?? '' },
        });
        expect(again.status).to.equal(304);
      }
    },
  },
  {
    section: 'W42, W43',
    statement: 'JSON-LD is the default, and a media type that there is not is 406',
    holds: async (world) => {
      const piece = await objectHistory(world);
      for (const accept of ['*/*', 'application/json', `${PATCH};q=0.1, application/ld+json`])
        expect((await ask(world, `${piece}/changes`, accept)).headers.get('content-type')).to.match(/ld\+json/);
      const reply = await world.holder.get(`${piece}/changes`, { headers: { Accept: 'text/csv' } });
      expect(reply.status).to.equal(406);
    },
  },
];

/** The statements with blank nodes in place of the names of embedded objects. */
function unnamed(quads: readonly Quad[]): Quad[] {
  const blank = <Term extends Quad['subject'] | Quad['object']>(
    term: Term,
  ): Term | ReturnType<typeof factory.blankNode> =>
    term.value.startsWith('internal:') ? factory.blankNode(term.value.slice('internal:'.length)) : term;
  return quads.map(({ subject, predicate, object }) => triple(blank(subject), predicate, blank(object)));
}

conformance('GET …/changes', statements);

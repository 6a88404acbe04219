import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { aclBody } from '../support/exchange.js';
import { member, type Party, type Reply } from '../support/node.js';
import { savedQuestions } from '../../console/parts/sparql/questions.js';
import { ask, queryPath, resultsOf, rows } from '../sparql/support.js';
import type { TestContext } from '../support/world.js';
import { conformance, type Statement } from './statement.js';

const GAP_S = 10;

const described = (path: string): string => `SELECT ?d { <${path}> cargo:goodsDescription ?d }`;

/** A piece whose description changes after so many seconds; the clock stands at the change. */
async function changedPiece(world: TestContext): Promise<string> {
  const piece = await world.piece({ 'cargo:goodsDescription': 'before' });
  world.node.clock.advance(GAP_S);
  const uri = world.uri(piece);
  await world.change(piece, [remove(uri, 'goodsDescription', 'before'), add(uri, 'goodsDescription', 'after')]);
  return piece;
}

/** So many seconds after now. */
const moment = (world: TestContext, away: number): Date => new Date(world.node.clock.now().getTime() + away * 1000);
const at = (world: TestContext, away: number): string => `${moment(world, away).toISOString().slice(0, 19)}Z`;

const asOf = (party: Party, query: string, time: string, more: { at?: string } = {}): Promise<Reply> =>
  party.get(queryPath(query, more), { headers: { 'Accept-Datetime': time } });

/** The memory of the query workers' datasets. */
async function datasetBytes(world: TestContext): Promise<number> {
  const { text } = await world.holder.get('/metrics');
  return Number(/^cargograph_sparql_copies_bytes (\S+)$/m.exec(text)?.[1]);
}

const statements: Statement[] = [
  {
    section: 'W31; W32',
    statement: 'a query with at answers for moments of the last minute and for those before the first revision',
    holds: async (world) => {
      const query = described(world.uri(await changedPiece(world)));
      const then = (away: number): Promise<string[]> => rows(world.holder, query, { at: at(world, away) });
      expect(await then(0)).to.deep.equal(['after']);
      expect(await then(-1)).to.deep.equal(['before']);
      expect(await then(-GAP_S)).to.deep.equal(['before']);
      expect(await then(-GAP_S - 1)).to.deep.equal([]);
    },
  },
  {
    section: 'W32',
    statement: 'a commit that becomes visible later with an earlier time is in the next answer',
    holds: async (world) => {
      await changedPiece(world);
      const query = 'SELECT ?s { ?s cargo:goodsDescription "late" }';
      const time = at(world, -2);
      expect(await rows(world.holder, query, { at: time })).to.deep.equal([]);
      world.node.clock.advance(-3);
      const late = await world.piece({ 'cargo:goodsDescription': 'late' });
      world.node.clock.advance(3);
      expect(await rows(world.holder, query, { at: time })).to.deep.equal([world.uri(late)]);
    },
  },
  {
    section: 'W34; W35',
    statement:
      'one dataset answers for each of many moments, forwards, backwards and in between, and takes no more memory for them',
    holds: async (world) => {
      const piece = await changedPiece(world);
      const uri = world.uri(piece);
      world.node.clock.advance(GAP_S);
      await world.change(piece, [remove(uri, 'goodsDescription', 'after'), add(uri, 'goodsDescription', 'last')]);
      const then = (away: number): Promise<string[]> => rows(world.holder, described(uri), { at: at(world, away) });
      expect(await then(0)).to.deep.equal(['last']);
      const before = await datasetBytes(world);
      expect(before).to.be.greaterThan(0);
      const seconds = Array.from({ length: 2 * GAP_S + 1 }, (_, index) => -index);
      for (const away of [...seconds, ...seconds.toReversed(), -GAP_S, 0, -2 * GAP_S]) {
        const expected = away === 0 ? 'last' : away >= -GAP_S ? 'after' : 'before';
        expect(await then(away), String(away)).to.deep.equal([expected]);
      }
      expect(await datasetBytes(world)).to.equal(before);
    },
  },
  {
    section: 'W36',
    statement: 'access that is withdrawn is in no answer, at no moment',
    holds: async (world) => {
      const piece = await changedPiece(world);
      const query = described(world.uri(piece));
      const then = (away: number): Promise<string[]> => rows(world.partner, query, { at: at(world, away) });
      const permit = (party: Party): Promise<Reply> =>
        world.holder.put(
          `${piece}/acl`,
          aclBody(world.uri(piece), { 'acl:agent': { '@id': party.agent } }, ['acl:Read']),
        );
      expect((await permit(world.partner)).status).to.equal(204);
      expect(await then(-1)).to.deep.equal(['before']);
      expect((await permit(world.otherPartner)).status).to.equal(204);
      expect(await then(-1)).to.deep.equal([]);
      expect(await then(0)).to.deep.equal([]);
    },
  },
  {
    section: 'W38; D77',
    statement: 'an answer with at has Memento-Datetime, the second that was asked for, and one without has none',
    holds: async (world) => {
      const query = described(world.uri(await changedPiece(world)));
      const reply = await world.holder.get(queryPath(query, { at: at(world, -1) }));
      expect(reply.headers.get('memento-datetime')).to.equal(moment(world, -1).toUTCString());
      expect((await world.holder.get(queryPath(query))).headers.get('memento-datetime')).to.equal(null);
    },
  },
  {
    section: 'W38; D77',
    statement: 'Accept-Datetime is read as at where the query has none, and is named in Vary',
    holds: async (world) => {
      const query = described(world.uri(await changedPiece(world)));
      const before = moment(world, -1).toUTCString();
      const reply = await asOf(world.holder, query, before);
      expect(reply.text).to.contain('before');
      expect(reply.headers.get('memento-datetime')).to.equal(before);
      expect(reply.headers.get('vary')).to.contain('Accept-Datetime');
      const both = await asOf(world.holder, query, before, { at: at(world, 0) });
      expect(both.text).to.contain('after');
      expect((await asOf(world.holder, query, moment(world, 1000).toUTCString())).text).to.contain('after');
      const wrong = await asOf(world.holder, query, 'yesterday');
      expect(wrong.status).to.equal(400);
      expect(JSON.stringify(member(wrong.json, 'api:hasErrorDetail'))).to.contain('Accept-Datetime');
    },
  },
  {
    section: 'W39; W40',
    statement:
      'the pattern for all revisions has each with the times from and until which it was valid, from the named graphs alone',
    holds: async (world) => {
      const uri = world.uri(await changedPiece(world));
      const versions = savedQuestions.find(({ slug }) => slug.startsWith('which-versions-of-each-object'));
      const query = (versions?.query ?? '').replace('{\n', `{\n  VALUES ?object { <${uri}> }\n`);
      const found = resultsOf(await ask(world.holder, query)).results?.bindings ?? [];
      const [first, second] = [moment(world, -GAP_S), moment(world, 0)].map((time) => time.getTime());
      const times = found.map(({ description, from, until }) => [
        description?.value,
        Date.parse(from?.value ?? ''),
        until === undefined ? undefined : Date.parse(until.value),
      ]);
      expect(times).to.deep.equal([
        ['before', first, second],
        ['after', second, undefined],
      ]);
    },
  },
];

conformance('SPARQL as of a time', statements);

/**
 * Random moments and queries for three callers, in a node whose objects, events and permissions change meanwhile. The answers
 * are compared with their plain meaning: the same query in an engine of its own, on exactly the statements that were valid at
 * that moment and that the caller may read now.
 */
import { expect } from 'chai';
import oxigraph from 'oxigraph';
import { add, remove } from '../support/changes.js';
import type { TestClock } from '../support/clock.js';
import { aclBody, eventBody } from '../support/exchange.js';
import { cargo, type Party } from '../support/node.js';
import type { Random } from '../support/random.js';
import type { TestContext } from '../support/world.js';
import { ask, rows, rowsOf } from './support.js';

const PREFIXES = `PREFIX cargo: <${cargo}> `;
const QUERIES = [
  'SELECT ?s ?p ?o { ?s ?p ?o }',
  'SELECT ?s ?d { ?s cargo:goodsDescription ?d }',
  'SELECT ?s ?d { ?s cargo:goodsDescription ?d FILTER(STRENDS(?d, "1")) }',
  'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  'SELECT ?d (COUNT(?s) AS ?n) { ?s cargo:goodsDescription ?d } GROUP BY ?d',
  'SELECT ?s ?e { ?s cargo:goodsDescription ?d OPTIONAL { ?e cargo:eventFor ?s } }',
  'SELECT ?s { ?s cargo:goodsDescription ?d FILTER NOT EXISTS { ?e cargo:eventFor ?s } }',
  'SELECT ?a ?b { ?a cargo:goodsDescription ?d . ?b cargo:goodsDescription ?d FILTER(STR(?a) < STR(?b)) }',
  'SELECT ?s ?c { ?s (cargo:specialHandlingCodes/cargo:code)|cargo:upid ?c }',
] as const;

/** What was in the default graph since a time, until the next version of the same object. */
interface Version {
  readonly since: number;
  readonly text: string;
}

interface Piece {
  readonly path: string;
  description: string;
  /** Of the object. */
  readonly versions: Version[];
  readonly events: Version[];
  /** The caller that may read it, beside internal agents. */
  reader: Party | undefined;
}

export class TimeTravel {
  readonly #pieces: Piece[] = [];
  /** What is there from the beginning, for everybody. */
  readonly #others: Piece[] = [];
  readonly #begin: number;
  #latest: number;
  #asked = 0;

  constructor(
    private readonly world: TestContext,
    private readonly clock: TestClock,
    private readonly random: Random,
  ) {
    this.#begin = this.#latest = clock.now().getTime();
  }

  /** How many answers were compared. */
  get asked(): number {
    return this.#asked;
  }

  /** Notes what a node has before anything is done. */
  async begin(): Promise<void> {
    const holder: Piece = {
      path: '/logistics-objects/_data-holder',
      description: '',
      versions: [],
      events: [],
      reader: undefined,
    };
    await this.#record(holder.versions, `${this.world.uri(holder.path)}/revisions/1`);
    this.#others.push(holder);
  }

  /** Changes something, at a time that may be before that of the last change. */
  async change(): Promise<void> {
    const { clock, random } = this;
    const isLate = random.chance(0.15);
    clock.set(new Date(this.#latest + (isLate ? -random.below(4_000) : random.below(3_000))).toISOString());
    const action = random.below(10);
    const piece = this.#pieces.length < 3 ? undefined : random.one(this.#pieces);
    if (piece === undefined || action < 2) await this.#create();
    else if (action < 6) await this.#revise(piece);
    else if (action < 8) await this.#happen(piece);
    else await this.#permit(piece);
    this.#latest = Math.max(this.#latest, clock.now().getTime());
    clock.set(new Date(this.#latest).toISOString());
  }

  /** Asks a random query of a random moment, and compares. */
  async expectPlainAnswer(): Promise<void> {
    const { world, random } = this;
    const party = random.one([world.holder, world.partner, world.otherPartner]);
    // Also before the first revision, and the second that is under way.
    const second = Math.floor((this.#begin - 3_000 + random.below(this.#latest - this.#begin + 3_001)) / 1000) * 1000;
    const at = new Date(second).toISOString().replace('.000Z', 'Z');
    const query = random.one(QUERIES);
    const expected = this.#plain(PREFIXES + query, second + 999, party);
    expect(await rows(party, query, { at }), `${query} at ${at}`).to.deep.equal(expected);
    this.#asked += 1;
  }

  async #create(): Promise<void> {
    const { world, random } = this;
    const description = `d${String(random.below(4))}`;
    // A code that several objects describe by the same statements.
    const code = {
      '@id': 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#PER',
      '@type': 'cargo:CodeListElement',
      'cargo:code': 'PER',
    };
    const path = await world.piece({
      'cargo:goodsDescription': description,
      ...(random.chance(0.4) && { 'cargo:specialHandlingCodes': code }),
    });
    const piece: Piece = { path, description, versions: [], events: [], reader: undefined };
    this.#pieces.push(piece);
    await this.#record(piece.versions, `${world.uri(path)}/revisions/1`);
  }

  async #revise(piece: Piece): Promise<void> {
    const { world, clock, random } = this;
    // An object's own revisions are made one after the other.
    const last = piece.versions.at(-1)?.since ?? 0;
    if (clock.now().getTime() < last) clock.set(new Date(last).toISOString());
    const description = `d${String((Number(piece.description.slice(1)) + 1 + random.below(3)) % 4)}`;
    const uri = world.uri(piece.path);
    const reply = await world.send(world.holder, piece.path, [
      remove(uri, 'goodsDescription', piece.description),
      add(uri, 'goodsDescription', description),
    ]);
    expect(reply.status, reply.text).to.be.oneOf([201, 204]);
    const request = reply.headers.get('location');
    if ((await world.revision(piece.path)) === piece.versions.length && request !== null)
      expect((await world.accept(world.path(request))).status).to.equal(204);
    piece.description = description;
    await this.#record(piece.versions, `${uri}/revisions/${String(piece.versions.length + 1)}`);
  }

  async #happen(piece: Piece): Promise<void> {
    const reply = await this.world.holder.post(`${piece.path}/logistics-events`, eventBody());
    expect(reply.status, reply.text).to.equal(201);
    await this.#record(piece.events, reply.headers.get('location') ?? '');
  }

  async #permit(piece: Piece): Promise<void> {
    const { world, random } = this;
    piece.reader = random.one([world.partner, world.otherPartner]);
    const list = aclBody(world.uri(piece.path), { 'acl:agent': { '@id': piece.reader.agent } }, ['acl:Read']);
    expect((await world.holder.put(`${piece.path}/acl`, list)).status).to.equal(204);
  }

  /** Notes what a graph says, by the named graph, and when it was made, by the clock. */
  async #record(versions: Version[], graph: string): Promise<void> {
    const since = this.clock.now().getTime();
    const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`;
    const reply = await ask(this.world.holder, query, { accept: 'application/n-triples' });
    expect(reply.status, reply.text).to.equal(200);
    versions.push({ since, text: reply.text });
  }

  /** The rows of a query on what was valid until a time, as `rows` gives them. */
  #plain(query: string, until: number, party: Party): string[] {
    const store = new oxigraph.Store();
    for (const piece of [...this.#others, ...this.#pieces]) {
      const { versions, events, reader } = piece;
      if (party !== this.world.holder && party !== reader && !this.#others.includes(piece)) continue;
      const valid = versions.findLast(({ since }) => since <= until);
      for (const { text } of [...(valid === undefined ? [] : [valid]), ...events.filter(({ since }) => since <= until)])
        store.load(text, { format: 'application/n-triples' });
    }
    const answer = store.query(query, { results_format: 'json' });
    return typeof answer === 'string' ? rowsOf(answer) : expect.fail('a query for text has a text as its answer');
  }
}

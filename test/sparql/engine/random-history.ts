/** Random commits with the kinds of graphs that a node writes, and what an engine is to hold of them. */
import { expect } from 'chai';
import type { EngineClient } from '../../../src/sparql/engine/engine-client.js';
import { ACCESS, membership, readerLines } from '../../../src/sparql/engine/permission-graph.js';
import { CURRENT, PROJECTION } from '../../../src/sparql/engine/projection-state.js';
import { type Cell, readSolutions } from '../../../src/sparql/engine/solutions.js';
import { queriedKinds } from '../../../src/graph-kinds.js';
import { revisionOf } from '../../../src/sparql/worker/object-graphs.js';
import { type Iri, factory, iri, namedNode, type Quad, triple } from '../../../src/rdf/terms.js';
import { acl, createVocabulary, rdfTerms, xsd } from '../../../src/rdf/vocabulary.js';
import { startEngine } from '../../../src/store/oxigraph/engine.js';
import { toNQuads, writeTriples } from '../../../src/store/oxigraph/ntriples.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import type { Store } from '../../../src/store/store.js';
import { base } from '../../store/support/open.js';
import { rulesOf } from './partner-bench.js';
import type { Random } from '../../support/random.js';

export const latestRevision = iri('https://onerecord.iata.org/ns/api#hasLatestRevision');
const cargo = (name: string) => namedNode(`https://onerecord.iata.org/ns/cargo#${name}`);
const { api } = createVocabulary();
const generatedAt = namedNode('http://www.w3.org/ns/prov#generatedAtTime');

const texts = [
  'Books',
  '',
  'a "quote", \\ and \\u0022 and \\\\U00000022',
  'line\nfeed\ttab',
  'Zürich 🚚',
  '} . <a> <b> "c',
];

/** Writes as a node does: revisions that are never changed, heads that move, events, requests, and what queries do not see. */
export class RandomHistory {
  readonly #revisions = new Map<Iri, number>();
  #serial = 0;

  /** @param begin of its times, in milliseconds: no two histories write the same provenance. */
  constructor(
    private readonly store: Store,
    private readonly random: Random,
    private readonly begin = Date.UTC(2026, 0, 1),
  ) {}

  async commit(): Promise<void> {
    const { random } = this;
    const object = iri(`${base}/logistics-objects/o${random.below(12)}`);
    const choice = random.below(10);
    if (random.chance(0.2)) await this.#list(object);
    else if (choice < 6) await this.#revise(object);
    else if (choice < 8) await this.#addEvent(object);
    else await this.#request(object);
  }

  async #revise(object: Iri): Promise<void> {
    const number = (this.#revisions.get(object) ?? 0) + 1;
    this.#revisions.set(object, number);
    const revision = iri(revisionOf(object, number));
    const statements: Quad[] = [
      triple(namedNode(object), rdfTerms.type, cargo('Piece')),
      triple(namedNode(object), cargo('goodsDescription'), factory.literal(this.random.one(texts))),
      triple(namedNode(object), cargo('count'), factory.literal(String(this.random.below(3)), xsd.integer)),
      triple(namedNode(object), cargo('weight'), factory.literal(`${this.random.below(3)}.5`, xsd.decimal)),
      triple(namedNode(object), cargo('label'), factory.literal('x', 'en')),
    ];
    // What objects link to has its type in each of them.
    for (let link = 0; link < this.random.below(4); link += 1) {
      const target = namedNode(`https://partner.example/logistics-objects/${this.random.below(4)}`);
      statements.push(
        triple(namedNode(object), cargo('containedPieces'), target),
        triple(target, rdfTerms.type, cargo('Piece')),
      );
    }
    const head = iri(`${object}/head`);
    await this.store.transact([object], async (tx) => {
      await tx.insert(revision, statements);
      await tx.insert(iri(`${revision}/provenance`), this.#provenance(revision));
      await tx.replace(head, [
        triple(namedNode(object), namedNode(latestRevision), factory.literal(String(number), xsd.integer)),
      ]);
      await tx.insert(iri(`${base}/outbox/${(this.#serial += 1)}`), statements.slice(0, 1));
    });
  }

  /** An access list that names some agents. */
  async #list(object: Iri): Promise<void> {
    const list = iri(`${object}/acl`);
    const authorization = namedNode(`${list}#1`);
    const agents = ['one', 'two', 'three'].filter(() => this.random.chance(0.4));
    await this.store.transact([object], (tx) =>
      tx.replace(list, [
        triple(authorization, rdfTerms.type, acl.Authorization),
        triple(authorization, acl.mode, this.random.chance(0.5) ? acl.Read : api.GET_LOGISTICS_EVENT),
        ...agents.map((name) => triple(authorization, acl.agent, namedNode(`https://agent.example/${name}`))),
      ]),
    );
  }

  async #addEvent(object: Iri): Promise<void> {
    const event = iri(`${object}/logistics-events/e${(this.#serial += 1)}`);
    const target = namedNode(`https://partner.example/logistics-objects/${this.random.below(4)}`);
    await this.store.transact([event], async (tx) => {
      await tx.insert(event, [
        triple(namedNode(event), cargo('eventFor'), namedNode(object)),
        triple(target, rdfTerms.type, cargo('Piece')),
      ]);
      await tx.insert(iri(`${event}/provenance`), this.#provenance(event));
    });
  }

  /** A request whose status changes. */
  async #request(object: Iri): Promise<void> {
    const request = iri(`${base}/action-requests/r${this.random.below(5)}`);
    await this.store.transact([request], (tx) =>
      tx.replace(request, [
        triple(namedNode(request), cargo('about'), namedNode(object)),
        triple(namedNode(request), cargo('status'), factory.literal(this.random.one(['open', 'accepted', 'rejected']))),
      ]),
    );
  }

  #provenance(of: Iri): Quad[] {
    const time = new Date(this.begin + (this.#serial += 1)).toISOString();
    return [triple(namedNode(of), generatedAt, factory.literal(time, xsd.dateTime))];
  }
}

/** All statements in canonical form: literals compare by value. */
function canonical(nquads: string): string[] {
  const store = startEngine().newStore();
  store.load(Buffer.from(nquads), { format: 'application/n-quads', lenient: true });
  const text = 'SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }';
  return String(store.query(text, { results_format: 'tsv' }))
    .trimEnd()
    .split('\n')
    .sort();
}

/** What the engine is to hold of a store. */
async function expected(store: GraphStore): Promise<string[]> {
  const kindOf = queriedKinds(base);
  const { rules } = rulesOf(store);
  const latest = new Map<string, number>();
  let all = '';
  const revisions = new Map<string, string>();
  for await (const { graph, text } of store.graphs()) {
    for (const permission of rules.decides(graph) ? await rules.permissionsOf(graph) : [])
      for (const line of readerLines(permission)) all += toNQuads(`${line}\n`, ACCESS);
    const kind = kindOf(graph);
    if (kind === undefined) continue;
    all += toNQuads(`${membership(graph, kind)}\n`, ACCESS);
    all += toNQuads(text, graph);
    if (kind.kind === 'event') all += text;
    if (kind.kind !== 'revision') continue;
    revisions.set(graph, text);
    latest.set(kind.object, Math.max(latest.get(kind.object) ?? 0, kind.number));
  }
  for (const [object, number] of latest) all += revisions.get(revisionOf(object, number)) ?? '';
  return canonical(all);
}

function term(cell: Cell | undefined): string {
  if (cell === undefined || cell.type === 'bnode') throw new TypeError('a term is missing');
  if (cell.type !== 'literal') return `<${cell.value}>`;
  const { value, language, datatype } = cell;
  const literal =
    language === undefined
      ? factory.literal(value, datatype === undefined ? xsd.string : namedNode(datatype))
      : factory.literal(value, language);
  const [, written = ''] =
    /^<a:b> <a:b> (.*) \.\n$/s.exec(writeTriples([triple(namedNode('a:b'), namedNode('a:b'), literal)])) ?? [];
  return written;
}

/** What the engine holds, without its own state. */
export async function held(engine: Pick<EngineClient, 'query'>): Promise<string[]> {
  const text = `SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`;
  const body = await engine.query({ text, accept: 'application/sparql-results+json', timeoutMs: 60_000 });
  const own = new Set<string>([PROJECTION, CURRENT]);
  const rows = readSolutions(body).rows.filter((row) => !own.has(row.get('g')?.value ?? ''));
  return canonical(
    rows
      .map((row) => {
        const graph = row.get('g');
        const statement = ['s', 'p', 'o'].map((name) => term(row.get(name))).join(' ');
        return `${statement}${graph === undefined ? '' : ` ${term(graph)}`} .\n`;
      })
      .join(''),
  );
}

/** The projection is the record: all graphs that queries may see, the default graph, and who may read what. */
export async function expectProjected(store: GraphStore, engine: Pick<EngineClient, 'query'>): Promise<void> {
  const [is, should] = [await held(engine), await expected(store)];
  const [isSet, shouldSet] = [new Set(is), new Set(should)];
  expect({
    missing: should.filter((line) => !isSet.has(line)),
    surplus: is.filter((line) => !shouldSet.has(line)),
  }).to.deep.equal({ missing: [], surplus: [] });
}

import { expect } from 'chai';
import fc from 'fast-check';
import { Parser } from 'n3';
import { factory, type Quad, triple } from '../../src/rdf/terms.js';
import { cargoName, xsd } from '../support/changes.js';
import { canonical } from '../support/isomorphic.js';
import { list, member } from '../support/node.js';
import { scaled } from '../support/size.js';
import { idIn, TestContext } from '../support/world.js';
import {
  applied,
  type Graph,
  graphOf,
  keyOf,
  operationOf,
  rdfType,
  type Rules,
  type Statement,
  type Step,
} from './object-model.js';

const MARK = 'https://example.org/mark';
const PART = 'https://example.org/part';
const NOTE = 'https://example.org/note';
const description = cargoName('goodsDescription');
const links = cargoName('containedPieces');
const piece = cargoName('Piece');
const embeddedClasses = ['Value', 'HandlingInstructions', 'Dimensions'].map(cargoName);

/** Values in several datatypes, with a second way to write some of them. */
const literals = [
  ['string', 'plain'],
  ['string', 'quotes " \\ and\nlines\t'],
  ['string', ''],
  ['string', '日本 e\u0301 é'],
  ['string', ' spaces '],
  ['double', '20', '2.0E1'],
  ['double', '-0.5', '-5e-1'],
  ['integer', '7'],
  ['integer', '123456789012345678'],
  ['boolean', 'true'],
  ['date', '2024-02-29'],
  ['dateTime', '2026-03-01T10:00:00Z'],
  ['anyURI', 'https://example.org/?q=a%20b#c'],
] as const;

interface Pending {
  readonly path: string;
  readonly steps: readonly Step[];
  readonly revision: number;
  status: string;
}

/** What a generated number means is decided by what is there: a position in a list, taken around. */
const nth = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];

class Run {
  readonly requests: Pending[] = [];
  readonly history: { readonly graph: Graph; readonly at: number }[] = [];
  #marks = 0;
  #ids = new Map<string, string>();

  constructor(
    private readonly world: TestContext,
    private readonly path: string,
    private readonly rules: Rules,
  ) {
    this.history.push({
      graph: graphOf([this.#literal(this.#uri, description, 'Oranges'), this.#type]),
      at: this.#now,
    });
  }

  get #uri(): string {
    return this.world.uri(this.path);
  }

  get #now(): number {
    return this.world.node.clock.now().getTime();
  }

  get #type(): Statement {
    return { s: this.#uri, p: rdfType, o: { kind: 'iri', text: piece } };
  }

  get #latest(): Graph {
    return this.history.at(-1)?.graph ?? expect.fail('there is a first revision');
  }

  #literal(s: string, p: string, text: string, datatype = 'string'): Statement {
    return { s, p, o: { kind: 'literal', text, datatype: xsd + datatype } };
  }

  /** The steps that one generated pair of numbers stands for. */
  #steps(kind: number, number: number): Step[] {
    const there = [...this.#latest.values()];
    const embedded = [...new Set(there.filter(({ p }) => p === MARK).map(({ s }) => s))];
    const holder = nth([this.#uri, ...embedded], number) ?? this.#uri;
    const adding = (statement: Statement, type = ''): Step => ({ op: 'ADD', statement, type });
    const deleting = (found: Statement[], type = ''): Step[] => {
      const statement = nth(found, number);
      return statement === undefined ? [] : [{ op: 'DELETE', statement, type }];
    };
    const [datatype, text, other] = nth(literals, number) ?? literals[0];
    switch (kind) {
      case 0:
        return [adding(this.#literal(holder, NOTE, number % 3 === 0 ? (other ?? text) : text, datatype))];
      case 1:
        return deleting(there.filter(({ p }) => p === NOTE));
      case 2:
        return [
          ...deleting(there.filter(({ p }) => p === description)),
          adding(this.#literal(this.#uri, description, text)),
        ];
      case 3:
        return number % 4 === 0 ? [adding(this.#literal(this.#uri, description, `another ${number}`))] : [];
      case 4: {
        const target = nth([...this.rules.existing], number);
        return target === undefined
          ? []
          : [adding({ s: this.#uri, p: links, o: { kind: 'iri', text: target } }, piece)];
      }
      case 5:
        return deleting(
          there.filter(({ p }) => p === links),
          piece,
        );
      case 6:
        return number % 4 === 0
          ? [adding({ s: this.#uri, p: links, o: { kind: 'iri', text: `${this.#uri}-absent` } }, piece)]
          : [];
      case 7:
      case 8: {
        const type = nth(embeddedClasses, number) ?? '';
        const [outer, inner] = [`e${++this.#marks}`, `e${++this.#marks}`];
        const part = (s: string, mark: string): Step[] => [
          adding(this.#literal(mark, MARK, mark)),
          adding({ s, p: PART, o: { kind: 'embedded', text: mark } }, type),
        ];
        return kind === 7 ? part(holder, outer) : [...part(outer, inner), ...part(holder, outer)];
      }
      case 9:
        return deleting(
          there.filter(({ p }) => p === PART),
          embeddedClasses[0],
        );
      case 10: {
        // A second link, from anywhere to anywhere, in a circle too.
        const mark = nth(embedded, number >> 3);
        return mark === undefined
          ? []
          : [adding({ s: holder, p: PART, o: { kind: 'embedded', text: mark } }, embeddedClasses[0])];
      }
      default:
        return number % 4 === 0
          ? [{ op: 'DELETE', statement: this.#literal(this.#uri, NOTE, 'never there'), type: '' }]
          : [];
    }
  }

  async submit(kinds: readonly (readonly [number, number])[], drift: number): Promise<void> {
    const steps = kinds.flatMap(([kind, number]) => this.#steps(kind, number));
    if (steps.length === 0) return;
    const latest = this.history.length;
    const revision = Math.max(1, latest + drift);
    const operations = steps.map((step) => operationOf(step, (mark) => this.#ids.get(mark) ?? `_:${mark}`));
    const path = await this.world.submit(this.world.partner, this.path, operations, { revision });
    this.requests.push({ path, steps, revision, status: revision === latest ? 'PENDING' : 'REJECTED' });
  }

  /** Submits and accepts at once. */
  async change(kinds: readonly (readonly [number, number])[]): Promise<void> {
    const before = this.requests.length;
    await this.submit(kinds, 0);
    if (this.requests.length > before) await this.decide(before, 'ACCEPTED');
  }

  async decide(number: number, decision: 'ACCEPTED' | 'REJECTED' | 'REVOKED'): Promise<void> {
    const request = nth(this.requests, number);
    if (request === undefined) return;
    const reply =
      decision === 'REVOKED'
        ? await this.world.partner.delete(request.path)
        : await this.world.decide(request.path, `REQUEST_${decision}`);
    expect(reply.status, reply.text).to.equal(this.#expect(request, decision));
    if (decision === 'ACCEPTED' && reply.status === 204) await this.#learnIds();
  }

  #expect(request: Pending, decision: 'ACCEPTED' | 'REJECTED' | 'REVOKED'): number {
    if (request.status !== 'PENDING') return 422;
    const graph = decision === 'ACCEPTED' ? applied(this.#latest, request.steps, this.rules) : this.#latest;
    request.status = graph === undefined ? 'FAILED' : decision;
    if (graph === undefined) return 422;
    if (decision === 'ACCEPTED') {
      this.history.push({ graph, at: this.#now });
      for (const otherPartner of this.requests)
        if (otherPartner.status === 'PENDING' && otherPartner.revision === request.revision)
          otherPartner.status = 'REJECTED';
    }
    return 204;
  }

  async #quads(query = ''): Promise<{ quads: Quad[]; revision: number }> {
    const reply = await this.world.holder.get(this.path + query, { headers: { Accept: 'application/n-triples' } });
    expect(reply.status, reply.text).to.equal(200);
    const quads = new Parser({ format: 'N-Triples' }).parse(reply.text.replace(/\?at=\w+>/g, '>'));
    return {
      quads: quads.map(({ subject, predicate, object }) => factory.quad(subject, predicate, object)),
      revision: Number(reply.headers.get('revision')),
    };
  }

  async #learnIds(): Promise<void> {
    const { quads } = await this.#quads();
    const marked = quads.filter(({ predicate }) => predicate.value === MARK);
    this.#ids = new Map(marked.map(({ subject, object }) => [object.value, subject.value]));
  }

  /** Every revision, at every second around its making, the audit trail, and each request. */
  async check(): Promise<void> {
    const first = this.history[0]?.at ?? 0;
    expect((await this.world.holder.get(`${this.path}?at=${second(first - 1000)}`)).status).to.equal(404);
    const moments = new Set(
      this.history.flatMap(({ at }) => [at - 1000, at, at + 1000]).filter((at) => at >= first && at <= this.#now),
    );
    for (const at of moments) {
      const number = this.history.filter((revision) => second(revision.at) <= second(at)).length;
      await this.#checkRevision(number, `?at=${second(at)}`);
    }
    await this.#checkRevision(this.history.length, '');
    const trail = await this.world.read(`${this.path}/audit-trail`);
    expect(member(member(trail, 'api:hasLatestRevision'), '@value')).to.equal(String(this.history.length));
    const found = list(member(trail, 'api:hasChangeRequest')).map((request) => [
      this.world.path(idIn(request)),
      idIn(member(request, 'api:hasRequestStatus')).replace('api:REQUEST_', ''),
    ]);
    expect(Object.fromEntries(found)).to.deep.equal(
      Object.fromEntries(this.requests.map(({ path, status }) => [path, status])),
    );
  }

  async #checkRevision(number: number, query: string): Promise<void> {
    const { quads, revision } = await this.#quads(query);
    expect(revision, query).to.equal(number);
    const expected = this.history[number - 1]?.graph ?? expect.fail('a revision that the model does not know');
    expect(canonical(quads.map(nameless)), `revision ${number} (${query})`).to.equal(canonical(quadsOf(expected)));
  }
}

function second(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** The same statement with its embedded objects as blank nodes. */
function nameless({ subject, predicate, object }: Quad): Quad {
  const blank = <Term extends Quad['subject'] | Quad['object']>(
    term: Term,
  ): Term | ReturnType<typeof factory.blankNode> =>
    term.termType === 'NamedNode' && term.value.startsWith('internal:')
      ? factory.blankNode(term.value.replace(/\W/g, ''))
      : term;
  return factory.quad(blank(subject), predicate, blank(object));
}

function quadsOf(graph: Graph): Quad[] {
  const resource = (text: string): ReturnType<typeof factory.blankNode> | ReturnType<typeof factory.namedNode> =>
    text.includes(':') ? factory.namedNode(text) : factory.blankNode(text);
  return [...graph.values()].map(({ s, p, o }) =>
    triple(
      resource(s),
      factory.namedNode(p),
      o.kind === 'literal' ? factory.literal(o.text, factory.namedNode(o.datatype)) : resource(o.text),
    ),
  );
}

const change = fc.array(fc.tuple(fc.nat(11), fc.nat(999)), { minLength: 1, maxLength: 5 });
const command = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('change' as const), change) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('submit' as const), change, fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('accept' as const), fc.nat(999)) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('decide' as const),
      fc.nat(999),
      fc.constantFrom('REJECTED' as const, 'REVOKED' as const),
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(0.3, 0.9, 1, 2.5)) },
);

describe('Any sequence of Changes', () => {
  let world: TestContext;
  let existing: ReadonlySet<string>;
  before(async () => {
    world = await TestContext.start();
    existing = new Set([world.uri(await world.piece()), world.uri(await world.piece())]);
  });
  after(() => world.stop());

  it('gives the revisions, answers at every second, and audit trail of a simple model', async function () {
    this.timeout(scaled(600_000));
    const property = fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 30 }), async (commands) => {
      const path = await world.openPiece();
      const run = new Run(world, path, { object: world.uri(path), single: new Set([description]), existing });
      for (const step of commands) {
        if (step[0] === 'change') await run.change(step[1]);
        else if (step[0] === 'submit') await run.submit(step[1], step[2]);
        else if (step[0] === 'accept') await run.decide(step[1], 'ACCEPTED');
        else if (step[0] === 'decide') await run.decide(step[1], step[2]);
        else world.node.clock.advance(step[1]);
      }
      await run.check();
    });
    await fc.assert(property, { numRuns: scaled(8), seed: 20260301, endOnFailure: true });
  });

  it('compares statements by value where the model does (D5)', () => {
    const note = (text: string): Statement => ({
      s: 'x',
      p: NOTE,
      o: { kind: 'literal', text, datatype: `${xsd}double` },
    });
    expect(keyOf(note('20'))).to.equal(keyOf(note('2.0E1')));
  });
});

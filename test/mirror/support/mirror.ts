/** What an internal agent of a mirroring node does and reads: follows, copies, and the partner's data to compare. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { readJsonLd } from '../../../src/rdf/jsonld/reader.js';
import { writeNTriples } from '../../../src/rdf/turtle.js';
import { createVocabulary, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { created, eventually } from '../../support/exchange.js';
import { type Json, member, type Party, type Reply } from '../../support/node.js';
import { readNTriples } from '../../support/turtle.js';
import type { JsonObject } from '../../support/world.js';

const vocabulary = createVocabulary(standardNamespaces);
const nTriples = { headers: { Accept: 'application/n-triples' } };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The name of a copy in addresses (M25). */
export const copyKey = (object: string): string => sha256(object).slice(0, 32);

/** The digest of an answer without blank nodes: its statements without the numbers of revisions, sorted (M24). */
export async function digestOf(object: string, body: Json): Promise<string> {
  const { data } = await readJsonLd(body, { vocabulary, strict: false });
  const { hasRevision, hasLatestRevision } = vocabulary.api;
  const numbers: readonly string[] = [hasRevision.value, hasLatestRevision.value];
  const isNumber = (property: string): boolean => numbers.includes(property);
  const kept = Array.from(data).filter(
    ({ subject, predicate }) => !(subject.value === object && isNumber(predicate.value)),
  );
  return sha256(
    writeNTriples(kept)
      .split('\n')
      .filter(Boolean)
      .toSorted()
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** A range of revisions that are not held, with the reason. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

export class Mirror {
  constructor(
    readonly url: string,
    /** An internal agent of the node. */
    readonly agent: Party,
  ) {}

  /** Follows, and returns the follow's address. */
  async follow(body: JsonObject): Promise<string> {
    const reply = await this.agent.post('/internal/follows', body);
    expect([200, 201], reply.text).to.include(reply.status);
    return reply.status === 201 ? created(reply) : (reply.headers.get('location') ?? '');
  }

  async read(follow: string): Promise<Json> {
    const { status, text, json } = await this.agent.get(follow);
    expect(status, text).to.equal(200);
    return json;
  }

  /** Waits until a follow is as it should be, and returns it. */
  async until(follow: string, condition: (follow: Json) => boolean): Promise<Json> {
    let found: Json;
    await eventually(async () => condition((found = await this.read(follow))));
    return found;
  }

  /** Waits until a follow has a state. */
  inState(follow: string, state: string): Promise<Json> {
    return this.until(follow, (found) => member(found, 'state') === state);
  }

  /** A number of a follow, such as `objects`. */
  static count(follow: Json, name: string): number {
    return Number(member(member(follow, 'counts'), name));
  }

  /** Has all copies of a follow checked. */
  async sweep(follow: string): Promise<void> {
    const reply = await this.agent.post(`${follow}/sweep`, undefined);
    expect(reply.status, reply.text).to.equal(202);
  }

  /** An address below a copy, such as `head`. */
  address(object: string, below: string): string {
    return `${this.url}/internal/mirror/${copyKey(object)}/${below}`;
  }

  /** The values of a term of ours in a graph of a copy; none if there is no such graph. */
  async values(object: string, below: string, term: string): Promise<string[]> {
    const { status, text } = await this.#graph(object, below);
    if (status === 404) return [];
    expect(status, text).to.equal(200);
    const property = `${this.url}/ns/extensions#${term}`;
    return Array.from(readNTriples(text))
      .filter(({ predicate }) => predicate.value === property)
      .map(({ object: value }) => value.value);
  }

  /** The digest of a revision that is held. */
  async digest(object: string, revision: number): Promise<string | undefined> {
    const [digest] = await this.values(object, `revisions/${revision}/provenance`, 'digest');
    return digest;
  }

  /** The statements of a revision that is held, as N-Triples. */
  async statements(object: string, revision: number): Promise<string | undefined> {
    const { status, text } = await this.#graph(object, `revisions/${revision}`);
    return status === 200 ? text : undefined;
  }

  /** The highest revision held; 0 for none. */
  async held(object: string): Promise<number> {
    const [held] = await this.values(object, 'head', 'revisionHeld');
    return Number(held ?? 0);
  }

  /** The state of a copy; undefined for none. */
  async state(object: string): Promise<string | undefined> {
    const [state] = await this.values(object, 'head', 'state');
    return state;
  }

  /** Waits until a revision of an object is held. */
  holds(object: string, revision: number): Promise<void> {
    return eventually(async () => (await this.held(object)) >= revision);
  }

  async gaps(object: string): Promise<Gap[]> {
    const { status, text } = await this.#graph(object, 'head');
    if (status !== 200) return [];
    const data = readNTriples(text);
    const term = (name: string): string => `${this.url}/ns/extensions#${name}`;
    const nodes = Array.from(data).flatMap(({ predicate, object: gap }) =>
      predicate.value === term('gap') ? [gap] : [],
    );
    return nodes.map((gap) => {
      const facts = new Map(data.about(gap).map(({ predicate, object: value }) => [predicate.value, value.value]));
      const numberOf = (name: string): number => Number(facts.get(term(name)));
      return { from: numberOf('from'), to: numberOf('to'), reason: facts.get(term('reason')) ?? '' };
    });
  }

  #graph(object: string, below: string): Promise<Reply> {
    return this.agent.get(this.address(object, below), nTriples);
  }
}

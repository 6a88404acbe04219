/** A copy that a party makes of its feed by following links: a small client of LDES and TREE. */
import { expect } from 'chai';
import n3 from 'n3';
import type { Quad } from '../../src/rdf/terms.js';
import type { Party, Reply } from './node.js';

const TREE = 'https://w3id.org/tree#';
const LDES = 'https://w3id.org/ldes#';
const ISSUED = 'http://purl.org/dc/terms/issued';

export const NQUADS = 'application/n-quads';

export interface CopiedMember {
  readonly member: string;
  /** Its feed time. */
  readonly issued: string;
  /** Its place in its second. */
  readonly position: number;
  /** In its graph. */
  readonly content: readonly Quad[];
  /** About it, in the default graph. */
  readonly about: readonly Quad[];
}

/** A document as a client reads it. */
export interface ReadDocument {
  readonly address: string;
  readonly isClosed: boolean;
  /** The addresses that it links to, each once. */
  readonly links: readonly string[];
  readonly relations: number;
  readonly members: readonly CopiedMember[];
  readonly quads: readonly Quad[];
}

/** Reads a document in N-Quads. @param reply of its address. */
export function readDocument(address: string, { status, text, headers }: Reply): ReadDocument {
  expect(status, `${address}: ${text}`).to.equal(200);
  const quads: Quad[] = new n3.Parser({ format: NQUADS }).parse(text);
  const values = (property: string): Quad[] => quads.filter(({ predicate }) => predicate.value === property);
  const about = (member: string): Quad[] =>
    quads.filter(({ subject, graph }) => subject.value === member && graph.value === '');
  const isClosed = headers.get('cache-control')?.includes('immutable') === true;
  expect(values(`${LDES}immutable`).length, `ldes:immutable of ${address}`).to.equal(isClosed ? 1 : 0);
  return {
    address,
    isClosed,
    links: [...new Set(values(`${TREE}node`).map(({ object }) => object.value))],
    relations: values(`${TREE}relation`).length,
    quads,
    members: values(`${TREE}member`).map(({ object: { value: member } }) => {
      const statements = about(member);
      const valueOf = (name: string): string =>
        statements.find(({ predicate }) => predicate.value.endsWith(name))?.object.value ?? '';
      return {
        member,
        issued: valueOf(ISSUED),
        position: Number(valueOf('#position')),
        about: statements,
        content: quads.filter(({ graph }) => graph.value === member),
      };
    }),
  };
}

/** What a party has copied. It reads closed documents once, and keeps each member as it first came. */
export class FeedCopy {
  /** In the order in which they came. */
  readonly members = new Map<string, CopiedMember>();
  readonly #closed = new Set<string>();
  /** The documents of the last reading. */
  documents: ReadDocument[] = [];

  constructor(private party: Party) {}

  /** Goes on with another token. */
  as(party: Party): this {
    this.party = party;
    return this;
  }

  /** Reads on from the root. @returns the members that are new. */
  async read(): Promise<CopiedMember[]> {
    this.documents = [];
    const before = this.members.size;
    await this.#visit('/feed');
    return [...this.members.values()].slice(before);
  }

  async #visit(address: string): Promise<void> {
    const reply = await this.party.get(address, { headers: { Accept: NQUADS } });
    if (reply.status === 307) return this.#visit(reply.headers.get('location') ?? '');
    const document = readDocument(address, reply);
    this.documents.push(document);
    if (document.isClosed) this.#closed.add(address);
    for (const member of document.members)
      if (!this.members.has(member.member)) this.members.set(member.member, member);
    for (const link of document.links) if (!this.#closed.has(link)) await this.#visit(link);
  }
}

/** All members that a party finds in its feed now. */
export async function feedOf(party: Party): Promise<CopiedMember[]> {
  return new FeedCopy(party).read();
}

/** The messages between the main thread and a thread that reads large documents. */
import type { ErrorDetail } from '../../../errors.js';
import { type Literal, type Quad, type Term, factory, iri, node } from '../../terms.js';
import type { Namespaces } from '../../vocabulary.js';
import type { KnownContexts } from '../canonical.js';
import type { JsonObject } from '../json.js';
import type { Subject } from '../statements.js';

export interface ReadRequest {
  readonly kind: 'read';
  readonly bytes: Uint8Array;
  readonly namespaces: Namespaces;
  readonly strict: boolean;
  readonly uncheckedUris: ReadonlySet<string> | undefined;
}

export interface CanonicalRequest {
  readonly kind: 'canonical';
  readonly document: JsonObject;
  readonly contexts: KnownContexts;
}

/** The main thread requests each next part of an answer, and receives each one in a separate turn of the event loop. */
export type ToThread = ReadRequest | CanonicalRequest | { readonly kind: 'next' };

export interface Part {
  readonly kind: 'part';
  /** Three texts for each new term: kind, value, and language or datatype. */
  readonly terms: readonly string[];
  /** Three terms for each statement, by their position among the terms of all parts. */
  readonly statements: Uint32Array;
}

export type FromThread =
  | Part
  | { readonly kind: 'end'; readonly topLevelNodes: Uint32Array; readonly warnings: readonly string[] }
  | { readonly kind: 'canonical'; readonly text: string }
  | { readonly kind: 'invalid'; readonly problems: readonly ErrorDetail[] };

/** Number of statements per part: less than a millisecond of the main thread. */
const MAX_STATEMENTS = 250;

/** Encodes statements, with each term only once. */
export class StatementEncoder {
  readonly #positions = new Map<string, number>();
  #terms: string[] = [];

  /** Splits the statements into parts. */
  *parts(quads: Iterable<Quad>): Generator<Part> {
    let statements: number[] = [];
    for (const { subject, predicate, object } of quads) {
      statements.push(this.#position(subject), this.#position(predicate), this.#position(object));
      if (statements.length < 3 * MAX_STATEMENTS) continue;
      yield this.#part(statements);
      statements = [];
    }
    yield this.#part(statements);
  }

  /** Terms outside of the statements have their own part. */
  *nodes(nodes: readonly Subject[]): Generator<Part, Uint32Array> {
    const positions: number[] = [];
    for (const term of nodes) {
      positions.push(this.#position(term));
      if (this.#terms.length >= 3 * MAX_STATEMENTS) yield this.#part([]);
    }
    yield this.#part([]);
    return Uint32Array.from(positions);
  }

  #part(statements: readonly number[]): Part {
    const terms = this.#terms;
    this.#terms = [];
    return { kind: 'part', terms, statements: Uint32Array.from(statements) };
  }

  #position(term: Term): number {
    const written = textsOf(term);
    const key = written.join('\n');
    const existing = this.#positions.get(key);
    if (existing !== undefined) return existing;
    const position = this.#positions.size;
    this.#positions.set(key, position);
    this.#terms.push(...written);
    return position;
  }
}

function textsOf(term: Term): [string, string, string] {
  if (term.termType !== 'Literal') return [term.termType, term.value, ''];
  const { value, language, datatype } = term;
  return language === '' ? ['Typed', value, datatype.value] : ['Tagged', value, language];
}

/** Decodes the parts of a `StatementEncoder`. */
export class StatementDecoder {
  readonly #terms: (Subject | Literal)[] = [];

  *statements({ terms, statements }: Part): Generator<Quad> {
    for (let at = 0; at < terms.length; at += 3)
      this.#terms.push(termOf(terms[at] ?? '', terms[at + 1] ?? '', terms[at + 2] ?? ''));
    for (let at = 0; at < statements.length; at += 3) {
      const subject = this.#subject(statements[at]);
      const predicate = this.#terms[statements[at + 1] ?? -1];
      const object = this.#terms[statements[at + 2] ?? -1];
      if (predicate?.termType !== 'NamedNode' || object === undefined) throw new TypeError('no statement');
      yield factory.quad(subject, predicate, object);
    }
  }

  nodes(positions: Uint32Array): Subject[] {
    return Array.from(positions, (position) => this.#subject(position));
  }

  #subject(position = -1): Subject {
    const term = this.#terms[position];
    if (term === undefined || term.termType === 'Literal') throw new TypeError('no subject');
    return term;
  }
}

function termOf(kind: string, value: string, extra: string): Subject | Literal {
  if (kind === 'NamedNode') return node(iri(value));
  // Another thread's labels may already be in use here.
  if (kind === 'BlankNode') return factory.blankNode();
  return factory.literal(value, kind === 'Tagged' ? extra : node(iri(extra)));
}

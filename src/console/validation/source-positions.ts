/** Positions in a pasted JSON-LD document: the places of keys in the text, and the IRIs of the keys. */
import { type Node, parseTree } from 'jsonc-parser';
import type { Steps } from '../../async/turns.js';
import type { ErrorDetail } from '../../errors.js';
import type { Namespaces } from '../../rdf/vocabulary.js';

export interface SourcePosition {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The line number, from 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * The meaning of names in the enclosing contexts. Only prefixes, terms and `@vocab` are supported, which is enough for
 * callers' documents.
 */
type Context = ReadonlyMap<string, string>;

const VOCAB = '@vocab';
const MAX_DROPPED = 100;

interface Key {
  readonly name: string;
  /** Its IRI; undefined for an unmapped key. */
  readonly iri: string | undefined;
  readonly node: Node;
  readonly pointer: string;
}

/** An object of the document. */
interface DocumentNode {
  readonly node: Node;
  readonly pointer: string;
  /** Its keys, and all keys below it, extend from here up to `end` in the list of the document's keys. */
  readonly begin: number;
  end: number;
}

/** Number of objects and keys per step. */
const IN_STEP = 100;

export class Places {
  readonly #lines: number[] = [0];
  readonly #keys: Key[] = [];
  /** The positions of keys, by their IRIs. */
  readonly #byIri = new Map<string, number[]>();
  #root: DocumentNode | undefined;
  /** The first object with each IRI. */
  readonly #byId = new Map<string, DocumentNode>();
  #visited = 0;

  private constructor(
    text: string,
    private readonly namespaces: Namespaces,
  ) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1);
  }

  /** @param text JSON whose nesting has been checked. */
  static *read(text: string, namespaces: Namespaces): Steps<Places> {
    const places = new Places(text, namespaces);
    const root = parseTree(text);
    yield;
    if (root !== undefined) yield* places.#visit(root, '', new Map());
    return places;
  }

  /** Unmapped keys, whose content would be lost. */
  get dropped(): string[] {
    return this.#keys
      .filter(({ name, iri }) => iri === undefined && !name.startsWith('@'))
      .slice(0, MAX_DROPPED)
      .map(({ pointer }) => pointer);
  }

  /** The position of a problem: the key of its property within the resource, or else the resource. */
  of({ resource, property }: Pick<ErrorDetail, 'resource' | 'property'>): SourcePosition | undefined {
    const node = (resource === undefined ? undefined : this.#byId.get(resource)) ?? this.#root;
    const named = (property === undefined ? undefined : this.#byIri.get(property)) ?? [];
    const within = node && named[firstFrom(named, node.begin)];
    const position = node !== undefined && within !== undefined && within < node.end ? within : named[0];
    const key = position === undefined ? undefined : this.#keys[position];
    if (key !== undefined) return this.#place(key.node, key.pointer);
    return node && this.#place(node.node, node.pointer);
  }

  #place({ offset }: Node, pointer: string): SourcePosition {
    const line = firstFrom(this.#lines, offset + 1);
    return { pointer, line, column: offset - (this.#lines[line - 1] ?? 0) + 1 };
  }

  *#visit(node: Node, pointer: string, context: Context): Steps<void> {
    if (node.type === 'array') {
      for (const [index, child] of (node.children ?? []).entries())
        yield* this.#visit(child, `${pointer}/${index}`, context);
      return;
    }
    if (node.type !== 'object') return;
    if (this.#isStepDone()) yield;
    const members = new Map(
      (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), { key, value }]),
    );
    const inner = this.#contextOf(members.get('@context')?.value, context);
    const id = textOf(members.get('@id')?.value);
    const object: DocumentNode = { node, pointer, begin: this.#keys.length, end: 0 };
    this.#root ??= object;
    const iri = id && this.#expand(id, inner);
    if (iri !== undefined && !this.#byId.has(iri)) this.#byId.set(iri, object);
    for (const [name, { key, value }] of members) {
      if (name === '@context' || key === undefined || value === undefined) continue;
      const below = `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
      this.#addKey({ name, iri: this.#expand(name, inner, true), node: key, pointer: below });
      if (this.#isStepDone()) yield;
      yield* this.#visit(value, below, inner);
    }
    object.end = this.#keys.length;
  }

  #isStepDone(): boolean {
    this.#visited += 1;
    return this.#visited % IN_STEP === 0;
  }

  #addKey(key: Key): void {
    const { iri } = key;
    if (iri !== undefined) {
      const positions = this.#byIri.get(iri);
      if (positions === undefined) this.#byIri.set(iri, [this.#keys.length]);
      else positions.push(this.#keys.length);
    }
    this.#keys.push(key);
  }

  #contextOf(node: Node | undefined, outer: Context): Context {
    if (node === undefined) return outer;
    const { api, cargo } = this.namespaces;
    const text = textOf(node);
    if (text !== undefined) {
      const vocabulary = [api, cargo].find((namespace) => text === namespace || text === namespace.replace(/#$/, ''));
      return new Map([
        ...outer,
        ['api', api],
        ['cargo', cargo],
        ...(vocabulary === undefined ? [] : [[VOCAB, vocabulary] as const]),
      ]);
    }
    if (node.type === 'array')
      return (node.children ?? []).reduce((context, child) => this.#contextOf(child, context), outer);
    const terms = new Map(outer);
    for (const { children: [key, value] = [] } of node.children ?? []) {
      const target = textOf(value) ?? memberOf(value, '@id');
      if (target !== undefined) terms.set(String(key?.value), target);
    }
    return terms;
  }

  #expand(name: string, context: Context, isKey = false, depth = 0): string | undefined {
    if (name.startsWith('@') || depth > 10) return name;
    const term = isKey ? context.get(name) : undefined;
    if (term !== undefined) return this.#expand(term, context, term !== name, depth + 1);
    const colon = name.indexOf(':');
    if (colon === -1) {
      const vocab = context.get(VOCAB);
      return isKey && vocab !== undefined ? vocab + name : isKey ? undefined : name;
    }
    const namespace = name.startsWith('//', colon + 1) ? undefined : context.get(name.slice(0, colon));
    return namespace === undefined ? name : namespace + name.slice(colon + 1);
  }
}

/** The index of the first number that is not below `least`, in a sorted list; the list's length if there is none. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0;
  for (let high = sorted.length; low < high;) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textOf(node: Node | undefined): string | undefined {
  const value: unknown = node?.value;
  return node?.type === 'string' && typeof value === 'string' ? value : undefined;
}

function memberOf(node: Node | undefined, name: string): string | undefined {
  const found =
    node?.type === 'object' ? node.children?.find(({ children: [key] = [] }) => key?.value === name) : undefined;
  return textOf(found?.children?.[1]);
}

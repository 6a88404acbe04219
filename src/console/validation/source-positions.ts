/** Places in a pasted JSON-LD document: the text positions of keys, and what the keys stand for. */
import { type Node, parseTree } from 'jsonc-parser';
import type { ErrorDetail } from '../../errors.js';
import type { Namespaces } from '../../rdf/vocabulary.js';

export interface SourcePosition {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** What names stand for, by the contexts around them. Only prefixes, terms and `@vocab` are known, which is what callers write. */
type Context = ReadonlyMap<string, string>;

const VOCAB = '@vocab';
const MAX_DROPPED = 100;

interface Key {
  readonly name: string;
  /** Its IRI; undefined for one that stands for nothing. */
  readonly iri: string | undefined;
  readonly node: Node;
  readonly pointer: string;
  /** The object that has it. */
  readonly owner: DocumentNode;
}

/** An object of the document. */
interface DocumentNode {
  readonly id: string | undefined;
  readonly node: Node;
  readonly pointer: string;
  readonly parent: DocumentNode | undefined;
}

export class Places {
  readonly #lines: number[] = [0];
  readonly #nodes: DocumentNode[] = [];
  readonly #keys: Key[] = [];

  /** @param text JSON whose nesting has been checked. */
  constructor(
    text: string,
    private readonly namespaces: Namespaces,
  ) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1);
    const root = parseTree(text);
    if (root !== undefined) this.#visit(root, '', new Map(), undefined);
  }

  /** Keys that stand for nothing: what they hold would be lost. */
  get dropped(): string[] {
    return this.#keys
      .filter(({ name, iri }) => iri === undefined && !name.startsWith('@'))
      .slice(0, MAX_DROPPED)
      .map(({ pointer }) => pointer);
  }

  /** Where a problem is: the key of its property in its resource or below, or else the resource. */
  of({ resource, property }: Pick<ErrorDetail, 'resource' | 'property'>): SourcePosition | undefined {
    const node = this.#nodes.find(({ id }) => id !== undefined && id === resource) ?? this.#nodes[0];
    const isWithin = (owner: DocumentNode | undefined): boolean =>
      owner !== undefined && (owner === node || isWithin(owner.parent));
    const named = this.#keys.filter(({ iri }) => property !== undefined && iri === property);
    const key = named.find(({ owner }) => isWithin(owner)) ?? named[0];
    if (key !== undefined) return this.#place(key.node, key.pointer);
    return node && this.#place(node.node, node.pointer);
  }

  #place({ offset }: Node, pointer: string): SourcePosition {
    let low = 0;
    for (let high = this.#lines.length; high - low > 1;) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { pointer, line: low + 1, column: offset - (this.#lines[low] ?? 0) + 1 };
  }

  #visit(node: Node, pointer: string, context: Context, parent: DocumentNode | undefined): void {
    if (node.type === 'array') {
      for (const [index, child] of (node.children ?? []).entries())
        this.#visit(child, `${pointer}/${index}`, context, parent);
      return;
    }
    if (node.type !== 'object') return;
    const members = new Map(
      (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), { key, value }]),
    );
    const inner = this.#contextOf(members.get('@context')?.value, context);
    const id = textOf(members.get('@id')?.value);
    const owner: DocumentNode = { id: id && this.#expand(id, inner), node, pointer, parent };
    this.#nodes.push(owner);
    for (const [name, { key, value }] of members) {
      if (name === '@context' || key === undefined || value === undefined) continue;
      const below = `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
      this.#keys.push({ name, iri: this.#expand(name, inner, true), node: key, pointer: below, owner });
      this.#visit(value, below, inner, owner);
    }
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

function textOf(node: Node | undefined): string | undefined {
  const value: unknown = node?.value;
  return node?.type === 'string' && typeof value === 'string' ? value : undefined;
}

function memberOf(node: Node | undefined, name: string): string | undefined {
  const found =
    node?.type === 'object' ? node.children?.find(({ children: [key] = [] }) => key?.value === name) : undefined;
  return textOf(found?.children?.[1]);
}

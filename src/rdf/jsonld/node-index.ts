/** Indexes statements by their subject, in document order. */
import type { Steps } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import { type Prefixes, SafePrefixes } from '../prefixes.js';
import { isResource, type Quad, type Quad_Object, type Resource, termKey } from '../terms.js';

export interface IndexedNode {
  readonly resource: Resource;
  /** The values of each property. */
  readonly statements: ReadonlyMap<string, readonly Quad_Object[]>;
  /** The approximate number of characters. */
  readonly size: number;
}

export interface NodeIndex {
  /** Nodes by the keys of their terms. */
  readonly nodes: ReadonlyMap<string, IndexedNode>;
  /** How often each resource is the value of a property. */
  readonly links: ReadonlyMap<string, number>;
  /** The prefixes that the statements allow. */
  readonly prefixes: Prefixes;
}

/** The estimated size of a statement without its value. */
const CHARACTERS_PER_STATEMENT = 100;

/** Number of statements indexed per step. */
const STEP = 250;

class GrowingNode implements IndexedNode {
  readonly statements = new Map<string, Quad_Object[]>();
  size = 0;

  constructor(readonly resource: Resource) {}
}

/** @throws TypeError for a subject that JSON-LD cannot express: a quoted statement. */
export function* indexSteps(data: Iterable<Quad>, prefixes: Prefixes): Steps<NodeIndex> {
  const nodes = new Map<string, GrowingNode>();
  const links = new Map<string, number>();
  const safe = new SafePrefixes(prefixes);
  let count = 0;
  for (const quad of data) {
    const { subject, predicate, object } = quad;
    if (!isResource(subject)) throw new TypeError(`a ${subject.termType} cannot be written as a JSON-LD subject`);
    const node = getOrAdd(nodes, termKey(subject), () => new GrowingNode(subject));
    getOrAdd(node.statements, predicate.value, () => []).push(object);
    node.size += CHARACTERS_PER_STATEMENT + object.value.length;
    if (isResource(object)) {
      const target = termKey(object);
      links.set(target, (links.get(target) ?? 0) + 1);
    }
    safe.add(quad);
    count += 1;
    if (count % STEP === 0) yield;
  }
  return { nodes, links, prefixes: safe.usable };
}

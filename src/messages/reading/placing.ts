/** Puts values at their targets, from the nearest node that an element of the message has made. */
import type { ModelNames } from '../mapping/model-names.js';
import type { Row } from '../mapping/row.js';
import type { Qualifier, Step, Target } from '../mapping/target.js';
import { DraftNode, type DraftTerm, sameTerm } from './draft.js';
import type { Leaf } from './findings.js';
import { iriTerm, literal } from './values.js';

/** A node that an element has made, and the way to it: rows in the element continue from there. */
export interface Scope {
  /** The class at the beginning of the way. */
  readonly class: string;
  readonly steps: readonly Step[];
  readonly node: DraftNode;
  readonly above: Scope | undefined;
}

/** The class of a measure's, and of an amount's node. */
const structured: Readonly<Record<string, string>> = { measure: 'Value', amount: 'CurrencyValue' };

export class Placing {
  constructor(private readonly names: ModelNames) {}

  /** Where to begin, and the steps that remain; undefined if no scope begins like the target. */
  from(target: Target, scope: Scope): { readonly node: DraftNode; readonly rest: readonly Step[] } | undefined {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.above) {
      const { steps, node } = at;
      if (at.class !== target.class || steps.length > target.steps.length) continue;
      if (steps.every((step, index) => isSameStep(step, target.steps[index])))
        return { node, rest: target.steps.slice(steps.length) };
    }
    return undefined;
  }

  /** The node at the end of some steps; what is lacking on the way is made. */
  reach(node: DraftNode, steps: readonly Step[], lastClass: string, isWeak = false): DraftNode {
    return steps.reduce((at, step, index) => this.child(at, step, steps[index + 1]?.class ?? lastClass, isWeak), node);
  }

  /** The node of a step: the one that the same step has made, else a new one. */
  child(node: DraftNode, step: Step, type: string, isWeak = false): DraftNode {
    for (const value of node.of(step.property))
      if (value.kind === 'node' && (value.via === step.key || this.names.isSingle(node.type, step.property)))
        return value.node;
    const made = this.made(step, type);
    node.link(step.property, made, step.key, isWeak);
    return made;
  }

  /** A new node, with what the step's qualifiers say. */
  made(step: Step, type: string): DraftNode {
    const node = new DraftNode(type);
    for (const qualifier of step.qualifiers) {
      const term = this.#termOf(qualifier.value);
      if (term !== undefined) node.set(qualifier.property, term);
    }
    return node;
  }

  /** Puts a value at its row's target. */
  put(row: Row, leaf: Leaf, term: DraftTerm, scope: Scope, isWeak = false): void {
    if (row.target === undefined) return;
    const start = this.from(row.target, scope);
    if (start === undefined) leaf.leftOut('no-place');
    else this.putAt(start.node, start.rest, row, leaf, term, isWeak);
  }

  /** Puts a value at the end of steps from a node. */
  putAt(from: DraftNode, steps: readonly Step[], row: Row, leaf: Leaf, term: DraftTerm, isWeak = false): void {
    const type = structured[row.type.kind];
    const last = steps.at(-1);
    if (last === undefined) return;
    if (type === undefined)
      this.set(this.reach(from, steps.slice(0, -1), last.class, isWeak), last.property, leaf, term, isWeak);
    else this.set(this.reach(from, steps, type, isWeak), 'numericalValue', leaf, term, isWeak);
  }

  /** Sets a value; of a property with one value the first counts (X73). */
  set(node: DraftNode, property: string, leaf: Leaf, term: DraftTerm, isWeak = false): void {
    const [present] = node.of(property);
    if (present?.kind === 'term' && this.names.isSingle(node.type, property) && !sameTerm(present.term, term)) {
      leaf.leftOut('mismatch');
      return;
    }
    node.set(property, term, leaf, isWeak);
    leaf.taken();
  }

  #termOf(value: Qualifier['value']): DraftTerm | undefined {
    switch (value.kind) {
      case 'text':
        return literal(value.text);
      case 'individual':
        return iriTerm(this.names.individual(value.name));
      case 'code': {
        const code = this.names.code(value.list, value.code);
        return code === undefined ? undefined : iriTerm(code);
      }
      case 'variable':
        return undefined;
    }
  }
}

const isSameStep = (one: Step, other: Step | undefined): boolean => other !== undefined && one.key === other.key;

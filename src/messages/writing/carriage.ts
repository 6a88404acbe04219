/** What became of the values of objects when a message was written from them (X81). */
import type { Iri } from '../../rdf/terms.js';
import type { ModelNames } from '../mapping/model-names.js';
import type { DraftNode, DraftValue } from '../reading/draft.js';
import type { LossReason } from '../report-terms.js';
import type { Gathered } from './gather.js';
import { compareTexts } from './order.js';

export interface Lost {
  readonly object: Iri;
  /** The IRI of the property. */
  readonly property: string;
  readonly value: string;
  readonly reason: LossReason;
}

/** A value that has more digits than the message. */
export interface Rounded {
  readonly path: string;
  readonly value: string;
  readonly written: string;
}

/** What the message says of the whole, although the objects say it of a part, or not at all. */
export interface Assumed {
  readonly path: string;
  readonly value: string;
}

export interface Loss {
  /** Mandatory elements without a value. */
  readonly missing: readonly string[];
  readonly lost: readonly Lost[];
  readonly rounded: readonly Rounded[];
  /** Elements that repeat in an order that the objects do not have. */
  readonly order: readonly string[];
  readonly assumed: readonly Assumed[];
}

/** What links an object with those of its message, and marks of this node: nothing of it is lost. */
const structural: ReadonlySet<string> = new Set(['skeletonIndicator', 'ociLineNumber', 'modularCheckNumber']);

export class Carriage {
  readonly #carried = new Set<DraftValue>();
  readonly #reasons = new Map<DraftValue, LossReason>();
  readonly #leftNodes = new Set<DraftNode>();
  readonly missing = new Set<string>();
  readonly order = new Set<string>();
  readonly rounded: Rounded[] = [];
  readonly assumed = new Map<string, Assumed>();

  carry(values: Iterable<DraftValue>): void {
    for (const value of values) this.#carried.add(value);
  }

  /** Values that are not written here; another element may have them. */
  leaveOut(values: Iterable<DraftValue>, reason: LossReason): void {
    for (const value of values) if (!this.#reasons.has(value)) this.#reasons.set(value, reason);
  }

  /** A node for which there is no more place. */
  leaveOutNode(node: DraftNode): void {
    this.#leftNodes.add(node);
  }

  assume(path: string, value: string): void {
    this.assumed.set(`${path} ${value}`, { path, value });
  }

  /** @param objects those whose values are compared with the message. */
  lossOf(gathered: Gathered, objects: ReadonlySet<DraftNode>, names: ModelNames): Loss {
    const lost: Lost[] = [];
    const seen = new Set<DraftNode>();
    const visit = (node: DraftNode, object: Iri, isLeft: boolean): void => {
      if (seen.has(node)) return;
      seen.add(node);
      for (const [property, values] of node.values)
        for (const value of values) {
          if (value.kind === 'node') {
            // What a message is written from is looked at by itself.
            if (gathered.uriOf(value.node) === undefined)
              visit(value.node, object, isLeft || this.#leftNodes.has(value.node));
            continue;
          }
          if (this.#carried.has(value) || structural.has(property)) continue;
          const { term } = value;
          const text = term.kind === 'iri' ? term.iri : term.text;
          const unread = term.kind === 'iri' ? gathered.left.get(text) : undefined;
          const reason = unread ?? this.#reasons.get(value) ?? (isLeft ? 'too-many' : 'no-element');
          lost.push({ object, property: names.iriOf(property), value: text, reason });
        }
    };
    for (const [object, node] of gathered.objects)
      if (objects.has(node)) visit(node, object, this.#leftNodes.has(node));
    for (const { uri, node } of gathered.events) visit(node, uri, this.#leftNodes.has(node));
    return {
      missing: [...this.missing],
      lost: lost.toSorted((one, other) => compareTexts(sortKey(one), sortKey(other))),
      rounded: this.rounded,
      order: [...this.order],
      assumed: [...this.assumed.values()],
    };
  }
}

const sortKey = ({ object, property, value }: Lost): string => `${object} ${property} ${value}`;

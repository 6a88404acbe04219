/**
 * Changes of copies that take back what a default graph may have: statements were deleted (M31, M68), or a variant is shown in
 * their place (M40). This node's own revisions and events never change.
 */
import type { AskableGraph } from '../../graph-kinds.js';
import { decisionOf, type ObjectGraphs, wasErased } from './object-graphs.js';

export class Retractions {
  /** The events of copies that were loaded: one that is received again may state less than before. */
  readonly #events = new Set<string>();

  onLoaded({ extent, events }: ObjectGraphs): void {
    if (extent === 'mirrored') for (const event of events) this.#events.add(event);
  }

  /** Whether only a new dataset is without what a change took back. */
  isRetracted(graph: string, { kind }: AskableGraph, textOf: (graph: string) => string): boolean {
    if (kind === 'copy-revision') return textOf(graph) === '' || wasErased(`${graph}/provenance`, textOf);
    if (kind === 'copy-variant') return !Number.isNaN(decisionOf(`${graph}/provenance`, textOf));
    if (kind === 'copy-variant-provenance') return !Number.isNaN(decisionOf(graph, textOf));
    if (kind !== 'copy-event') return false;
    const isKnown = this.#events.has(graph);
    this.#events.add(graph);
    return isKnown || textOf(graph) === '';
  }
}

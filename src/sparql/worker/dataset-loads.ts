/** The loads of a dataset: a slice reads a graph, and then the view loads it. */
import type { DatasetView } from './dataset-view.js';
import type { Step, StoreSlices } from './store-slices.js';

export class DatasetLoads {
  constructor(private readonly view: DatasetView) {}

  /** Makes a graph of the store a named graph; does nothing for a graph that has changed since. */
  setNamed(graph: string, slices: StoreSlices): Step {
    const text = slices.unchanged(graph);
    if (text === undefined) return undefined;
    return {
      characters: text.length,
      apply: () => {
        this.view.setGraph(graph, text);
      },
    };
  }

  dropNamed(graph: string): Step {
    return {
      characters: 0,
      apply: () => {
        this.view.setGraph(graph, '');
      },
    };
  }

  /** Adds a graph of the store to the default graph; does nothing for a graph that has changed since. */
  addToDefault(graph: string, slices: StoreSlices): Step {
    const text = slices.unchanged(graph);
    if (text === undefined) return undefined;
    return {
      characters: text.length,
      apply: () => {
        this.view.addToDefault(text);
      },
    };
  }

  replaceInDefault(before: string, after: string): Step {
    return {
      characters: before.length + after.length,
      apply: () => {
        this.view.replaceInDefault(before, after);
      },
    };
  }
}

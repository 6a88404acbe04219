/** The loads of a dataset: what was read of a graph in a slice, and what the view does with it after that. */
import type { DatasetView } from './dataset-view.js';
import type { Step, StoreSlices } from './store-slices.js';

export class DatasetLoads {
  constructor(private readonly view: DatasetView) {}

  /** Makes a graph of the store a named graph; nothing for one that was changed since. */
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

  /** Adds a graph of the store to the default graph; nothing for one that was changed since. */
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

import { expect } from 'chai';
import { DatasetView } from '../../../src/sparql/worker/dataset-view.js';
import { revision } from '../../store/support/open.js';
import { majorCollections, statements } from '../../support/engines.js';

const MIB = 2 ** 20;

describe('A view', () => {
  // Without an engine that grows in steps: some hundred collections.
  it('that grows large does not keep the garbage collector busy', async () => {
    const view = new DatasetView();
    const filling = await majorCollections(() => {
      for (let number = 1; number <= 20; number += 1) view.setGraph(revision('piece', number), statements(20_000));
      view.flush();
    });
    expect(view.memoryBytes).to.be.above(100 * MIB);
    expect(filling).to.be.below(30);
  });

  it('counts the memory of its statements, and not the room for queries', () => {
    const view = new DatasetView();
    view.setGraph(revision('piece', 1), statements(1000));
    view.flush();
    const { memoryBytes } = view;
    view.prepare(256 * MIB);
    expect(view.memoryBytes).to.equal(memoryBytes);
    view.setGraph(revision('piece', 2), statements(10_000));
    view.flush();
    expect(view.memoryBytes - memoryBytes).to.be.within(MIB, 8 * MIB);
  });
});

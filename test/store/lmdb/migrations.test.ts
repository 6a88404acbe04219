import { expect } from 'chai';
import { iri } from '../../../src/rdf/terms.js';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import { becoming, currentLayout, type Layout, type Migration, stepsFrom } from '../../../src/store/lmdb/migrations.js';
import { failure, withFolder } from '../support/open.js';

const base = iri('http://localhost:8080');
const step = (to: string, run: Migration['run'] = () => Promise.resolve()): Migration => ({ to, run });

describe('the format of the store', () => {
  const layout: Layout = {
    format: '3',
    migrations: new Map([
      ['1', step('2')],
      ['2', step('3')],
    ]),
  };

  it('has a migration from each earlier format to the present one', () => {
    expect(stepsFrom('1', layout)?.map(({ to }) => to)).to.deep.equal(['2', '3']);
    expect(stepsFrom('2', layout)?.map(({ to }) => to)).to.deep.equal(['3']);
    expect(stepsFrom('3', layout)).to.deep.equal([]);
    expect(stepsFrom('4', layout), 'a newer one').to.equal(undefined);
    expect(stepsFrom(undefined, layout)).to.equal(undefined);
    expect(stepsFrom('1', { format: '9', migrations: new Map([['1', step('1')]]) }), 'a circle').to.equal(undefined);
    expect(stepsFrom(currentLayout.format, currentLayout)).to.deep.equal([]);
  });

  it('is migrated once when the store is opened, with its data', () =>
    withFolder(async (folder) => {
      const options = { folder, base, feedLength: 10 };
      const graph = iri('http://localhost:8080/g');
      const text = '<http://a> <http://b> <http://c> .\n';
      const first = await LmdbFile.open(options);
      await first.write(1, [[{ graph, text, growth: 1, lookups: [] }]]);
      await first.close();
      let runs = 0;
      const count = (): Promise<void> => {
        runs += 1;
        return Promise.resolve();
      };
      const next: Layout = { format: '4', migrations: new Map([['3', step('4', count)]]) };
      for (let time = 0; time < 2; time += 1) {
        const disk = await LmdbFile.open({ ...options, layout: next });
        expect(disk.format).to.equal('4');
        expect([...disk.graphs()]).to.deep.equal([{ graph, text }]);
        await disk.close();
      }
      expect(runs).to.equal(1);
      // There is no way back: the older program says so.
      expect((await failure(LmdbFile.open(options))).message).to.contain('has format 4 and this program reads 3');
    }));

  it('is rejected by other releases during a migration, which is run again', () =>
    withFolder(async (folder) => {
      const options = { folder, base, feedLength: 10 };
      await (await LmdbFile.open(options)).close();
      let runs = 0;
      const fails = (): Promise<void> => {
        runs += 1;
        return runs === 1 ? Promise.reject(new Error('a step that fails')) : Promise.resolve();
      };
      const next = step('4', fails);
      const layout: Layout = { format: '4', migrations: new Map(['3', becoming('4')].map((from) => [from, next])) };
      expect((await failure(LmdbFile.open({ ...options, layout }))).message).to.contain('a step that fails');
      expect((await failure(LmdbFile.open(options))).message).to.contain('has format becoming 4');
      const disk = await LmdbFile.open({ ...options, layout });
      expect(disk.format).to.equal('4');
      await disk.close();
      expect(runs).to.equal(2);
    }));
});

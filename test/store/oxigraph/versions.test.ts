import { expect } from 'chai';
import { factory } from '../../../src/rdf/terms.js';
import { type EngineStore, startEngine } from '../../../src/store/oxigraph/engine.js';
import { MAX_VERSION, type StoreVersions } from '../../../src/store/oxigraph/versions.js';
import { Random, seeded } from '../../support/random.js';

const NAMES = ['a', 'b', 'c'];
const VERSIONS = 30;

const quad = (name: string): Parameters<EngineStore['delete']>[0] =>
  factory.quad(factory.namedNode('urn:s'), factory.namedNode('urn:p'), factory.namedNode(`urn:${name}`));

function opened(): { store: EngineStore; versions: StoreVersions; names: () => string[] } {
  const engine = startEngine();
  const store = engine.newStore();
  const versions = engine.versionsOf(store);
  if (versions === undefined) throw new Error('the engine has no versions');
  return { store, versions, names: () => NAMES.filter((name) => store.has(quad(name))) };
}

describe('The versions of a store', () => {
  it('are what was added and removed until then', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = new Random(seeded(seed));
      const { store, versions, names } = opened();
      const present = new Set<string>();
      const expected: string[][] = [];
      for (let version = 1; version <= VERSIONS; version += 1) {
        for (const name of NAMES.filter(() => random.chance(0.4))) {
          const isPresent = present.delete(name);
          versions.write(version, () => {
            if (isPresent) store.delete(quad(name));
            else store.update(`INSERT DATA { <urn:s> <urn:p> <urn:${name}> }`);
          });
          if (!isPresent) present.add(name);
        }
        expected.push([...present].sort());
      }
      for (let version = 1; version <= VERSIONS; version += 1) {
        expect(versions.read(version, names), `seed ${String(seed)}`).to.deep.equal(expected[version - 1]);
      }
      expect(names()).to.deep.equal(expected.at(-1));
    }
  });

  it('may be written out of order: the ranges of a statement are united', () => {
    const { store, versions, names } = opened();
    const write = (version: number, work: () => void): void => {
      versions.write(version, work);
    };
    const add = (): void => {
      store.update('INSERT DATA { <urn:s> <urn:p> <urn:a> }');
    };
    const remove = (): void => {
      store.delete(quad('a'));
    };
    write(10, add);
    write(20, remove);
    write(4, add);
    write(6, remove);
    write(15, add);
    const valid = Array.from({ length: 30 }, (_, version) => version).filter(
      (version) => versions.read(version, names).length > 0,
    );
    expect(valid).to.deep.equal([4, 5, ...Array.from({ length: 20 }, (_, index) => 10 + index)]);
    expect(versions.read(MAX_VERSION, names)).to.deep.equal(['a']);
  });

  it('of two stores of one engine are told apart', () => {
    const engine = startEngine();
    const [one, other] = [engine.newStore(), engine.newStore()];
    const [ofOne, ofOther] = [engine.versionsOf(one), engine.versionsOf(other)];
    const text = '<urn:s> <urn:p> <urn:a> .\n';
    ofOne?.write(5, () => {
      one.load(text, { format: 'application/n-triples' });
    });
    ofOther?.write(8, () => {
      other.load(text, { format: 'application/n-triples' });
    });
    expect(ofOne?.read(5, () => one.has(quad('a')))).to.equal(true);
    expect(ofOther?.read(7, () => other.has(quad('a')))).to.equal(false);
    expect(ofOther?.read(8, () => other.has(quad('a')))).to.equal(true);
  });

  it('are none of a store that was written to without them', () => {
    const engine = startEngine();
    const store = engine.newStore();
    store.update('INSERT DATA { <urn:s> <urn:p> <urn:a> }');
    expect(engine.versionsOf(store)).to.equal(undefined);
  });

  it('are refused where the engine does not count as expected, and reading goes on', () => {
    const { store, versions, names } = opened();
    const writeTwice = (): void => {
      versions.write(5, () => {
        store.update('INSERT DATA { <urn:s> <urn:p> <urn:a> }');
        store.update('INSERT DATA { <urn:s> <urn:p> <urn:b> }');
      });
    };
    expect(writeTwice).to.throw(TypeError, 'the engine made version 6 and not 5');
    expect(names()).to.deep.equal(['a', 'b']);
  });
});

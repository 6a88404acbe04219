import { expect } from 'chai';
import { figuresOf } from '../../bench/time-travel/archive.js';
import { generate } from '../../bench/time-travel/generator.js';
import { type Profile, profiles } from '../../bench/time-travel/profiles.js';
import { Random, seeded } from '../support/random.js';

const small: Profile = {
  resources: 10,
  versions: 12,
  hours: 24,
  first: 1_000,
  last: 1_200,
  changed: 0.05,
  staticCore: 900,
  changedResources: 4,
};

const generated = (profile: Profile, seed: number): ReturnType<typeof generate> =>
  generate(profile, new Random(seeded(seed)));

describe('the generator of archives (W45)', () => {
  it('makes the same archive from the same seed, and another one from another seed', () => {
    expect(generated(small, 1)).to.deep.equal(generated(small, 1));
    expect(generated(small, 1)).to.not.deep.equal(generated(small, 2));
  });

  it('has the published figures of BEAR-B-day', () => {
    const figures = figuresOf(generated(profiles['bear-b-day'], 1));
    expect(figures).to.include({ versions: 89, first: 33_502, last: 43_907 });
    expect(figures.changed).to.be.closeTo(0.01778, 0.0001);
    expect(figures.staticCore).to.be.within(32_448, 32_600);
  });

  it('has patterns that match 80 statements on average, as in BEAR-B', () => {
    const { first, patterns } = generated(profiles['bear-b-day'], 1);
    const matches = patterns.map(
      ({ property, value }) =>
        first.filter((one) => one.property === property && (value === undefined || one.value === value)).length,
    );
    expect(patterns.filter(({ value }) => value === undefined)).to.have.length(49);
    expect(patterns.filter(({ value }) => value !== undefined)).to.have.length(13);
    expect(matches.reduce((sum, count) => sum + count, 0) / matches.length).to.be.within(60, 100);
    expect(matches.every((count) => count > 0)).to.equal(true);
  });

  it('changes no more resources in a version than the profile says', () => {
    for (const { removed, added } of generated(small, 1).changes) {
      const changed = new Set([...removed, ...added].map(({ resource }) => resource));
      expect(changed.size).to.be.within(1, 4);
    }
  });

  it('removes only what is there, adds only what is not, and brings some of it back', () => {
    const { first, changes } = generated(small, 1);
    const keyOf = ({ resource, property, value }: (typeof first)[number]): string =>
      `${String(resource)} ${property} ${value}`;
    const present = new Set(first.map(keyOf));
    const removedOnce = new Set<string>();
    let returned = 0;
    expect(present.size).to.equal(first.length);
    for (const { removed, added } of changes) {
      for (const key of removed.map(keyOf)) {
        expect(present.delete(key), key).to.equal(true);
        removedOnce.add(key);
      }
      for (const key of added.map(keyOf)) {
        expect(present.has(key), key).to.equal(false);
        present.add(key);
        if (removedOnce.has(key)) returned += 1;
      }
    }
    expect(returned).to.be.greaterThan(0);
  });
});

/**
 * The figures of generated archives. Those of BEAR-B are published in Fernández, Umbrich, Polleres, Knuth: "Evaluating
 * query and storage strategies for RDF archives", Semantic Web 10 (2019), table 4 and section 4.2.2: the descriptions
 * of the 100 most volatile resources of DBpedia Live from August to October 2015. It does not publish how many
 * resources change in a version: `changedResources` is an assumption.
 */
export interface Profile {
  readonly resources: number;
  readonly versions: number;
  /** The interval between two versions. */
  readonly hours: number;
  /** The number of statements in the first and in the last version. */
  readonly first: number;
  readonly last: number;
  /** The mean share of two versions' statements that only one of them has. */
  readonly changed: number;
  /** The statements of the first version that stay. */
  readonly staticCore: number;
  /** The number of resources that change in a version. */
  readonly changedResources: number;
}

const bearB = { resources: 100, first: 33_502, last: 43_907 } as const;

export const profiles = {
  'bear-b-day': { ...bearB, versions: 89, hours: 24, changed: 0.01778, staticCore: 32_448, changedResources: 50 },
  'bear-b-hour': { ...bearB, versions: 1_299, hours: 1, changed: 0.00304, staticCore: 32_303, changedResources: 8 },
  /** To try the command. */
  small: {
    resources: 20,
    versions: 12,
    hours: 24,
    first: 2_000,
    last: 2_200,
    changed: 0.02,
    staticCore: 1_900,
    changedResources: 5,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

/** A year with a version each day (W34). */
export const year: Profile = {
  resources: 1_000,
  versions: 365,
  hours: 24,
  first: 44_000,
  last: 46_000,
  changed: 0.001,
  staticCore: 42_000,
  changedResources: 14,
};

/** For the small profile. */
export const smallYear: Profile = {
  ...year,
  resources: 20,
  first: 1_000,
  last: 1_100,
  staticCore: 900,
  changedResources: 1,
};

/**
 * The published medians over the versions of the mean of all patterns, in milliseconds, for BEAR-B-day: COBRA's raw
 * results, measured in process on 24 cores.
 */
export const publishedMedians: readonly (readonly [system: string, vm: number, dm: number, vq: number])[] = [
  ['OSTRICH', 0.12, 0.13, 0.17],
  ['COBRA', 0.49, 2, 1.1],
  ['HDT-IC', 0.09, 0.29, 6.3],
  ['HDT-CB', 0.36, 0.24, 0.7],
  ['Jena-IC', 1.3, 0.6, 60],
  ['Jena-CB', 2.3, 1.8, 12],
  ['Jena-TB', 1.4, 2.3, 154],
  ['Jena-CB/TB', 0.48, 0.47, 1.7],
];

/** What a mutation run and its workers say to each other. */

/** How often each mutant was reached. */
export type Hits = Record<string, number>;

export interface Order {
  readonly mutant: string | undefined;
  /** Full titles of the tests to run; all of the area without them. */
  readonly tests: readonly string[] | undefined;
  /** A mutant that is reached more often is taken to run for ever. */
  readonly hitLimit: number;
  /** Whether the first failure ends the run. */
  readonly bail: boolean;
  /** Milliseconds until a test has failed, by its full title. */
  readonly limits: Readonly<Record<string, number>>;
}

export interface Answer {
  readonly failures: { readonly title: string; readonly message: string }[];
  /** Milliseconds that each test took, by its full title. */
  readonly passed: Readonly<Record<string, number>>;
  /** Whether an error came from outside a test, which may be an earlier mutant's. */
  readonly isUncaught: boolean;
  readonly coverage: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };
}

/**
 * The specification as a table: each row is one statement with its section (or its decision), and a check that holds it
 * to a listening node. A failing row is named by what it stands for.
 */
import type { TestNodeOptions } from '../support/node.js';
import { TestContext } from '../support/world.js';

export interface Statement {
  /** Where it is said: a section of the specification with its rule, or the decision that fills a gap. */
  readonly section: string;
  /** What is said, in short words. */
  readonly statement: string;
  readonly holds: (world: TestContext) => Promise<void>;
}

/** Runs the statements of one part of the specification against one node. */
export function conformance(part: string, statements: readonly Statement[], options: TestNodeOptions = {}): void {
  describe(`Conformance: ${part}`, () => {
    let world: TestContext;
    before(async () => {
      world = await TestContext.start(options);
    });
    after(() => world.stop());
    for (const { section, statement, holds } of statements) {
      it(`${section}: ${statement}`, () => holds(world));
    }
  });
}

/** One row for each of several inputs that a statement covers. */
export function each<Input>(
  inputs: Readonly<Record<string, Input>>,
  row: (input: Input, name: string) => Statement,
): Statement[] {
  return Object.entries(inputs).map(([name, input]) => {
    const { section, statement, holds } = row(input, name);
    return { section, statement: `${statement}: ${name}`, holds };
  });
}

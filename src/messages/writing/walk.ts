/** Follows the steps of targets through objects, the way that reading made them (X84). */
import type { ModelNames } from '../mapping/model-names.js';
import type { Qualifier, Step, Target } from '../mapping/target.js';
import type { DraftNode, DraftTerm, DraftValue, TermValue } from '../reading/draft.js';

/** A node, and the values that led to it. */
export interface Found {
  readonly node: DraftNode;
  readonly trail: readonly DraftValue[];
}

/** A value, with the node that has it. */
export interface FoundTerm extends Found {
  readonly term: DraftTerm;
}

/** Where the rows of an element continue from, as in reading. */
export interface Scope {
  readonly class: string;
  readonly steps: readonly Step[];
  readonly found: Found;
  readonly above: Scope | undefined;
}

const CODE = 'code';

export class Walk {
  constructor(private readonly names: ModelNames) {}

  /** Where to begin, and the steps that remain; undefined if no scope begins like the target. */
  from(target: Target, scope: Scope): { readonly found: Found; readonly rest: readonly Step[] } | undefined {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.above) {
      const { steps, found } = at;
      if (at.class !== target.class || steps.length > target.steps.length) continue;
      if (steps.every(({ key }, index) => key === target.steps[index]?.key))
        return { found, rest: target.steps.slice(steps.length) };
    }
    return undefined;
  }

  /** The nodes at the end of some steps. */
  follow(founds: readonly Found[], steps: readonly Step[]): readonly Found[] {
    return steps.reduce<readonly Found[]>((at, step) => at.flatMap((found) => this.#step(found, step)), founds);
  }

  /** The values at the end of some steps; of a node of a code its code. */
  terms(founds: readonly Found[], steps: readonly Step[]): FoundTerm[] {
    const last = steps.at(-1);
    if (last === undefined) return [];
    const before = steps.at(-2);
    // A code of a list may stand where a message has the code alone.
    const isCode = last.class === 'CodeListElement' && last.property === CODE && before !== undefined;
    const holders = this.follow(founds, steps.slice(0, isCode ? -2 : -1));
    return holders.flatMap(({ node, trail }) =>
      node.of(isCode ? before.property : last.property).flatMap((value): FoundTerm[] => {
        if (value.kind === 'node') {
          const [code] = terms(value.node, CODE);
          return code === undefined ? [] : [{ node: value.node, term: code.term, trail: [...trail, value, code] }];
        }
        return isCode && value.term.kind !== 'iri' ? [] : [{ node, term: value.term, trail: [...trail, value] }];
      }),
    );
  }

  #step({ node, trail }: Found, { property, qualifiers }: Step): Found[] {
    return node.of(property).flatMap((value): Found[] => {
      if (value.kind === 'term') return [];
      const stated: DraftValue[] = [];
      for (const qualifier of qualifiers) {
        if (qualifier.value.kind === 'variable') continue;
        const saying = terms(value.node, qualifier.property).find(({ term }) => this.#isStated(term, qualifier.value));
        if (saying === undefined) return [];
        stated.push(saying);
      }
      return [{ node: value.node, trail: [...trail, value, ...stated] }];
    });
  }

  #isStated(term: DraftTerm, value: Qualifier['value']): boolean {
    switch (value.kind) {
      case 'text':
        return term.kind === 'literal' && term.text === value.text;
      case 'individual':
        return term.kind === 'iri' && term.iri === this.names.individual(value.name);
      case 'code':
        return term.kind === 'iri' && term.iri === this.names.code(value.list, value.code);
      case 'variable':
        return true;
    }
  }
}

/** The values of a property that are no nodes. */
export const terms = (node: DraftNode, property: string): TermValue[] =>
  node.of(property).filter((value) => value.kind === 'term');

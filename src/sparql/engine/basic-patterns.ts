/**
 * Basic graph patterns without blank nodes and paths: access conditions on each statement need a name for each of its
 * terms.
 */
import type { BgpPattern, Expression, FilterPattern, IriTerm, PropertyPath, Triple, VariableTerm } from 'sparqljs';
import { factory } from '../../rdf/terms.js';
import { isTerm } from '../../store/sparql.js';

/** A query whose meaning rewriting would change, or might change. The message advises the caller how to rephrase it. */
export class NotRewritable extends Error {
  override readonly name = 'NotRewritable';
}

/** A statement whose predicate is not a path. */
export interface PlainTriple {
  readonly subject: Triple['subject'];
  readonly predicate: IriTerm | VariableTerm;
  readonly object: Triple['object'];
}

/** An equivalent pattern with the same number of solutions. */
export interface PlainPattern {
  readonly triples: readonly PlainTriple[];
  readonly filters: readonly FilterPattern[];
}

const PATH_HINT =
  'a path with *, +, ? or ! cannot be limited to your access: write its steps, with / and ^, and | between properties';

/** Invents names that a query does not use. */
export class Names {
  #count = 0;
  readonly #prefix: string;

  /** @param taken the variables of the query. */
  constructor(taken: ReadonlySet<string>) {
    let prefix = 'v';
    while ([...taken].some((name) => name.startsWith(prefix))) prefix += 'v';
    this.#prefix = prefix;
  }

  next(): VariableTerm {
    this.#count += 1;
    return factory.variable(`${this.#prefix}${this.#count}`);
  }
}

export class BasicPatterns {
  /** The labels of blank nodes in the query. */
  readonly #labels = new Set<string>();
  #hasInvented = false;

  constructor(private readonly names: Names) {}

  /** Whether a solution has variables that its query does not name. */
  get hasInvented(): boolean {
    return this.#hasInvented;
  }

  /**
   * Replaces blank nodes by variables, and paths by statements.
   *
   * @throws NotRewritable
   */
  plain({ triples }: BgpPattern): PlainPattern {
    const found: PlainTriple[] = [];
    const filters: FilterPattern[] = [];
    const own = new Map<string, VariableTerm>();
    const variable = <Found extends Triple['object']>(term: Found): Found | VariableTerm => {
      if (term.termType !== 'BlankNode') return term;
      const variable = own.get(term.value) ?? this.#invent();
      own.set(term.value, variable);
      return variable;
    };
    const step = (
      subject: Triple['subject'],
      path: IriTerm | VariableTerm | PropertyPath,
      object: Triple['object'],
    ): void => {
      if (isTerm(path)) {
        found.push({ subject, predicate: path, object });
        return;
      }
      switch (path.pathType) {
        case '/': {
          let from = subject;
          for (const [index, item] of path.items.entries()) {
            const isLast = index === path.items.length - 1;
            const to = isLast ? object : this.#invent();
            step(from, item, to);
            // Only the last object may be a literal.
            if (to.termType !== 'Literal') from = to;
          }
          return;
        }
        case '^': {
          const [item] = path.items;
          if (item === undefined || object.termType === 'Literal') throw new NotRewritable(PATH_HINT);
          step(object, item, subject);
          return;
        }
        case '|': {
          const properties = path.items.filter((item): item is IriTerm => isTerm(item));
          const isPlain = properties.length === path.items.length;
          if (!isPlain || new Set(properties.map(({ value }) => value)).size < properties.length) {
            throw new NotRewritable(PATH_HINT);
          }
          const predicate = this.#invent();
          found.push({ subject, predicate, object });
          filters.push({ type: 'filter', expression: isOneOf(predicate, properties) });
          return;
        }
        case '*':
        case '+':
        case '?':
        case '!':
          throw new NotRewritable(PATH_HINT);
      }
    };
    for (const { subject, predicate, object } of triples) step(variable(subject), predicate, variable(object));
    this.#take(own.keys());
    return { triples: found, filters };
  }

  /** Checks a pattern that stays unchanged. @throws NotRewritable */
  keep({ triples }: BgpPattern): void {
    const terms = triples.flatMap(({ subject, object }) => [subject, object]);
    this.#take(new Set(terms.filter(({ termType }) => termType === 'BlankNode').map(({ value }) => value)));
  }

  #take(labels: Iterable<string>): void {
    for (const label of labels) {
      if (this.#labels.has(label)) throw new NotRewritable('use each label of a blank node in one pattern only');
      this.#labels.add(label);
    }
  }

  #invent(): VariableTerm {
    this.#hasInvented = true;
    return this.names.next();
  }
}

/**
 * Accepts only paths whose steps are statements: each step then matches a statement of the graph.
 *
 * @throws NotRewritable
 */
export function assertFixedPaths({ triples }: BgpPattern): void {
  for (const { predicate } of triples) if (!isFixed(predicate)) throw new NotRewritable(PATH_HINT);
}

export const isFixed = (path: IriTerm | VariableTerm | PropertyPath): boolean =>
  isTerm(path) || (['/', '^', '|'].includes(path.pathType) && path.items.every(isFixed));

const isOneOf = (variable: VariableTerm, terms: readonly IriTerm[]): Expression => ({
  type: 'operation',
  operator: 'in',
  args: [variable, [...terms]],
});

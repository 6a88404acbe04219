/**
 * Proves that a query reads only what its caller may see. The proof inspects the parsed result, whatever code wrote the
 * conditions. A pattern that reads a graph must begin a group, and the next patterns of this group must be its
 * conditions. A variable of a condition occurs nowhere else, so that nothing outside can bind it. Names with a special
 * meaning to an engine are not allowed (engine-names.ts).
 */
import type { BgpPattern, FilterPattern, Pattern, SparqlQuery, Triple, VariableTerm } from 'sparqljs';
import { isTerm } from '../../store/sparql.js';
import { AccessConditions, type GraphName, type ScopedCaller } from './access-conditions.js';
import { isFixed, Names } from './basic-patterns.js';
import { engineNameIn, isCast } from './engine-names.js';
import { isSameShape, namesIn, occurrencesIn } from './syntax-trees.js';

/** @throws TypeError for a pattern that reads graphs without its condition, and for an engine's special name. */
export function assertLimited(query: SparqlQuery, caller: ScopedCaller): void {
  new LimitProof(query, caller).assert();
}

class LimitProof {
  readonly #occurrences: ReadonlyMap<string, number>;
  readonly #names: Names;
  readonly #conditions: AccessConditions;
  /** The variables of the expected condition. */
  #expected = new Set<string>();

  constructor(
    private readonly query: SparqlQuery,
    caller: ScopedCaller,
  ) {
    this.#occurrences = occurrencesIn(query);
    this.#names = new Names(new Set(this.#occurrences.keys()));
    this.#conditions = new AccessConditions(caller, () => this.#next());
  }

  assert(): void {
    const { query } = this;
    if (engineNameIn(query) !== undefined) throw unlimited();
    if (query.type !== 'query' || !('where' in query)) throw unlimited();
    const { where = [], ...rest } = query;
    const [body, reached, ...more] = where;
    this.#expected = new Set();
    if (body?.type !== 'group' || more.length > 0) throw unlimited();
    if (!this.#isCondition(reached, this.#conditions.reached(), new Set())) throw unlimited();
    this.#check(body);
    this.#check(rest);
  }

  #check(tree: unknown): void {
    if (typeof tree !== 'object' || tree === null || isTerm(tree)) return;
    if (isGroup(tree) && this.#isLimited(tree.patterns)) return;
    if ('type' in tree && tree.type === 'functionCall' && !isCallOfCast(tree)) throw unlimited();
    if ('type' in tree && (tree.type === 'bgp' || tree.type === 'graph' || tree.type === 'service')) throw unlimited();
    for (const branch of Object.values(tree)) this.#check(branch);
  }

  #isLimited([first, ...rest]: readonly Pattern[]): boolean {
    if (first?.type === 'bgp') return this.#isVisible(first, rest);
    if (first?.type !== 'graph') return false;
    const [pattern, ...others] = first.patterns;
    if (pattern?.type !== 'bgp' || others.length > 0) return false;
    return this.#isReadable(first.name, pattern, rest);
  }

  /** Statements of the default graph: only variables and terms, without paths, and a condition for each statement. */
  #isVisible({ triples }: BgpPattern, rest: readonly Pattern[]): boolean {
    const [filters, conditions] = [rest.slice(0, -triples.length), rest.slice(-triples.length)];
    if (triples.length === 0) return false;
    for (const each of filters) this.#check(each);
    return triples.every((triple, index) => {
      if (!isTerm(triple.predicate) || hasBlankNode(triple)) return false;
      this.#expected = new Set();
      return this.#isCondition(conditions[index], this.#conditions.visible(triple), namesIn(triple));
    });
  }

  /**
   * Statements of a named graph. A path that can have zero steps may match no statement, and then binds no graph name.
   */
  #isReadable(name: GraphName, { triples }: BgpPattern, rest: readonly Pattern[]): boolean {
    if (triples.length === 0) return false;
    if (name.termType === 'Variable' && !triples.every(({ predicate }) => isFixed(predicate))) return false;
    this.#expected = new Set();
    const expected = this.#conditions.readable(name);
    return (
      rest.length === expected.length &&
      expected.every((condition, index) => this.#isCondition(rest[index], condition, namesIn(name)))
    );
  }

  /** @param own the variables that the condition tests. */
  #isCondition(found: Pattern | undefined, expected: FilterPattern, own: ReadonlySet<string>): boolean {
    const occurrences = occurrencesIn(found);
    const invented = new Set([...occurrences.keys()].filter((name) => !own.has(name)));
    const isAlone = [...invented].every((name) => occurrences.get(name) === this.#occurrences.get(name));
    return isAlone && isSameShape([found, invented], [expected, this.#expected]);
  }

  #next(): VariableTerm {
    const variable = this.#names.next();
    this.#expected.add(variable.value);
    return variable;
  }
}

const isGroup = (tree: object): tree is { readonly patterns: readonly Pattern[] } =>
  'type' in tree && tree.type === 'group' && 'patterns' in tree && Array.isArray(tree.patterns);

const isCallOfCast = (call: object): boolean => {
  const name = 'function' in call ? call.function : undefined;
  return typeof name === 'object' && name !== null && isTerm(name) && isCast(name.value);
};

const hasBlankNode = ({ subject, object }: Triple): boolean =>
  subject.termType === 'BlankNode' || object.termType === 'BlankNode';

const unlimited = (): TypeError => new TypeError('a pattern of a query is not limited to what its caller may see');

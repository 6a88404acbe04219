/** The patterns and expressions of a query with the conditions of its caller (scoped-query.ts). */
import type {
  BgpPattern,
  Expression,
  FilterPattern,
  GraphPattern,
  GroupPattern,
  OperationExpression,
  Pattern,
  SelectQuery,
  Triple,
} from 'sparqljs';
import { factory, type Iri, node } from '../../rdf/terms.js';
import { xsd } from '../../rdf/vocabulary.js';
import { isTerm } from '../../store/sparql.js';
import { BasicPatterns, Names, NotRewritable } from './basic-patterns.js';
import { ACCESS, OF } from './permission-graph.js';
import { CURRENT, DEFAULT_DATASET, HAS_SEQUENCE, IN_DATASET, PROJECTION } from './projection-state.js';

/** Statements with conditions, each of which makes a query longer by 500 characters. */
const MAX_STATEMENTS = 40;

/** Who asks, by the names of the permission graph. */
export interface ScopedCaller {
  /** The caller, and every caller with a valid token. */
  readonly agents: readonly Iri[];
  /** The predicates between groups and agents that give access now. */
  readonly predicates: readonly Iri[];
  /** The commit as of which its access was determined. */
  readonly sequence: number;
}

/** What patterns are matched with: the default graph, or the graph that a GRAPH around them names. */
type ActiveGraph = 'default' | 'named';

type GraphName = GraphPattern['name'];

const filter = (expression: Expression): FilterPattern => ({ type: 'filter', expression });
const exists = (patterns: [Pattern, ...Pattern[]]): OperationExpression => ({
  type: 'operation',
  operator: 'exists',
  // The parser puts several patterns into a group.
  args: patterns.length === 1 ? [patterns[0]] : [{ type: 'group', patterns }],
});

export class PatternScope {
  readonly #names: Names;
  readonly #basic: BasicPatterns;
  /** The patterns that read graphs and are limited to what the caller may see, or belong to such a limit. */
  readonly #scoped = new WeakSet<object>();
  #namesAll = false;
  #statements = 0;

  /** @param taken the names of the variables of the query. */
  constructor(
    private readonly caller: ScopedCaller,
    taken: ReadonlySet<string>,
  ) {
    this.#names = new Names(taken);
    this.#basic = new BasicPatterns(this.#names);
  }

  /** @throws NotRewritable when the query asks for all variables, and rewriting has added some. */
  assertNames(): void {
    if (this.#namesAll && this.#basic.hasInvented) {
      throw new NotRewritable('name the variables in place of *, or write no [], _: and paths');
    }
  }

  /** @throws TypeError for a tree with a pattern that reads graphs and has not been through here. */
  assertScoped(tree: unknown): void {
    if (typeof tree !== 'object' || tree === null || isTerm(tree)) return;
    const type = 'type' in tree ? tree.type : undefined;
    if ((type === 'bgp' || type === 'graph' || type === 'service') && !this.#scoped.has(tree)) {
      throw new TypeError('a pattern of a query is not limited to what its caller may see');
    }
    for (const branch of Object.values(tree)) this.assertScoped(branch);
  }

  /** A SELECT without its WHERE. */
  modifiers(query: SelectQuery, active: ActiveGraph): SelectQuery {
    const { variables, group, having, order } = query;
    const items: SelectQuery['variables'] = isWildcard(variables)
      ? variables
      : variables.map((item) =>
          isTerm(item) ? item : { ...item, expression: this.#expression(item.expression, active) },
        );
    if (isWildcard(variables)) this.#namesAll = true;
    return {
      ...query,
      variables: items,
      ...(group && { group: group.map((key) => ({ ...key, expression: this.#expression(key.expression, active) })) }),
      ...(having && { having: [all(having.map((each) => this.#expression(each, active)))] }),
      ...(order && { order: order.map((key) => ({ ...key, expression: this.#expression(key.expression, active) })) }),
    };
  }

  /**
   * The patterns of WHERE. Without any solution while the engine is as of a commit before `sequence`: its permissions could be
   * those of before a withdrawal, such as when a request of a process arrives late that no longer feeds the engine.
   */
  where(patterns: readonly Pattern[]): Pattern[] {
    const position = this.#names.next();
    const least = factory.literal(String(this.caller.sequence), xsd.integer);
    const state = { subject: node(PROJECTION), predicate: node(HAS_SEQUENCE), object: position };
    const isReached = filter({ type: 'operation', operator: '>=', args: [position, least] });
    return [
      { type: 'group', patterns: this.patterns(patterns, 'default') },
      filter(exists([this.#in(node(PROJECTION), state), isReached])),
    ];
  }

  patterns(patterns: readonly Pattern[], active: ActiveGraph): Pattern[] {
    return patterns.map((pattern) => this.#pattern(pattern, active));
  }

  #pattern(pattern: Pattern, active: ActiveGraph): Pattern {
    switch (pattern.type) {
      case 'bgp':
        return active === 'default' ? this.#basicPattern(pattern) : this.#mark(pattern);
      case 'graph':
        if (active === 'named') throw new NotRewritable('write no GRAPH within a GRAPH');
        return this.#graphPattern(pattern);
      case 'optional':
      case 'union':
      case 'group':
      case 'minus':
        return { ...pattern, patterns: this.patterns(pattern.patterns, active) };
      case 'filter':
      case 'bind':
        return { ...pattern, expression: this.#expression(pattern.expression, active) };
      case 'values':
        assertRows(pattern.values);
        return pattern;
      case 'query':
        assertRows(pattern.values);
        return { ...this.modifiers(pattern, active), where: this.patterns(pattern.where ?? [], active) };
      case 'service':
        throw new NotRewritable('write no SERVICE');
    }
  }

  #basicPattern(pattern: BgpPattern): Pattern {
    const { triples, filters } = this.#basic.plain(pattern);
    this.#count(triples.length);
    const conditions = triples.map((triple) => filter(this.#isVisible({ ...triple })));
    const bgp = this.#mark<BgpPattern>({ type: 'bgp', triples: triples.map((triple) => ({ ...triple })) });
    return { type: 'group', patterns: [bgp, ...filters, ...conditions] };
  }

  #graphPattern(pattern: GraphPattern): GroupPattern {
    this.#count(1);
    const graph = this.#mark({ ...pattern, patterns: this.patterns(pattern.patterns, 'named') });
    return { type: 'group', patterns: [graph, filter(this.#isReadable(pattern.name))] };
  }

  #count(statements: number): void {
    this.#statements += statements;
    if (this.#statements > MAX_STATEMENTS) {
      throw new NotRewritable(`ask with at most ${MAX_STATEMENTS} statements outside of GRAPH`);
    }
  }

  /** That a statement of the default graph is in one of its graphs that the caller may read. */
  #isVisible(triple: Triple): OperationExpression {
    const graph = this.#names.next();
    return exists([
      this.#in(graph, triple),
      filter(
        exists([
          this.#in(node(CURRENT), { subject: graph, predicate: node(IN_DATASET), object: node(DEFAULT_DATASET) }),
        ]),
      ),
      filter(this.#isReadable(graph)),
    ]);
  }

  /** That the caller may read a graph. No other graph is there, whatever the engine holds. */
  #isReadable(graph: GraphName): OperationExpression {
    const [group, predicate, agent] = [this.#names.next(), this.#names.next(), this.#names.next()];
    const { agents, predicates } = this.caller;
    const isOneOf = (variable: typeof agent, names: readonly Iri[]): FilterPattern =>
      filter({ type: 'operation', operator: 'in', args: [variable, names.map(node)] });
    return exists([
      this.#in(node(ACCESS), { subject: graph, predicate: node(OF), object: group }),
      filter(
        exists([
          this.#in(node(ACCESS), { subject: group, predicate, object: agent }),
          isOneOf(predicate, predicates),
          isOneOf(agent, agents),
        ]),
      ),
    ]);
  }

  /** One statement of a named graph. */
  #in(name: GraphName, triple: Triple): GraphPattern {
    const bgp = this.#mark<BgpPattern>({ type: 'bgp', triples: [triple] });
    return this.#mark<GraphPattern>({ type: 'graph', patterns: [bgp], name });
  }

  #expression(expression: Expression, active: ActiveGraph): Expression {
    if (Array.isArray(expression)) return expression.map((each) => this.#expression(each, active));
    if (isTerm(expression)) return expression;
    switch (expression.type) {
      case 'functionCall':
        return { ...expression, args: expression.args.map((each) => this.#expression(each, active)) };
      case 'aggregate': {
        const { expression: of, distinct = false } = expression;
        if ('termType' in of && of.termType === 'Wildcard') {
          if (distinct) this.#namesAll = true;
          return expression;
        }
        return { ...expression, expression: this.#expression(of, active) };
      }
      case 'operation':
        return { ...expression, args: expression.args.map((argument) => this.#argument(argument, active)) };
    }
  }

  /** EXISTS and NOT EXISTS have a pattern as an argument. */
  #argument(argument: Expression | Pattern, active: ActiveGraph): Expression | Pattern {
    return isPattern(argument) ? this.#pattern(argument, active) : this.#expression(argument, active);
  }

  #mark<Found extends object>(pattern: Found): Found {
    this.#scoped.add(pattern);
    return pattern;
  }
}

/** The generator takes the variables of VALUES from its rows. @throws NotRewritable where there are none */
export function assertRows(values: readonly object[] | undefined): void {
  if (values?.length === 0) throw new NotRewritable('write VALUES with a row');
}

/** Several conditions of HAVING as one: the generator writes them without brackets. */
const all = (conditions: readonly Expression[]): Expression =>
  conditions.reduce((one, other) => ({ type: 'operation', operator: '&&', args: [one, other] }));

const patternTypes = new Set(['bgp', 'graph', 'optional', 'union', 'group', 'minus', 'filter', 'bind', 'values', 'query', 'service']); // prettier-ignore

const isPattern = (value: Expression | Pattern): value is Pattern =>
  !Array.isArray(value) && !isTerm(value) && patternTypes.has(value.type);

const isWildcard = (
  variables: SelectQuery['variables'],
): variables is Extract<SelectQuery['variables'], [{ termType: 'Wildcard' }]> =>
  variables.some((item) => 'termType' in item && item.termType === 'Wildcard');

/** Adds the access conditions of the caller to the patterns and expressions of a query (scoped-query.ts). */
import type { BgpPattern, Expression, GraphPattern, IriTerm, Pattern, SelectQuery } from 'sparqljs';
import { isTerm } from '../../store/sparql.js';
import { AccessConditions, type GraphName, type ScopedCaller } from './access-conditions.js';
import { assertFixedPaths, BasicPatterns, Names, NotRewritable } from './basic-patterns.js';
import { isCast } from './engine-names.js';

/** The maximum number of statements and graphs with conditions. Each condition adds 500 characters to the query. */
const MAX_CONDITIONS = 40;

const STATEMENTS_HINT = 'begin each group in GRAPH with statements, and write SELECT around GRAPH';

/** The graph that patterns are matched with: the default graph, or the graph of the enclosing GRAPH. */
type ActiveGraph = GraphName | 'default';

export class PatternScope {
  readonly #basic: BasicPatterns;
  readonly #conditions: AccessConditions;
  #namesAll = false;
  #count = 0;

  /** @param taken the names of the query's variables. */
  constructor(caller: ScopedCaller, taken: ReadonlySet<string>) {
    const names = new Names(taken);
    this.#basic = new BasicPatterns(names);
    this.#conditions = new AccessConditions(caller, () => names.next());
  }

  /** @throws NotRewritable if the query selects all variables and rewriting has added some. */
  assertNames(): void {
    if (this.#namesAll && this.#basic.hasInvented) {
      throw new NotRewritable('name the variables in place of *, or write no [], _: and paths');
    }
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

  /** The patterns of WHERE. They have no solution while the engine's permissions are older than the caller's access. */
  where(patterns: readonly Pattern[]): Pattern[] {
    return [{ type: 'group', patterns: this.patterns(patterns, 'default') }, this.#conditions.reached()];
  }

  patterns(patterns: readonly Pattern[], active: ActiveGraph): Pattern[] {
    return patterns.map((pattern) => this.#pattern(pattern, active));
  }

  #pattern(pattern: Pattern, active: ActiveGraph): Pattern {
    switch (pattern.type) {
      case 'bgp':
        return active === 'default' ? this.#basicPattern(pattern) : this.#namedPattern(pattern, active);
      case 'graph':
        if (active !== 'default') throw new NotRewritable('remove GRAPH within a GRAPH');
        return this.#graphPattern(pattern);
      case 'union':
        for (const branch of pattern.patterns) if (branch.type !== 'group') assertMatched([branch], active);
        return { ...pattern, patterns: this.patterns(pattern.patterns, active) };
      case 'optional':
      case 'group':
        assertMatched(pattern.patterns, active);
        return { ...pattern, patterns: this.patterns(pattern.patterns, active) };
      case 'minus':
        if (isVariable(active)) throw new NotRewritable('write MINUS outside of a GRAPH with a variable');
        return { ...pattern, patterns: this.patterns(pattern.patterns, active) };
      case 'filter':
      case 'bind':
        return { ...pattern, expression: this.#expression(pattern.expression, active) };
      case 'values':
        assertRows(pattern.values);
        return pattern;
      case 'query':
        // Its variables differ from those with the same names outside.
        if (isVariable(active)) throw new NotRewritable('write SELECT around a GRAPH with a variable');
        assertRows(pattern.values);
        return { ...this.modifiers(pattern, active), where: this.patterns(pattern.where ?? [], active) };
      case 'service':
        throw new NotRewritable('remove SERVICE');
    }
  }

  #basicPattern(pattern: BgpPattern): Pattern {
    const { triples, filters } = this.#basic.plain(pattern);
    this.#limit(triples.length);
    const conditions = triples.map((triple) => this.#conditions.visible({ ...triple }));
    const bgp: BgpPattern = { type: 'bgp', triples: triples.map((triple) => ({ ...triple })) };
    return { type: 'group', patterns: [bgp, ...filters, ...conditions] };
  }

  /**
   * Statements of a named graph, with their own condition: it does not depend on other bindings of the graph's name.
   */
  #namedPattern(pattern: BgpPattern, name: GraphName): Pattern {
    if (pattern.triples.length === 0) return pattern;
    if (isVariable(name)) assertFixedPaths(pattern);
    this.#basic.keep(pattern);
    this.#limit(1);
    const graph: GraphPattern = { type: 'graph', name, patterns: [pattern] };
    return { type: 'group', patterns: [graph, ...this.#conditions.readable(name)] };
  }

  /** Writes GRAPH around each basic pattern in it. */
  #graphPattern({ name, patterns }: GraphPattern): Pattern {
    assertMatched(patterns, name);
    // A query about a graph that does not exist finds nothing.
    if (!isVariable(name) && !patterns.some(hasStatements)) throw new NotRewritable(STATEMENTS_HINT);
    const scoped = this.patterns(patterns, name);
    // A single pattern has no group, as the parser reads it within UNION and EXISTS.
    return scoped.length === 1 && scoped[0] !== undefined ? scoped[0] : { type: 'group', patterns: scoped };
  }

  #limit(conditions: number): void {
    this.#count += conditions;
    if (this.#count > MAX_CONDITIONS) {
      throw new NotRewritable(`use at most ${MAX_CONDITIONS} statements`);
    }
  }

  #expression(expression: Expression, active: ActiveGraph): Expression {
    if (Array.isArray(expression)) return expression.map((each) => this.#expression(each, active));
    if (isTerm(expression)) return expression;
    switch (expression.type) {
      case 'functionCall':
        assertCast(expression.function);
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
    if (!isPattern(argument)) return this.#expression(argument, active);
    if (argument.type !== 'group') assertMatched([argument], active);
    return this.#pattern(argument, active);
  }
}

const isVariable = (active: ActiveGraph): boolean => active !== 'default' && active.termType === 'Variable';

const hasStatements = (pattern: Pattern | undefined): boolean => pattern?.type === 'bgp' && pattern.triples.length > 0;

/**
 * Within GRAPH with a variable, statements bind the variable: a group must have them before anything that depends on
 * them.
 *
 * @throws NotRewritable
 */
function assertMatched(patterns: readonly Pattern[], active: ActiveGraph): void {
  if (!isVariable(active)) return;
  const first = patterns.find(({ type }) => type !== 'values' && type !== 'filter');
  // In a group and in a union, each inner group is checked.
  if (hasStatements(first) || first?.type === 'group' || first?.type === 'union') return;
  throw new NotRewritable(STATEMENTS_HINT);
}

/** @throws NotRewritable for an engine's own function */
function assertCast(name: string | IriTerm): void {
  if (!isCast(typeof name === 'string' ? name : name.value)) {
    throw new NotRewritable('use the functions of SPARQL, and of those with an IRI its casts');
  }
}

/** The generator takes the variables of VALUES from its rows. @throws NotRewritable if there are none */
export function assertRows(values: readonly object[] | undefined): void {
  if (values?.length === 0) throw new NotRewritable('write VALUES with a row');
}

/** Combines several conditions of HAVING: the generator writes them without brackets. */
const all = (conditions: readonly Expression[]): Expression =>
  conditions.reduce((one, other) => ({ type: 'operation', operator: '&&', args: [one, other] }));

const patternTypes = new Set(['bgp', 'graph', 'optional', 'union', 'group', 'minus', 'filter', 'bind', 'values', 'query', 'service']); // prettier-ignore

const isPattern = (value: Expression | Pattern): value is Pattern =>
  !Array.isArray(value) && !isTerm(value) && patternTypes.has(value.type);

const isWildcard = (
  variables: SelectQuery['variables'],
): variables is Extract<SelectQuery['variables'], [{ termType: 'Wildcard' }]> =>
  variables.some((item) => 'termType' in item && item.termType === 'Wildcard');

/**
 * The access conditions of a caller on the patterns of its query (scoped-query.ts). They are nested, so that each is a
 * lookup by an already bound term. Three patterns joined in one EXISTS would make Oxigraph, one of two engines, read
 * the whole permission graph for every solution.
 */
import type {
  Expression,
  FilterPattern,
  GraphPattern,
  OperationExpression,
  Pattern,
  Triple,
  VariableTerm,
} from 'sparqljs';
import { factory, type Iri, node } from '../../rdf/terms.js';
import { xsd } from '../../rdf/vocabulary.js';
import { ACCESS, OF } from './permission-graph.js';
import { CURRENT, DEFAULT_DATASET, HAS_SEQUENCE, IN_DATASET, PROJECTION } from './projection-state.js';

/** The caller of a query, by its names in the permission graph. */
export interface ScopedCaller {
  /** The names for the caller itself and for every caller with a valid token. */
  readonly agents: readonly Iri[];
  /** The predicates between groups and agents that grant access now. */
  readonly predicates: readonly Iri[];
  /** The commit at which its access was determined. */
  readonly sequence: number;
}

export type GraphName = GraphPattern['name'];

const filter = (expression: Expression): FilterPattern => ({ type: 'filter', expression });
const exists = (patterns: [Pattern, ...Pattern[]]): OperationExpression => ({
  type: 'operation',
  operator: 'exists',
  // The parser puts several patterns into a group.
  args: patterns.length === 1 ? [patterns[0]] : [{ type: 'group', patterns }],
});
/** One statement of a named graph. */
const inGraph = (name: GraphName, triple: Triple): GraphPattern => ({
  type: 'graph',
  patterns: [{ type: 'bgp', triples: [triple] }],
  name,
});

export class AccessConditions {
  /** @param next invents the name of an unused variable. */
  constructor(
    private readonly caller: ScopedCaller,
    private readonly next: () => VariableTerm,
  ) {}

  /**
   * The engine has reached commit `sequence`. Otherwise its permissions could predate a withdrawal, for example when a
   * late request arrives from a process that no longer feeds the engine.
   */
  reached(): FilterPattern {
    const position = this.next();
    const least = factory.literal(String(this.caller.sequence), xsd.integer);
    const state = { subject: node(PROJECTION), predicate: node(HAS_SEQUENCE), object: position };
    const isReached = filter({ type: 'operation', operator: '>=', args: [position, least] });
    return filter(exists([inGraph(node(PROJECTION), state), isReached]));
  }

  /** A statement of the default graph is also in one of its graphs that the caller may read. */
  visible(triple: Triple): FilterPattern {
    const graph = this.next();
    const current = { subject: graph, predicate: node(IN_DATASET), object: node(DEFAULT_DATASET) };
    return filter(
      exists([inGraph(graph, { ...triple }), filter(exists([inGraph(node(CURRENT), current)])), this.#readable(graph)]),
    );
  }

  /** A graph has a name and the caller may read it. No other graph exists for the query. */
  readable(name: GraphName): FilterPattern[] {
    const isReadable = this.#readable(name);
    if (name.termType !== 'Variable') return [isReadable];
    return [filter({ type: 'operation', operator: 'bound', args: [name] }), isReadable];
  }

  #readable(graph: GraphName): FilterPattern {
    const [group, predicate, agent] = [this.next(), this.next(), this.next()];
    const { agents, predicates } = this.caller;
    const isOneOf = (variable: VariableTerm, names: readonly Iri[]): FilterPattern =>
      filter({ type: 'operation', operator: 'in', args: [variable, names.map(node)] });
    return filter(
      exists([
        inGraph(node(ACCESS), { subject: graph, predicate: node(OF), object: group }),
        filter(
          exists([
            inGraph(node(ACCESS), { subject: group, predicate, object: agent }),
            isOneOf(predicate, predicates),
            isOneOf(agent, agents),
          ]),
        ),
      ]),
    );
  }
}

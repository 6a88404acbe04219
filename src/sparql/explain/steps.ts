/** The patterns of a query in the order of its text, with the variables that join them. */
import type { Expression, Pattern, SelectQuery, SparqlQuery, Triple } from 'sparqljs';
import { Parser } from '../../bundled/sparqljs.js';
import { Compaction, type Prefixes } from '../../rdf/prefixes.js';
import { factory, type Iri } from '../../rdf/terms.js';
import { isTerm } from '../../store/sparql.js';
import { nestingOf } from '../query/nesting.js';
import type { QueryStep } from './schema.js';

/** Longer and deeper queries would block the main thread for too long. */
const MAX_LENGTH = 16 * 1024;
const MAX_DEPTH = 16;
/** The maximum length of a step's text. */
const MAX_TEXT = 500;

export interface QuerySteps {
  /** Undefined for a query that could not be analysed. */
  readonly steps: readonly QueryStep[] | undefined;
  /** Pairs of patterns without a common variable. */
  readonly products: readonly (readonly [string, string])[];
}

export interface StepOptions {
  readonly prefixes: Prefixes;
  readonly base: Iri;
}

/** @param text a valid query. */
export function stepsOf(text: string, { prefixes, base }: StepOptions): QuerySteps {
  if (text.length > MAX_LENGTH || nestingOf(text) > MAX_DEPTH) return { steps: undefined, products: [] };
  let tree: SparqlQuery;
  try {
    tree = new Parser({ prefixes: { ...prefixes }, baseIRI: `${base}/`, factory }).parse(text);
  } catch {
    // The parser refuses some valid queries; its errors have no type of their own.
    return { steps: undefined, products: [] };
  }
  if (tree.type === 'update') return { steps: undefined, products: [] };
  const walk = new StepWalk(new Compaction(prefixes));
  walk.query(tree.where ?? [], tree);
  return walk;
}

type Operator = QueryStep['operator'];

class StepWalk implements QuerySteps {
  readonly steps: QueryStep[] = [];
  readonly products: (readonly [string, string])[] = [];

  constructor(private readonly compaction: Compaction) {}

  query(where: readonly Pattern[], tree: SparqlQuery, depth = 0): ReadonlySet<string> {
    const names = this.#group(where, depth, new Set(), undefined);
    if ('group' in tree && tree.group !== undefined) this.#add('group', depth, { of: tree.group });
    if ('having' in tree && tree.having !== undefined) this.#add('filter', depth, { of: tree.having });
    if ('order' in tree && tree.order !== undefined) this.#add('order', depth, { of: tree.order });
    return names;
  }

  /**
   * @param bound the variables that the patterns before the group bind.
   * @returns the variables of the group.
   */
  #group(
    patterns: readonly Pattern[],
    depth: number,
    bound: ReadonlySet<string>,
    graph: string | undefined,
  ): ReadonlySet<string> {
    const known = new Set(bound);
    const parts: Part[] = [];
    const add = (name: string, variables: ReadonlySet<string>, isJoined = true): void => {
      for (const variable of variables) known.add(variable);
      if (isJoined && variables.size > 0) parts.push({ name, variables });
    };
    for (const pattern of patterns) {
      switch (pattern.type) {
        case 'bgp':
          for (const triple of pattern.triples) {
            const text = this.#triple(triple);
            const variables = variablesOf(triple);
            this.#add('match', depth, { text, joins: common(variables, known), graph });
            add(text, variables);
          }
          break;
        case 'graph': {
          const name = this.#term(pattern.name);
          const own = variablesOf(pattern.name);
          this.#add('graph', depth, { text: name, joins: common(own, known) });
          const inner = this.#group(pattern.patterns, depth + 1, known, name);
          add(`GRAPH ${name}`, new Set([...own, ...inner]));
          break;
        }
        case 'optional':
        case 'minus':
          this.#add(pattern.type, depth, { joins: common(variablesOf(pattern.patterns), known) });
          add(pattern.type, this.#group(pattern.patterns, depth + 1, known, graph), false);
          break;
        case 'union':
        case 'group':
        case 'service': {
          if (pattern.type === 'union') this.#add('union', depth, { joins: common(variablesOf(pattern), known) });
          const inner = pattern.patterns.map((branch) =>
            this.#group([branch].flatMap(unwrapped), depth + 1, known, graph),
          );
          add(pattern.type, new Set(inner.flatMap((each) => [...each])));
          break;
        }
        case 'filter':
          this.#filter(pattern.expression, depth, known, graph);
          break;
        case 'bind':
          this.#add('bind', depth, { of: pattern.expression, text: this.#term(pattern.variable) });
          add('BIND', variablesOf(pattern), false);
          break;
        case 'values': {
          const names = new Set(pattern.values.flatMap((row) => Object.keys(row)));
          this.#add('values', depth, {
            text: `${[...names].join(' ')}: ${String(pattern.values.length)} rows`,
            joins: common(names, known),
          });
          add('VALUES', names);
          break;
        }
        case 'query':
          add('SELECT', this.#subquery(pattern, depth, known));
      }
    }
    this.#addProducts(parts, bound);
    return known;
  }

  /** A subquery is evaluated on its own: nothing outside of it is bound. */
  #subquery(query: SelectQuery, depth: number, known: ReadonlySet<string>): ReadonlySet<string> {
    const projected = variablesOf(query.variables.map((each) => ('variable' in each ? each.variable : each)));
    this.#add('subquery', depth, { text: [...projected].join(' '), joins: common(projected, known) });
    const inner = this.query(query.where ?? [], query, depth + 1);
    return projected.size > 0 ? projected : inner;
  }

  #filter(expression: Expression, depth: number, known: ReadonlySet<string>, graph: string | undefined): void {
    const exists = existsOf(expression);
    if (exists === undefined) {
      this.#add('filter', depth, { of: expression });
      return;
    }
    this.#add(exists.isNegated ? 'not exists' : 'exists', depth, {
      joins: common(variablesOf(exists.patterns), known),
    });
    this.#group(exists.patterns, depth + 1, known, graph);
  }

  /** Pairs of parts that no chain of common variables connects. */
  #addProducts(parts: readonly Part[], bound: ReadonlySet<string>): void {
    const groups: Part[] = [];
    for (const part of parts) {
      const connected = groups.filter(({ variables }) => common(variables, part.variables).length > 0);
      const merged = connected.reduce(
        (one, other) => ({ name: other.name, variables: new Set([...one.variables, ...other.variables]) }),
        part,
      );
      groups.splice(0, groups.length, ...groups.filter((group) => !connected.includes(group)), merged);
    }
    // Parts that share a variable with the patterns around them are connected by these.
    const separate = groups.filter(({ variables }) => common(variables, bound).length === 0);
    const [first, second] = bound.size > 0 ? separate.slice(0, 0) : separate;
    if (first !== undefined && second !== undefined) this.products.push([first.name, second.name]);
  }

  #add(
    operator: Operator,
    depth: number,
    {
      text,
      of,
      joins = [],
      graph,
    }: {
      readonly text?: string;
      /** A syntax tree, of which the variables are listed. */
      readonly of?: unknown;
      readonly joins?: readonly string[];
      readonly graph?: string | undefined;
    },
  ): void {
    const written = text ?? [...variablesOf(of)].join(' ');
    this.steps.push({
      operator,
      depth,
      ...(written !== '' && { text: written.slice(0, MAX_TEXT) }),
      joinsOn: [...joins],
      ...(graph !== undefined && { graph }),
    });
  }

  #triple({ subject, predicate, object }: Triple): string {
    return [subject, predicate, object].map((term) => this.#term(term)).join(' ');
  }

  #term(term: Triple['subject'] | Triple['predicate'] | Triple['object']): string {
    if (!isTerm(term)) return this.#path(term);
    switch (term.termType) {
      case 'Variable':
        return `?${term.value}`;
      case 'BlankNode':
        return `_:${term.value}`;
      case 'Literal':
        return JSON.stringify(term.value);
      case 'NamedNode': {
        const short = this.compaction.display(term.value);
        return short === term.value ? `<${term.value}>` : short;
      }
      case 'Quad':
        return '<< … >>';
    }
  }

  #path({ pathType, items }: Exclude<Triple['predicate'], { readonly termType: string }>): string {
    const parts = items.map((item) => this.#term(item));
    switch (pathType) {
      case '/':
      case '|':
        return `(${parts.join(pathType)})`;
      case '^':
      case '!':
        return `${pathType}${parts.length === 1 ? parts.join('') : `(${parts.join('|')})`}`;
      case '+':
      case '*':
      case '?':
        return `${parts.join('')}${pathType}`;
    }
  }
}

/** A part of a group that is joined with the others. */
interface Part {
  readonly name: string;
  readonly variables: ReadonlySet<string>;
}

const unwrapped = (pattern: Pattern): readonly Pattern[] => (pattern.type === 'group' ? pattern.patterns : [pattern]);

/** The patterns of `EXISTS` and `NOT EXISTS`. */
function existsOf(
  expression: Expression,
): { readonly isNegated: boolean; readonly patterns: readonly Pattern[] } | undefined {
  if (!('type' in expression) || expression.type !== 'operation' || !('operator' in expression)) return undefined;
  const { operator, args } = expression;
  if (operator !== 'exists' && operator !== 'notexists') return undefined;
  const patterns = args.flatMap((arg) => (isPattern(arg) ? unwrapped(arg) : []));
  return { isNegated: operator === 'notexists', patterns };
}

const patternTypes: ReadonlySet<string> = new Set([
  'bgp', 'group', 'graph', 'optional', 'minus', 'union', 'service', 'filter', 'bind', 'values', 'query',
] satisfies Pattern['type'][]); // prettier-ignore

const isPattern = (value: Expression | Pattern): value is Pattern =>
  !Array.isArray(value) && 'type' in value && patternTypes.has(value.type);

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((name) => other.has(name));

/** The variables and blank nodes of a syntax tree: a blank node in a query is a variable without a name. */
function variablesOf(tree: unknown, found = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return found;
  if (isTerm(tree)) {
    if (tree.termType === 'Variable') found.add(`?${tree.value}`);
    if (tree.termType === 'BlankNode') found.add(`_:${tree.value}`);
    return found;
  }
  for (const [key, branch] of Object.entries(tree)) {
    // The rows of VALUES have variables as keys.
    if (key.startsWith('?')) found.add(key);
    variablesOf(branch, found);
  }
  return found;
}

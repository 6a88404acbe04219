/**
 * Rewrites queries of partners for an engine that holds all data, so that no pattern matches data hidden from the caller.
 *
 * - A pattern of the default graph stays unchanged, and so does the number of its solutions: the engine's default graph has
 *   each statement once. Each matched statement must also be in a named graph that belongs to the default graph and that the
 *   caller may read (FILTER EXISTS). The condition is per statement, since two statements of a solution may come from two
 *   graphs.
 * - Each basic pattern within `GRAPH` gets its own `GRAPH`, beside the condition that the caller may read this graph. So no
 *   condition depends on other bindings of the graph's name: in a sub-SELECT, or beside patterns without matches, it is
 *   another variable or unbound.
 *
 * The rewriting works on syntax trees (law 5). The generator loses some brackets, so a tree that changes when written and
 * parsed again is refused. The parsed result is proved to contain its conditions (`assertLimited`). A query whose meaning
 * cannot be proved unchanged is refused, with advice on how to rephrase it.
 */
import type { DescribeQuery, Query, SparqlQuery } from 'sparqljs';
import { Parser } from '../../bundled/sparqljs.js';
import type { Prefixes } from '../../rdf/prefixes.js';
import { factory, type Iri, isIri } from '../../rdf/terms.js';
import { sparqlText } from '../../store/sparql.js';
import { nestingOf } from '../query/nesting.js';
import type { ScopedCaller } from './access-conditions.js';
import { NotRewritable } from './basic-patterns.js';
import { engineNameIn } from './engine-names.js';
import { assertLimited } from './limited-query.js';
import { assertRows, PatternScope } from './scoped-patterns.js';
import { isSameTree, namesIn } from './syntax-trees.js';

export interface ScopedQueryOptions {
  readonly prefixes: Prefixes;
  /** The base of relative IRIs. */
  readonly base: Iri;
  readonly caller: ScopedCaller;
}

/** The parser's time grows with the cube of the depth, and it runs in the main thread. */
const MAX_LENGTH = 4_000;
const MAX_DEPTH = 16;

/** @throws NotRewritable for a text that is too long for the main thread. */
export function assertShort(text: string): void {
  if (text.length > MAX_LENGTH || nestingOf(text) > MAX_DEPTH) {
    throw new NotRewritable(`use at most ${MAX_LENGTH} characters, and brackets at most ${MAX_DEPTH} levels deep`);
  }
}

/** Adds the access conditions to a query. @throws NotRewritable */
export function scopedQuery(text: string, options: ScopedQueryOptions): string {
  try {
    return rewritten(text, options);
  } catch (error) {
    // An expression with a thousand operators exceeds the stack.
    if (error instanceof RangeError) throw new NotRewritable('write a shorter query', { cause: error });
    throw error;
  }
}

function rewritten(text: string, { prefixes, base, caller }: ScopedQueryOptions): string {
  assertShort(text);
  // Some engines resolve these before parsing: a text could end earlier than it seems.
  if (/\\u/i.test(text)) throw new NotRewritable('write characters as they are, without \\u and \\U');
  const parse = (query: string): SparqlQuery =>
    new Parser({ prefixes: { ...prefixes }, baseIRI: `${base}/`, factory }).parse(query);
  const tree = attempt(() => parse(text));
  if (tree.type === 'update') throw new NotRewritable('write a query');
  if (tree.queryType === 'DESCRIBE') throw new NotRewritable('use CONSTRUCT in place of DESCRIBE');
  const scoped = scopedTree(tree, caller);
  const written = attempt(() => sparqlText(scoped));
  if (/\\u/i.test(written)) throw new NotRewritable('write characters as they are, without \\u and \\U');
  const read = attempt(() => parse(written));
  if (!isSameTree(read, scoped)) {
    throw new NotRewritable(
      'write brackets around every IN and NOT IN and around what is to the left of them, and VALUES with rows',
    );
  }
  assertLimited(read, caller);
  return written;
}

function scopedTree(tree: Exclude<Query, DescribeQuery>, caller: ScopedCaller): Query {
  const { base, where = [] } = tree;
  if (tree.from !== undefined) throw new NotRewritable('remove FROM');
  if (base !== undefined && !isIri(base)) throw new NotRewritable('write BASE as an absolute IRI');
  const name = engineNameIn(tree);
  if (name !== undefined) throw new NotRewritable(`leave out <${name}>, which SPARQL engines interpret differently`);
  assertRows(tree.values);
  const scope = new PatternScope(caller, namesIn(tree));
  // Of ASK and CONSTRUCT, expressions outside of WHERE are not rewritten.
  if (tree.queryType !== 'SELECT' && ['group', 'having', 'order'].some((name) => name in tree)) {
    throw new NotRewritable('write GROUP BY, HAVING and ORDER BY in a SELECT within the braces');
  }
  const modified = tree.queryType === 'SELECT' ? scope.modifiers(tree, 'default') : tree;
  const scoped: Query = { ...modified, where: scope.where(where) };
  scope.assertNames();
  // The tree contains absolute IRIs.
  return { ...scoped, prefixes: {} };
}

/** The errors of parser and generator have no type of their own. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new NotRewritable('write it in another way: it could not be analysed', { cause });
  }
}

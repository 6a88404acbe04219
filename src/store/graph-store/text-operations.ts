/**
 * Update operations that can be applied to the texts of graphs without an engine: COPY, and INSERT DATA and DELETE DATA
 * of statements whose literals have one form. The exchange uses only these.
 */
import type { Quads, Triple, UpdateOperation } from 'sparqljs';
import type { Iri, NamedNode, Literal } from '../../rdf/terms.js';
import { canonicalLines } from '../oxigraph/ntriples.js';
import { graphName, namedGraph } from './update-graphs.js';

export type TextOperation =
  | { readonly kind: 'copy'; readonly from: Iri; readonly to: Iri }
  | { readonly kind: 'insert' | 'delete'; readonly graph: Iri; readonly lines: readonly string[] };

/**
 * An operation as text operations; undefined for one that needs the engine.
 *
 * @throws TypeError for a term that no named graph may contain.
 */
export function textOperations(operation: UpdateOperation): readonly TextOperation[] | undefined {
  if ('updateType' in operation) {
    if (operation.updateType === 'insert') return dataOperations('insert', operation.insert);
    return operation.updateType === 'delete' ? dataOperations('delete', operation.delete) : undefined;
  }
  // Without SILENT, a COPY of a missing graph is an error.
  if (operation.type !== 'copy' || !operation.silent) return undefined;
  return [{ kind: 'copy', from: namedGraph(operation.source), to: namedGraph(operation.destination) }];
}

function dataOperations(kind: 'insert' | 'delete', data: readonly Quads[]): TextOperation[] | undefined {
  const operations: TextOperation[] = [];
  for (const quads of data) {
    if (quads.type !== 'graph') return undefined;
    const statements = quads.triples.filter(isGround);
    const lines = statements.length < quads.triples.length ? undefined : canonicalLines(statements);
    if (lines === undefined) return undefined;
    operations.push({ kind, graph: graphName(quads.name), lines });
  }
  return operations;
}

interface GroundTriple {
  readonly subject: NamedNode;
  readonly predicate: NamedNode;
  readonly object: NamedNode | Literal;
}

function isGround(triple: Triple): triple is Triple & GroundTriple {
  const { subject, predicate, object } = triple;
  return (
    subject.termType === 'NamedNode' &&
    'termType' in predicate &&
    predicate.termType === 'NamedNode' &&
    (object.termType === 'NamedNode' || object.termType === 'Literal')
  );
}

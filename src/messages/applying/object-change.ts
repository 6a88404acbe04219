/** The Change of an object from the difference to a message (X48), and the revision that it would make. */
import type { Change, Operation, OperationObject } from '../../change-requests/change.js';
import { orphaned } from '../../change-requests/change-statements.js';
import type { Model } from '../../model/model.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { skolemize } from '../../rdf/skolemize.js';
import {
  type Iri,
  iri,
  isIri,
  namedNode,
  node,
  type Quad,
  type Quad_Object,
  type Resource,
  triple,
} from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';
import { isEmbedded } from './content.js';
import type { Difference } from './difference.js';

export interface ChangeOrigin {
  readonly object: Iri;
  readonly revision: number;
  readonly description: string;
}

/** The types of objects that statements link to. */
export type TypeOf = (object: string) => Iri | undefined;

/** A Change with these deletions and additions. */
export function changeOf(
  { object, revision, description }: ChangeOrigin,
  { deletions, additions }: Pick<Difference, 'deletions' | 'additions'>,
  latest: Graph,
  { model, typeOf }: { readonly model: Model; readonly typeOf: TypeOf },
): Change {
  const added = graphOf(additions);
  const subjectOf = ({ termType, value }: Resource): string => (termType === 'BlankNode' ? `_:${value}` : value);
  const objectOf = (property: string, term: Quad_Object): OperationObject => {
    if (term.termType === 'Literal') {
      const datatype = term.datatype.value;
      return {
        datatype: isIri(datatype) ? datatype : iri(xsd.string.value),
        value: term.value,
        ...(term.language !== '' && { language: term.language }),
      };
    }
    const [embedded] = [...added.types(term), ...latest.types(term)];
    // A property may have codes and texts: a code must not become a text.
    const range = isIri(property) ? model.rangesOf(property).find((one) => model.isClass(one)) : undefined;
    const type = (isEmbedded(term) ? embedded : typeOf(term.value)) ?? range ?? rdfTerms.type.value;
    const value = term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
    return { datatype: isIri(type) ? type : iri(rdfTerms.type.value), value };
  };
  const operation = (op: Operation['op'], { subject, predicate, object: value }: Quad): Operation => {
    if (subject.termType !== 'NamedNode' && subject.termType !== 'BlankNode')
      throw new TypeError('a subject is a node');
    return { op, s: subjectOf(subject), p: iri(predicate.value), o: [objectOf(predicate.value, value)] };
  };
  return {
    object,
    revision,
    description,
    notifyRequestStatusChange: false,
    operations: [
      ...deletions.map((quad) => operation('DELETE', quad)),
      // A label has the class of its value.
      ...additions
        .filter(({ subject, predicate }) => !(subject.termType === 'BlankNode' && predicate.equals(rdfTerms.type)))
        .map((quad) => operation('ADD', quad)),
    ],
    verificationRequests: [],
  };
}

/** The revision that a Change would make. */
export function nextRevision(
  latest: Graph,
  { deletions, additions }: Pick<Difference, 'deletions' | 'additions'>,
  object: Iri,
  typeOf: TypeOf,
): Graph {
  const deleted = graphOf(deletions);
  const after = graphOf([
    ...Array.from(latest).filter((quad) => !deleted.has(quad)),
    ...named(additions),
    ...linkTypes(additions, object, typeOf),
  ]);
  const orphans = graphOf(orphaned(after, object));
  return graphOf(Array.from(after).filter((quad) => !orphans.has(quad)));
}

/** The first revision of an object. */
export function firstRevision(quads: readonly Quad[], object: Iri, typeOf: TypeOf, nextId: () => string): Graph {
  const statements = skolemize(quads, (term) =>
    term.termType === 'BlankNode' ? namedNode(`internal:${nextId()}`) : undefined,
  );
  return graphOf([...statements, ...linkTypes(quads, object, typeOf)]);
}

const named = (quads: readonly Quad[]): Quad[] =>
  skolemize(quads, (term) => (term.termType === 'BlankNode' ? namedNode(`internal:new-${term.value}`) : undefined));

/** The classes of the objects that statements link to: an object's graph has them. */
function linkTypes(quads: readonly Quad[], object: Iri, typeOf: TypeOf): Quad[] {
  return quads.flatMap(({ predicate, object: target }) => {
    if (target.termType !== 'NamedNode' || target.value === object || predicate.equals(rdfTerms.type)) return [];
    const type = typeOf(target.value);
    return type === undefined ? [] : [triple(target, rdfTerms.type, node(type))];
  });
}

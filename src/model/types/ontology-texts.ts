/** What an ontology says beside its classes and properties: its comments, its version, its prefixes. */
import type { Graph } from '../../rdf/graph.js';
import { compareTexts } from '../../rdf/order.js';
import { type Iri, node, type Term } from '../../rdf/terms.js';
import { rdfs, rdfTerms } from '../../rdf/vocabulary.js';
import { owl } from '../vocabulary.js';

/** The comment of a class or property; a label would repeat the name. */
export interface Documentation {
  readonly text: string;
  readonly deprecated: boolean;
}

/** The comments in English or without a language; without those, all. */
function texts(graph: Graph, subject: Term): string[] {
  const literals = graph.objects(subject, rdfs.comment).filter((term) => term.termType === 'Literal');
  const english = literals.filter(({ language }) => language === '' || /^en(?:-|$)/i.test(language));
  const chosen = english.length > 0 ? english : literals;
  return [...new Set(chosen.map(({ value }) => value.trim()))].filter((text) => text !== '').sort(compareTexts);
}

export function documentationOf(graph: Graph, iri: Iri): Documentation {
  const subject = node(iri);
  const deprecated = graph.objects(subject, owl.deprecated).some(({ value }) => value === 'true' || value === '1');
  return { text: texts(graph, subject).join('\n'), deprecated };
}

/** The ontologies that the statements are of, with their versions. */
export function ontologiesIn(graph: Graph): string[] {
  return graph
    .match(null, rdfTerms.type, owl.Ontology)
    .subjects()
    .map((subject) => {
      const version = graph.object(subject, owl.versionInfo) ?? graph.object(subject, owl.versionIRI);
      const name = subject.termType === 'NamedNode' ? subject.value : 'an ontology without a name';
      return version === undefined ? name : `${name}, version ${version.value.replaceAll(/\s+/g, ' ').trim()}`;
    })
    .sort(compareTexts);
}
